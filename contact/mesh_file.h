#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tactus/contact/triangle_mesh.h"

namespace tactus::contact {

/// A mesh file that cannot be read; what() begins with the file and, in text
/// files, the line.
class MeshFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads an STL file (binary or ASCII) or a Wavefront OBJ file, told apart by
/// the extension in either case of letters. Positions come in the file's own
/// unit and are stored once each; faces with more than three corners are cut
/// into fans. Normals, texture and groups are passed over.
/// @throws MeshFileError for a missing, truncated or malformed file, a face of
/// unknown vertices, numbers that are not finite, and other extensions.
TriangleMesh ReadMeshFile(const std::filesystem::path& file);

/// The same from memory; `name` stands for the file in messages.
TriangleMesh ParseObj(std::string_view text, const std::string& name);
TriangleMesh ParseStl(std::string_view bytes, const std::string& name);

}  // namespace tactus::contact
