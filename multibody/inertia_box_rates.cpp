#include "tactus/multibody/inertia_box_rates.h"

#include <cmath>

namespace tactus::multibody {

InertiaBoxRates CalcInertiaBoxRatesByMass(const SpatialInertia& inertia) {
  return {.half_extents =
              CalcInertiaBox(inertia).half_extents / (-2 * inertia.mass)};
}

std::optional<InertiaBoxRates> CalcInertiaBoxRatesByInertia(
    const SpatialInertia& inertia, const Matrix3d& dI) {
  constexpr double kEqual = 1e-9, kFlat = 1e-6, kNothing = 1e-12;
  const InertiaBox box = CalcInertiaBox(inertia);
  const Matrix3d R_BE = box.X_BE.linear();
  const Matrix3d A = R_BE.transpose() * dI * R_BE;
  const Matrix3d I_E = R_BE.transpose() * Matrix3d(inertia.I_Bcm) * R_BE;
  const Vector3d moments = I_E.diagonal(), h = box.half_extents;
  const double nothing = kNothing * dI.norm();
  InertiaBoxRates rates;
  for (int i = 0; i < 3; ++i) {
    const double square = 1.5 / inertia.mass * (A.trace() - 2 * A(i, i));
    const bool is_flat = h[i] <= kFlat * h.maxCoeff();
    if (is_flat && std::abs(square) > nothing / inertia.mass) return {};
    if (!is_flat) rates.half_extents[i] = square / (2 * h[i]);
    // [turn]x of row j and column i.
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    if (std::abs(A(j, i)) <= nothing) continue;
    const double difference = moments[i] - moments[j];
    if (std::abs(difference) <= kEqual * moments.maxCoeff()) return {};
    rates.turn[k] = A(j, i) / difference;
  }
  return rates;
}

}  // namespace tactus::multibody
