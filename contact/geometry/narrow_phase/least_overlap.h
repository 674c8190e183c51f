#pragma once

#include <optional>

#include "tactus/contact/geometry/narrow_phase/convex_solid.h"

namespace tactus::contact {

/// A direction n from P to Q and how far the two overlap along it, which is how
/// far Q must move along n to come free, or minus their separation along it:
///
///     o(n) = h_P(n) + h_Q(-n).
struct OverlapAxis {
  Vector3d normal;
  double overlap{};
};

/// The overlap of two solids along a unit direction.
double CalcOverlap(const ConvexSolid& p, const ConvexSolid& q,
                   const Vector3d& n);

/// The axis of least overlap; nothing if the solids are `margin` apart.
///
/// o is the support function of the difference body {p - q}, and the least of
/// it the distance from the origin to that body's surface. A polytope of its
/// support points grows towards the origin's side: always at the facet that the
/// origin is least below, or farthest above, until its support point brings
/// nothing new or leaves the origin out. This is the expanding-polytope
/// algorithm, begun from any tetrahedron instead of from one around the origin.
/// Two polytopes are finished exactly; for curved solids the result is refined
/// by Newton's method on o, among directions that are kept across the edges
/// near the contact, so that it is exact to round-off as well.
///
/// Of solids that are apart, by less than the margin, the least overlap is
/// minus their distance, see separation.h. Where they touch to about 1e-6 of
/// their size, round-off leaves that method no direction, and the polytope
/// grows in the difference body thickened by a ball.
std::optional<OverlapAxis> FindLeastOverlap(const ConvexSolid& p,
                                            const ConvexSolid& q,
                                            double margin = 0);

/// The same of solids that are known to be apart.
std::optional<OverlapAxis> FindNearestAxis(const ConvexSolid& p,
                                           const ConvexSolid& q, double margin);

}  // namespace tactus::contact
