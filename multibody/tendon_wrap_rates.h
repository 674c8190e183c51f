#pragma once

#include <optional>

#include "tactus/multibody/tendon_wrap.h"

namespace tactus::multibody {

/// How the way l of a taut string around a shape (tendon_wrap.h), straight
/// parts included, changes with its ends p0, p1 in the frame of the shape.
///
///   outside   with d = |p|, A(d) = sqrt(d^2 - r^2) - r acos(r/d) and the angle
///             alpha that the ends lie apart, the way round, about the normal
///             m,
///
///                 l = A(d0) + A(d1) + r alpha,
///                 dA/dp = sqrt(d^2 - r^2) p / d^2,
///                 dalpha/dp0 = -+ m x p0 / d0^2, dalpha/dp1 = +- m x p1 /
///                 d1^2,
///
///             in the plane across a cylinder's axis, with heights
///             sqrt(l^2 + (z1 - z0)^2); m turns with the ends around a sphere
///   inside    l = min F over the point P that it touches, F = |P-p0| + |P-p1|,
///
///                 dl/dp = F_p,   d^2 l/dp^2 = F_pp - F_pu F_uu^-1 F_up,
///
///             with u along the surface at P
struct WrapRates {
  Vector6d gradient;  ///< By p0, then by p1.
  Matrix6d hessian;   ///< [1/m]
};

/// @param wrap  CalcWrap(shape, p0, p1).
/// @return nothing where there are none: an end on the surface, ends of a
///   sphere's string on one line with its centre, a point inside that is not
///   where the way is shortest.
std::optional<WrapRates> CalcWrapRates(const WrapShape& shape, const Wrap& wrap,
                                       const Vector3d& p0, const Vector3d& p1);

}  // namespace tactus::multibody
