#include "tactus/examples/scenes/panda.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/kinematics.h"

namespace tactus::examples {
namespace {

TEST_CASE(
    "CalcPandaJoints: places in reach -> the fingers there, pointing as "
    "asked") {
  const auto model = MakePandaModel();
  REQUIRE(model->num_velocities() == kPandaDofs);
  for (const PandaReach& reach :
       {PandaReach{0.5, 0.175, -0.5}, PandaReach{0.35, 0.4, 0},
        PandaReach{0.6, 0.05, 1.2}, PandaReach{0.475, 0.45, 0.3, 1.3}}) {
    VectorXd q = VectorXd::Zero(kPandaDofs);
    q.head(kPandaJoints) = CalcPandaJoints(reach);
    for (const multibody::Joint& joint : model->joints()) {
      if (joint.nq() == 0) continue;
      CHECK(q[joint.q_start] >= joint.lower);
      CHECK(q[joint.q_start] <= joint.upper);
    }
    multibody::PositionKinematics position;
    multibody::CalcPositionKinematics(*model, q, &position);
    const auto pad = [&](const char* finger) -> Vector3d {
      return position.X_WB[model->BodyIndex(finger)] * Vector3d(0, 0, 0.0445);
    };
    const Vector3d tip = (pad("left_finger") + pad("right_finger")) / 2;
    const Vector3d expected(reach.radius * std::cos(reach.angle),
                            reach.radius * std::sin(reach.angle), reach.height);
    CHECK((tip - expected).norm() < 1e-9);
    const Matrix3d R_WH = position.X_WB[model->BodyIndex("hand")].linear();
    const Vector3d out(std::cos(reach.angle), std::sin(reach.angle), 0);
    const Vector3d way =
        std::sin(reach.tilt) * out - std::cos(reach.tilt) * Vector3d::UnitZ();
    CHECK((R_WH.col(2) - way).norm() < 1e-9);
    // It opens across the radius.
    CHECK(std::abs(R_WH.col(1).dot(expected.normalized())) < 0.5);
    CHECK(std::abs(R_WH.col(1).head<2>().dot(expected.head<2>().normalized())) <
          1e-9);
  }
}

TEST_CASE("CalcPandaJoints: too near or too far -> refused") {
  CHECK_THROWS_WITH(CalcPandaJoints({.radius = 1.2, .height = 0.2}),
                    Catch::Contains("cannot reach"));
  CHECK_THROWS_AS(CalcPandaJoints({.radius = 0.088, .height = 0.14}),
                  std::invalid_argument);
}

}  // namespace
}  // namespace tactus::examples
