#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/contact/geometry/shapes/mesh_parts.h"
#include "tactus/contact/geometry/shapes/triangle_mesh.h"

namespace tactus::contact {

/// A mesh file that cannot be read; what() begins with the file and, in text
/// files, the line.
class MeshFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads a mesh file as one surface; the extension, in either case of letters,
/// says how:
///
///   .stl              binary or ASCII
///   .obj              Wavefront
///   .dae .gltf .glb   mesh_scene.h, which also says how units and axes are
///                     taken
///
/// In STL and OBJ files positions come in the file's own unit and axes. They
/// are stored once each; faces with more than three corners are cut into fans.
/// Normals and texture are passed over.
/// @throws MeshFileError for a missing, truncated or malformed file, a face of
/// unknown vertices, numbers that are not finite, a file of more than
/// kMostFileBytes (read_file.h), and other extensions.
TriangleMesh ReadMeshFile(const std::filesystem::path& file);

/// The same with the file's parts kept apart: `o` and `g` of OBJ files (faces
/// of one object and group belong together wherever they stand), the solids of
/// ASCII STL files, the nodes of scenes. At least one.
/// @throws MeshFileError likewise.
std::vector<MeshPart> ReadMeshParts(const std::filesystem::path& file);

/// The same from memory; `name` stands for the file in messages.
TriangleMesh ParseObj(std::string_view text, const std::string& name);
TriangleMesh ParseStl(std::string_view bytes, const std::string& name);
std::vector<MeshPart> ParseObjParts(std::string_view text,
                                    const std::string& name);
std::vector<MeshPart> ParseStlParts(std::string_view bytes,
                                    const std::string& name);

}  // namespace tactus::contact
