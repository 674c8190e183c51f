#pragma once

#include <array>

#include "tactus/multibody/elastic/tetrahedral_mesh.h"

namespace tactus::multibody::mjcf {

enum class FlexSolid { kBox, kCylinder, kEllipsoid };

/// The vertices of <flexcomp type="grid">, ix first, iz last, about the origin;
/// cells of six tetrahedra each (Kuhn).
/// @pre  each count is at least 2.
TetrahedralMesh MakeFlexGrid(const std::array<int, 3>& count,
                             const Vector3d& spacing);

/// Those of <flexcomp type="box">, "cylinder" (about z) and "ellipsoid": the
/// origin, and the grid's outer points, blown up to the shape, faces across z
/// first, then what is left of those across y, then of x. Each triangle of the
/// surface makes a tetrahedron with the origin.
/// @pre  each count is at least 2.
TetrahedralMesh MakeFlexSolid(FlexSolid solid, const std::array<int, 3>& count,
                              const Vector3d& spacing);

}  // namespace tactus::multibody::mjcf
