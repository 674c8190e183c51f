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

}  // namespace
}  // namespace tactus::multibody
