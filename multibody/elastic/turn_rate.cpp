#include "tactus/multibody/elastic/turn_rate.h"

#include <cmath>

namespace tactus::multibody {
namespace {

constexpr double kSmall = 1e-2;  // [rad], below which series are exact.

// c = 1/12 + phi^2/720 + ...
double CalcSquareShare(double phi) {
  if (phi < kSmall) return 1.0 / 12 + phi * phi / 720;
  return (1 - phi / 2 * std::cos(phi / 2) / std::sin(phi / 2)) / (phi * phi);
}

}  // namespace

Matrix3d CalcTurnRate(const Vector3d& theta) {
  const Matrix3d X = CrossMatrix(theta);
  return Matrix3d::Identity() - X / 2 + CalcSquareShare(theta.norm()) * X * X;
}

}  // namespace tactus::multibody
