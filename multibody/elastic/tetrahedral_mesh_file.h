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
///                          type 10
///     $MeshFormat          Gmsh MSH 2.2, ASCII; elements of type 4
///
/// Points and cells of other types are left out, and tetrahedra that are
/// inverted are turned: both formats leave orientation to their writers.
/// `name` is the file's, for messages.
/// @throws TetrahedralMeshFileError
/// @throws std::invalid_argument as RequireValid() does, with the name before.
TetrahedralMesh ParseTetrahedralMesh(std::string_view text,
                                     const std::string& name);

/// @throws TetrahedralMeshFileError also for a file that cannot be read.
TetrahedralMesh ReadTetrahedralMesh(const std::string& path);

}  // namespace tactus::multibody
