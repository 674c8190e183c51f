#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>

#include "tactus/contact/geometry/compliance.h"
#include "tactus/contact/geometry/shapes/shape.h"
#include "tactus/contact/pressure/pressure_field.h"

namespace tactus::contact {

/// The field of a shape:
///
///     sphere       E (1 - r / R), a cell per facet, apex at the centre
///     capsule      the same, r from the segment
///     ellipsoid    E (1 - |S^-1 x|), S = diag(radii), as the sphere
///     box, mesh    (E / H) min d_i over the faces, a cell per face: where that
///                  face is the nearest
///     cylinder     the same, of a prism
///     other mesh   that of its volume mesh (volume_mesh.h), no coarser than
///                  the hint, if there is one; see ExamineSolid()
///     half-space   (E / H) depth
///
/// Facets of round shapes have their corners outside, so that the solid's
/// volume is right; then forces err by O(hint^2).
/// @throws std::invalid_argument for what is not positive and finite, a hint
/// that makes more than kMaxCells cells, and a mesh with more than
/// kMaxMeshFaces faces.
PressureField MakePressureField(const Shape& shape,
                                const Compliance& compliance);

/// The surface of the same cells; of a mesh and a box, their faces. A mesh that
/// is not convex need not be closed.
/// @throws std::invalid_argument likewise.
RigidSurface MakeRigidSurface(const Shape& shape, double resolution_hint = 0);

/// The field of a volume mesh of any solid, linear in each tetrahedron between
/// (E / H) d at the vertices. d is the distance to the triangles that bound one
/// tetrahedron only. A tetrahedron with the same d at its four corners, as
/// where all of them are on the surface, is split at its incentre.
/// @throws std::invalid_argument, naming the tetrahedron, for an index that is
/// no vertex, a flat tetrahedron, and one that has no gradient though split;
/// and for a modulus that is not positive and finite.
PressureField MakePressureField(std::span<const Vector3d> vertices,
                                std::span<const std::array<int, 4>> tetrahedra,
                                double modulus);

/// A mesh that is not convex: by patches it touches as the surface that it is,
/// at points as its convex hull.
struct OwnSurface {
  int num_open{};    ///< Edges that bound one triangle,
  int num_holes{};   ///< of holes that are closed to make a field.
  std::string flaw;  ///< Why it can have no field; empty if it can.
};

/// Nothing for other shapes, and meshes of which only the hull is known.
std::optional<OwnSurface> ExamineSolid(const Shape& shape);
bool HasOwnSurface(const Shape& shape);

inline constexpr int kMaxCells = 1'000'000;
inline constexpr int kMaxMeshFaces = 5000;

}  // namespace tactus::contact
