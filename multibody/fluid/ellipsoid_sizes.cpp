#include "tactus/multibody/fluid/ellipsoid_sizes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <boost/math/special_functions/ellint_rd.hpp>

namespace tactus::multibody {
namespace {

using std::numbers::pi;

// kappa_i = 2/3 r_x r_y r_z R_D(r_j^2, r_k^2, r_i^2), with Carlson's integral
//
//     R_D(x, y, z) = 3/2 int_0^inf dt / ((t + z) sqrt((t + x)(t + y)(t + z))).
Vector3d CalcKappa(const Vector3d& radii) {
  const Vector3d squares = radii.cwiseAbs2();
  Vector3d kappa;
  for (int i = 0; i < 3; ++i) {
    kappa[i] = 2.0 / 3 * radii.prod() *
               boost::math::ellint_rd(squares[(i + 1) % 3],
                                      squares[(i + 2) % 3], squares[i]);
  }
  return kappa;
}

// I_A,i / (rho V); zero for a body of revolution about axis i, and about it.
double CalcAddedInertia(const Vector3d& radii, const Vector3d& kappa, int i) {
  const int j = (i + 1) % 3, k = (i + 2) % 3;
  const double rj2 = radii[j] * radii[j], rk2 = radii[k] * radii[k];
  const double difference = rj2 - rk2, sum = rj2 + rk2;
  if (std::abs(difference) <= 1e-12 * sum) return 0;
  return difference * difference * (kappa[k] - kappa[j]) /
         (5 * (2 * difference + sum * (kappa[j] - kappa[k])));
}

}  // namespace

EllipsoidSizes CalcEllipsoidSizes(const Vector3d& radii,
                                  const FlowCoefficients& coefficients) {
  EllipsoidSizes sizes{.volume = 4 * pi / 3 * radii.prod(),
                       .mean_radius = radii.mean()};
  Vector3d sorted = radii;
  std::ranges::sort(sorted);
  sizes.largest_area = pi * sorted[2] * sorted[1];
  const double largest_moment =
      8 * pi / 15 * sorted[1] * std::pow(sorted[2], 4);
  const Vector3d kappa = CalcKappa(radii);
  for (int i = 0; i < 3; ++i) {
    const double moment =
        8 * pi / 15 * radii[i] *
        std::pow(std::max(radii[(i + 1) % 3], radii[(i + 2) % 3]), 4);
    sizes.angular_drag[i] =
        coefficients.angular_drag * moment +
        coefficients.slender_drag * (largest_moment - moment);
    sizes.added_mass[i] = sizes.volume * kappa[i] / (2 - kappa[i]);
    sizes.added_inertia[i] = sizes.volume * CalcAddedInertia(radii, kappa, i);
  }
  return sizes;
}

}  // namespace tactus::multibody
