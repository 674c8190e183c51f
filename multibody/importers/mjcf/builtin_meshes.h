#pragma once

#include <optional>

#include "tactus/contact/geometry/shapes/triangle_mesh.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::mjcf {

/// The mesh of <mesh builtin="..." params="...">, about the origin, z up. With
/// c(w, m) = sgn(cos w) |cos w|^m, s(w, m) likewise with the sine, u around and
/// v across,
///
///   sphere       subdivisions: an icosahedron of radius 1, each triangle cut
///                in four so often
///   hemisphere   resolution: an octahedron's upper half, its edges cut in
///                resolution + 1 parts, on the sphere of radius 1; a lid at
///                z = 0
///   cone         n r: the hull of a regular polygon of n corners around the
///                circle of radius 1 at z = -1, and one of radius r at z = 1
///   supersphere  resolution e n: (c(v, n) c(u, e), c(v, n) s(u, e), s(v, n))
///   supertorus   resolution r s t: (c(u, t) w, s(u, t) w, r s(v, s)),
///                w = 1 + r c(v, s)
///   wedge        m n a e g: the hull of points on the sphere of radius 1, in
///                the middles of m times n cells of azimuths in [-a, a] and
///                elevations in [-e, e] [degrees] about -z, y up, which g
///                crowds there
///   plate        m n: the middles of m times n cells of the square
///                [-1, 1]^2 at z = -1
///
/// Surfaces face outwards, the plate upwards; cones and wedges have vertices
/// alone. Vertices stand where MuJoCo has them.
/// Nothing for other kinds.
/// @throws ModelFileError for numbers that are missing or make no sense.
std::optional<contact::TriangleMesh> MakeBuiltinMesh(const XmlElement& element);

/// Whether it makes one.
bool IsBuiltinMesh(const XmlElement& element);

/// Whether the mesh weighs by its area, whatever `inertia` says: a plate.
bool IsBuiltinShell(const XmlElement& element);

}  // namespace tactus::multibody::mjcf
