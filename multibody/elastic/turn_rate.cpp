#include "tactus/multibody/elastic/turn_rate.h"

#include <cmath>

namespace tactus::multibody {
namespace {

constexpr double kSmall = 1e-2;  // [rad], below which series are exact.
// Below which the slope's is, to 1e-12 of it.
constexpr double kLarge = 0.1;

// c = 1/12 + phi^2/720 + ...
double CalcSquareShare(double phi) {
  if (phi < kSmall) return 1.0 / 12 + phi * phi / 720;
  return (1 - phi / 2 * std::cos(phi / 2) / std::sin(phi / 2)) / (phi * phi);
}

// (dc/dphi) / phi = 1/360 + phi^2/7560 + ...
double CalcSquareShareSlope(double phi) {
  if (phi < kLarge) {
    const double x = phi * phi;
    return 1.0 / 360 + x * (1.0 / 7560 + x * (1.0 / 201600 + x / 5987520));
  }
  const double y = phi / 2, sine = std::sin(y), cotangent = std::cos(y) / sine;
  const double square = phi * phi;
  return ((y / (sine * sine) - cotangent) / 2 - 2 * (1 - y * cotangent) / phi) /
         (square * phi);
}

}  // namespace

Matrix3d CalcTurnRate(const Vector3d& theta) {
  const Matrix3d X = CrossMatrix(theta);
  return Matrix3d::Identity() - X / 2 + CalcSquareShare(theta.norm()) * X * X;
}

// -[d]/2 + dc [theta]^2 + c ([d][theta] + [theta][d]).
Matrix3d CalcTurnRateSlope(const Vector3d& theta, const Vector3d& dtheta) {
  const double phi = theta.norm();
  const Matrix3d X = CrossMatrix(theta), dX = CrossMatrix(dtheta);
  const double slope = CalcSquareShareSlope(phi) * theta.dot(dtheta);
  return -dX / 2 + slope * X * X + CalcSquareShare(phi) * (dX * X + X * dX);
}

}  // namespace tactus::multibody
