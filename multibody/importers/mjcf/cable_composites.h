#pragma once

#include "tactus/multibody/importers/mjcf/composite_parts.h"
#include "tactus/multibody/importers/parsing/import_report.h"

namespace tactus::multibody::mjcf {

/// The elements of a <composite type="cable"> of MuJoCo 3: a chain of bodies
/// from vertex to vertex, each in the one before it, with x along its edge, on
/// ball joints,
///
///     bodies pB_first, pB_1, ..., pB_last    joints  pJ_first, pJ_1, ...
///     geoms  pG0, pG1, ...                   sites   pS_first, pS_last
///
/// Neighbours do not touch. Vertices are given, or n of them lie on a curve
/// (size = l, a, w; u = i / (n - 1)),
///
///     s: l u    cos(s): a cos(pi w u)    sin(s): a sin(pi w u)    0: 0
///
/// y of the first body points to where the cable bends, or is what of y is
/// across a straight beginning; frames then turn least from edge to edge.
/// `initial` gives the first body a ball, a free joint or none.
///
/// The plugin mujoco.elasticity.cable ties neighbours by elastic rods, as
/// rods.h reads them, with G = twist, E = bend [Pa] and the section of the geom
/// (a round one, or a box of half sides a >= b):
///
///     K = diag(G J, E Iy, E Iz) / L,   L of the edge before the joint
///     J = a b^3 (16/3 - 3.36 b/a (1 - (b/a)^4 / 12))
///
/// which are at rest in their first shape, or straight (`flat`). Our moment is
/// the gradient of an energy; MuJoCo's, K times the turn's rotation vector, is
/// the same where a cable stays in a plane or its stiffnesses are equal.
/// @param root  of the file, for an instance of the plugin.
/// @throws ModelFileError for points that coincide, sections without size, and
/// stiffnesses that are negative.
CompositeElements MakeCable(const Composite& composite, const XmlElement& root,
                            ImportReport* report);

}  // namespace tactus::multibody::mjcf
