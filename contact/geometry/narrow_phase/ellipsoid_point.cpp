#include <algorithm>
#include <cmath>

#include "tactus/contact/geometry/narrow_phase/surface_point.h"

// The point x of the ellipsoid sum (x_i / a_i)^2 = 1 nearest to q satisfies
//
//     q_i - x_i = t x_i / a_i^2,     x_i = a_i^2 q_i / (a_i^2 + t),
//
// where t > -min a_i^2 picks the nearest of the stationary points. With the
// least semi-axis a, r_i = (a_i / a)^2 and t = a^2 (u - 1), u is the root of
//
//     |w(u)| = 1,   w_i(u) = x_i / a_i = r_i (q_i / a_i) / (u + r_i - 1),
//
// on u > 0, where |w| falls from its pole to zero. 1 / |w| is concave, so that
// Newton's method on 1 / |w| - 1 converges monotonically from the left; it is
// fast once the root is bracketed within a small factor.
//
// The one exception: q on the plane across the least axis and so near the
// centre that |w(0)| < 1. Then u = 0, and x leaves that plane.
namespace tactus::contact {
namespace {

/// Below this, q counts as on the plane: no coordinate is that small but zero.
constexpr double kTiny = 1e-150;
constexpr int kMaxIterations = 60;

struct Secular {
  Vector3d r;   ///< r_i >= 1
  Vector3d rz;  ///< r_i |q_i| / a_i

  Vector3d CalcW(double u) const {
    Vector3d w;
    for (int i = 0; i < 3; ++i) {
      w[i] = rz[i] > kTiny ? rz[i] / (u + (r[i] - 1)) : 0;
    }
    return w;
  }
  /// Newton's step of 1 / |w| - 1: w'_i = -w_i / (u + r_i - 1).
  double CalcStep(double u) const {
    const Vector3d w = CalcW(u);
    const double w2 = w.squaredNorm();
    double slope = 0;
    for (int i = 0; i < 3; ++i) slope += w[i] * w[i] / (u + (r[i] - 1));
    return (std::sqrt(w2) - 1) * w2 / slope;
  }
};

double SolveSecular(const Secular& g) {
  // Where one term alone is 1, |w| >= 1; |w| <= |rz| / u.
  double low = std::max(kTiny, (g.rz - g.r).maxCoeff() + 1);
  double high = g.rz.norm();
  if (low == kTiny && g.CalcW(low).squaredNorm() < 1) return 0;
  while (high > 4 * low) {  // Halves the number of digits between them.
    const double middle = std::sqrt(low * high);
    (g.CalcW(middle).squaredNorm() >= 1 ? low : high) = middle;
  }
  for (int i = 0; i < kMaxIterations; ++i) {
    const double next = low + g.CalcStep(low);
    if (!(next > low)) break;  // Steps go right, until round-off.
    low = next;
  }
  return low;
}

}  // namespace

SurfacePoint NearestSurfacePoint(const Ellipsoid& ellipsoid,
                                 const Vector3d& q) {
  const Vector3d& radii = ellipsoid.radii;
  int least;
  const double a = radii.minCoeff(&least);
  Secular g;
  g.r = (radii / a).cwiseAbs2();
  g.rz = g.r.cwiseProduct(q.cwiseAbs().cwiseQuotient(radii));

  const double u = SolveSecular(g);
  Vector3d w = g.CalcW(u);
  if (u == 0) w[least] = std::sqrt(std::max(0.0, 1 - w.squaredNorm()));
  for (int i = 0; i < 3; ++i) w[i] = std::copysign(w[i], q[i]);

  // The gradient of sum (x_i / a_i)^2 / 2 at x.
  const Vector3d gradient = w.cwiseQuotient(radii);
  const double length = gradient.norm();
  return {w.cwiseProduct(radii), gradient / length, a * a * (u - 1) * length};
}

}  // namespace tactus::contact
