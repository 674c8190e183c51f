#pragma once

#include "tactus/multibody/elastic/mesh_words.h"

namespace tactus::multibody {

/// Of Gmsh's text, from its first section on (tetrahedral_mesh_file.h).
/// @throws TetrahedralMeshFileError
RawTetrahedra ParseGmshTetrahedra(MeshWords* words);

}  // namespace tactus::multibody
