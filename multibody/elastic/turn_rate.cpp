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

// c'/phi = 1/360 + phi^2/7560 + ..., with
//
//     c' = ((phi/2 / sin^2(phi/2) - cot(phi/2)) / 2 - 2 phi c) / phi^2.
double CalcSquareShareSlope(double phi) {
  if (phi < kSmall) return 1.0 / 360 + phi * phi / 7560;
  const double sine = std::sin(phi / 2), cosine = std::cos(phi / 2);
  const double slope = (phi / 2 / (sine * sine) - cosine / sine) / 2;
  return (slope - 2 * phi * CalcSquareShare(phi)) / (phi * phi * phi);
}

}  // namespace

Matrix3d CalcTurnRate(const Vector3d& theta) {
  const Matrix3d X = CrossMatrix(theta);
  return Matrix3d::Identity() - X / 2 + CalcSquareShare(theta.norm()) * X * X;
}

Matrix3d CalcTurnRateChange(const Vector3d& theta, const Vector3d& dtheta) {
  const double phi = theta.norm();
  const Matrix3d X = CrossMatrix(theta), dX = CrossMatrix(dtheta);
  return -dX / 2 + CalcSquareShareSlope(phi) * theta.dot(dtheta) * X * X +
         CalcSquareShare(phi) * (dX * X + X * dX);
}

}  // namespace tactus::multibody
