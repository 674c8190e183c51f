#pragma once

#include "tactus/contact/geometry/narrow_phase/convex_solid.h"

namespace tactus::contact {

/// Where two solids that are apart are nearest.
struct Separation {
  Vector3d normal;    ///< Unit, from P to Q.
  double distance{};  ///< Zero where they overlap [m].
  double size{};      ///< A length like the difference body's [m].
};

/// The distance of two solids: that of the origin to the difference body
/// {p - q}, whose nearest point v gives the normal -v / |v|.
///
/// This is the algorithm of Gilbert, Johnson and Keerthi: v is the point
/// nearest to the origin of a simplex of support points, and the support point
/// against v joins the simplex until it brings v no nearer. Two polytopes are
/// finished exactly but for round-off, curved solids to about 1e-2 in the
/// normal. As soon as the distance is sure to be more than `limit`, what is
/// known is returned, with a distance more than that.
Separation FindSeparation(const ConvexSolid& p, const ConvexSolid& q,
                          double limit);

}  // namespace tactus::contact
