#include "tactus/multibody/elastic/turn_rate.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/retraction.h"

namespace tactus::multibody {
namespace {

TEST_CASE("CalcTurnRate: turns large and small -> inverse of the Jacobian") {
  for (const double phi : {0.0, 1e-6, 9.9e-3, 1.01e-2, 0.3, 2.0, 3.1}) {
    CAPTURE(phi);
    const Vector3d theta = phi * Vector3d(0.48, -0.6, 0.64);
    const Matrix3d product = CalcTurnRate(theta) * CalcRotationJacobian(theta);
    CHECK((product - Matrix3d::Identity()).norm() < 1e-12);
  }
}

TEST_CASE("CalcTurnRateSlope: turns large and small -> differences") {
  constexpr double e = 1e-5;
  const Vector3d along(0.3, 0.7, -0.2);
  for (const double phi : {0.0, 1e-3, 0.0999, 0.1001, 0.3, 2.0, 3.1}) {
    CAPTURE(phi);
    const Vector3d theta = phi * Vector3d(0.48, -0.6, 0.64);
    const Matrix3d difference =
        (CalcTurnRate(theta + e * along) - CalcTurnRate(theta - e * along)) /
        (2 * e);
    CHECK((CalcTurnRateSlope(theta, along) - difference).norm() < 1e-9);
  }
}

TEST_CASE("CalcTurnRateSlope: at 0.1 rad -> its series goes on") {
  const Vector3d axis(0.48, -0.6, 0.64), along(0.3, 0.7, -0.2);
  const Matrix3d below = CalcTurnRateSlope(axis * (0.1 - 1e-13), along);
  const Matrix3d above = CalcTurnRateSlope(axis * (0.1 + 1e-13), along);
  CHECK((above - below).norm() < 1e-12);
}

}  // namespace
}  // namespace tactus::multibody
