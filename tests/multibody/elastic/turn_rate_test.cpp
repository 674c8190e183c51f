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

TEST_CASE("CalcTurnRateChange: turns large and small -> differences") {
  constexpr double kStep = 1e-5;
  const Vector3d step(0.3, 0.5, -0.8);
  for (const double phi : {0.0, 1e-3, 9.9e-3, 1.01e-2, 0.3, 2.0, 3.1}) {
    CAPTURE(phi);
    const Vector3d theta = phi * Vector3d(0.48, -0.6, 0.64);
    const Matrix3d expected = (CalcTurnRate(theta + kStep * step) -
                               CalcTurnRate(theta - kStep * step)) /
                              (2 * kStep);
    CHECK((CalcTurnRateChange(theta, step) - expected).norm() < 1e-9);
  }
}

}  // namespace
}  // namespace tactus::multibody
