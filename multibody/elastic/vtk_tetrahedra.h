#pragma once

#include "tactus/multibody/elastic/mesh_words.h"

namespace tactus::multibody {

/// Of VTK's legacy text, from its first line on (tetrahedral_mesh_file.h).
/// @throws TetrahedralMeshFileError
RawTetrahedra ParseVtkTetrahedra(MeshWords* words);

}  // namespace tactus::multibody
