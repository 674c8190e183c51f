#pragma once

#include "tactus/multibody/importers/mjcf/compiler.h"
#include "tactus/multibody/importers/mjcf/composite_parts.h"

namespace tactus::multibody::mjcf {

/// The elements of a <composite type="box">, "cylinder" or "ellipsoid": a soft
/// skin around the body that it stands in. That gets the sphere pGcenter, twice
/// as large as the geom is; p is the prefix. Around it, wherever an outer point
/// of the grid is, is a body pB<i>_<j>_<k> whose z points outward, on a slide
/// pJ<i>_<j>_<k> along z, with the geom pG<i>_<j>_<k> behind it. With u in [-1,
/// 1]^3 the place in the grid and h its half sides, the point is at
///
///     box        h u
///     cylinder   h (u_x f, u_y f, u_z),  f = max(|u_x|, |u_y|) / |(u_x, u_y)|
///     ellipsoid  h u / |u|
///
/// Elements do not touch each other: contype is 0 unless the geom has one.
///
/// MuJoCo's ties are what holds the skin in shape, and are soft: of each slide
/// q at 0 (solreffix of the <joint>), of neighbours at each other
/// (solrefsmooth) and of the sum of all slides at 0 (solreffix of the
/// <tendon>). Here they are springs of MuJoCo's forces at rest, where r is
/// beyond the width of solimp, and of solref's damping ratio z:
///
///     k = m K dmax^2 / (1 - dmax),   K = 1 / (dmax tc z)^2,   c = 2 z sqrt(k
///     m)
///
/// (solref = 0.02 1 and dmax = 0.9 unless the file says other, 0.01 1 and 0.99
/// of the sum) with the mass m of an element and its joint's armature, half of
/// it for two and 1/n of it for the sum of n. MuJoCo has the inverse of what a
/// unit force on the row accelerates: the same where the body around the skin
/// stands still. The tendon over all is pT, those of neighbours have no names.
/// @throws ModelFileError for counts that are not all above 1, and what
/// ReadPartGeom() says.
CompositeElements MakeShell(const Composite& composite, const Option& option);

}  // namespace tactus::multibody::mjcf
