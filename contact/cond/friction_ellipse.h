#pragma once

#include <cmath>

#include "tactus/common/types.h"

namespace tactus::contact {

/// The point of the ellipse with `semi_axes` a along the axes,
///
///     (x_1 / a_1)^2 + (x_2 / a_2)^2 <= 1,
///
/// that is nearest to `x`, which is outside:
///
///     x_i a_i^2 / (a_i^2 + s),   s > 0 where it is on the boundary.
///
/// There -(x - nearest) is normal to the ellipse: an impulse that is brought
/// back so takes the most energy from a slide against it, maximum dissipation
/// (section III.B of [Lee22]). Newton's method on 1 - 1 / r(s), with r the left
/// side's root, is monotone from s = 0 and nearly linear.
inline Vector2d ProjectOnEllipse(const Vector2d& x, const Vector2d& semi_axes) {
  constexpr int kMostIterations = 50;
  constexpr double kTolerance = 1e-15;
  if (semi_axes.minCoeff() <= 0) return Vector2d::Zero();
  const Eigen::Array2d a2 = semi_axes.array().square();
  double s = 0;
  Eigen::Array2d y = x.array();
  for (int i = 0; i < kMostIterations; ++i) {
    y = x.array() * a2 / (a2 + s);
    const double r2 = (y.square() / a2).sum();
    const double r = std::sqrt(r2);
    if (r - 1 <= kTolerance) break;
    // d(r^2)/ds = -2 sum y^2 / (a^2 (a^2 + s))
    s += r2 * (r - 1) / (y.square() / (a2 * (a2 + s))).sum();
  }
  return y;
}

}  // namespace tactus::contact
