#pragma once

#include <optional>

#include "tactus/contact/geometry/shapes/triangle_mesh.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::mjcf {

/// The surface of <mesh builtin="..." params="...">, about the origin, z up,
/// facing outwards. With c(w, m) = sgn(cos w) |cos w|^m, s(w, m) likewise with
/// the sine, u around and v across,
///
///   sphere       subdivisions: an icosahedron of radius 1, each triangle cut
///                in four so often
///   supersphere  resolution e n: (c(v, n) c(u, e), c(v, n) s(u, e), s(v, n))
///   supertorus   resolution r s t: (c(u, t) w, s(u, t) w, r s(v, s)),
///                w = 1 + r c(v, s)
///
/// MuJoCo's vertices of the latter two may stand elsewhere on the surface.
/// Nothing for other kinds.
/// @throws ModelFileError for numbers that are missing or make no sense.
std::optional<contact::TriangleMesh> MakeBuiltinMesh(const XmlElement& element);

/// Whether it makes one.
bool IsBuiltinMesh(const XmlElement& element);

}  // namespace tactus::multibody::mjcf
