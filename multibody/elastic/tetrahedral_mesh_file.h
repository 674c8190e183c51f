#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "tactus/multibody/elastic/tetrahedral_mesh.h"

namespace tactus::multibody {

/// A file that is no mesh of tetrahedra, as one sentence with file and line.
class TetrahedralMeshFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The tetrahedra of a file's text, by its first words:
///
///     # vtk DataFile ...   VTK legacy, ASCII, UNSTRUCTURED_GRID; cells of
///                          type 10, each behind its size or, as of version
///                          5.1, by OFFSETS and CONNECTIVITY
///     $...                 Gmsh MSH 2.2 or 4.1, ASCII, sections in any order
///                          and number; elements of type 4, of all entities
///                          and physical groups
///
/// Points, lines and faces are left out, and other solids are refused. A
/// tetrahedron that comes again, with the same nodes in any order, counts once,
/// and what is inverted is turned: both formats leave orientation to their
/// writers.
/// `name` is the file's, for messages.
/// @throws TetrahedralMeshFileError
/// @throws std::invalid_argument as RequireValid() does, with the name before.
TetrahedralMesh ParseTetrahedralMesh(std::string_view text,
                                     const std::string& name);

/// @throws TetrahedralMeshFileError also for a file that cannot be read.
TetrahedralMesh ReadTetrahedralMesh(const std::string& path);

}  // namespace tactus::multibody
