#pragma once

#include <array>
#include <vector>

#include "tactus/common/types.h"

namespace tactus::multibody {

/// A solid of tetrahedra (a, b, c, d) with (b - a) x (c - a) . (d - a) > 0.
struct TetrahedralMesh {
  std::vector<Vector3d> nodes;                 ///< [m]
  std::vector<std::array<int, 4>> tetrahedra;  ///< Indices of nodes.
};

/// Of a tetrahedron, negative where it is inverted [m^3].
double CalcVolume(const TetrahedralMesh& mesh, int tetrahedron);
double CalcVolume(const TetrahedralMesh& mesh);

/// @throws std::invalid_argument, naming the tetrahedron or the node, for a
/// mesh without tetrahedra, indices out of range, tetrahedra that are inverted
/// or flat (below 1e-9 of their longest edge cubed), nodes in none, and two
/// tetrahedra on the same side of a face, which overlap.
void RequireValid(const TetrahedralMesh& mesh);

/// The triangles that bound one tetrahedron only, counter-clockwise seen from
/// outside, in the order of the tetrahedra.
std::vector<std::array<int, 3>> FindSurface(const TetrahedralMesh& mesh);

/// Those of its nodes, increasing.
std::vector<int> FindSurfaceNodes(const TetrahedralMesh& mesh);

/// Solids about the origin, of hexahedral cells cut in six tetrahedra each
/// along one diagonal (Kuhn), so that neighbours match. Counts are of cells.
/// @throws std::invalid_argument for sizes that are not positive or counts
/// below 1.
TetrahedralMesh MakeBoxMesh(const Vector3d& half_size,
                            const std::array<int, 3>& cells);
/// The cube of `cells` in each direction, its shells blown up to spheres.
TetrahedralMesh MakeBallMesh(double radius, int cells);
/// About z; its squares blown up to circles.
TetrahedralMesh MakeCylinderMesh(double radius, double half_length,
                                 int cells_across, int cells_along);

}  // namespace tactus::multibody
