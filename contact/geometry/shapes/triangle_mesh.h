#pragma once

#include <array>
#include <vector>

#include "tactus/common/types.h"

namespace tactus::contact {

/// A surface of triangles, counter-clockwise seen from outside: what a mesh
/// file holds. It may be any shape; only ConvexHull collides.
struct TriangleMesh {
  std::vector<Vector3d> vertices;             ///< [m]
  std::vector<std::array<int, 3>> triangles;  ///< Indices of vertices.
};

/// The volume that a closed surface encloses, with c its centroid:
///
///     V = ∫ dV,    c = ∫ p dV / V,    S = ∫ (p - c)(p - c)' dV
///
/// They are sums over the tetrahedra from a point o to each triangle (a, b,
/// c'), of signed volume v = (a × b)·c' / 6 with a, b, c' measured from o:
///
///     ∫ p dV = v/4 s,    ∫ p p' dV = v/20 (s s' + a a' + b b' + c' c'),
///
/// s = a + b + c', after the divergence theorem. They are exact, and whatever o
/// is, the tetrahedra's overlaps cancel.
struct VolumeIntegrals {
  double volume{};         ///< V [m^3]
  Vector3d centroid;       ///< c [m]
  Matrix3d second_moment;  ///< S [m^5]

  /// The rotational inertia about c of the solid at density 1, tr(S) 1 - S.
  Matrix3d CalcUnitDensityInertia() const;
};

/// True when the surface has no rim: every edge is run through as often in one
/// direction as in the other, so that the surface encloses a volume.
bool IsClosed(const TriangleMesh& mesh);

/// Of a closed mesh; one that is inside out counts as if it were not.
/// @throws std::invalid_argument, saying what to do, if the mesh is not closed
/// or encloses nothing.
VolumeIntegrals CalcVolumeIntegrals(const TriangleMesh& mesh);

/// The same, of a mesh that is meant to be the surface of a solid: inside out,
/// it is refused too.
/// @throws std::invalid_argument likewise.
VolumeIntegrals CalcSolidIntegrals(const TriangleMesh& mesh);

/// The same surface with each position stored once; triangles that lose a side
/// thereby are left out. Files that repeat a vertex per triangle (STL) become
/// closed surfaces this way. Positions are compared exactly.
TriangleMesh MergeEqualVertices(const TriangleMesh& mesh);

/// @throws std::invalid_argument for an index that is no vertex and a
/// coordinate that is not finite.
void RequireValid(const TriangleMesh& mesh);

}  // namespace tactus::contact
