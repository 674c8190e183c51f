#include "tactus/multibody/importers/parsing/loop_constraints.h"

#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

TEST_CASE("MakeHinge: two frames and an axis -> two balls on the axis") {
  Constraint frames{.name = "pin", .body_a = 3, .body_b = 5};
  frames.X_AP.translation() = Vector3d(1, 2, 3);
  frames.X_AP.rotate(Eigen::AngleAxisd(0.7, Vector3d::UnitX()));
  frames.X_BQ.translation() = Vector3d(-4, 0, 1);
  frames.X_BQ.rotate(Eigen::AngleAxisd(-1.2, Vector3d::UnitZ()));
  const Vector3d axis(0, 3, 4);
  const auto balls = MakeHinge(frames, axis);
  REQUIRE(balls.size() == 2);
  CHECK(balls[0].name == "pin/1");
  CHECK(balls[1].name == "pin/2");
  for (const Constraint& ball : balls) {
    CHECK(ball.type == ConstraintType::kBall);
    CHECK(ball.body_a == 3);
    CHECK(ball.body_b == 5);
  }
  // In either body the balls are 0.1 m apart along the axis, about the frame.
  const auto check = [&](const RigidTransform& X, const RigidTransform& first,
                         const RigidTransform& second) {
    const Vector3d p = first.translation(), q = second.translation();
    CHECK((p - q - X.linear() * Vector3d(0, 0.06, 0.08)).norm() < 1e-15);
    CHECK(((p + q) / 2 - X.translation()).norm() < 1e-15);
  };
  check(frames.X_AP, balls[0].X_AP, balls[1].X_AP);
  check(frames.X_BQ, balls[0].X_BQ, balls[1].X_BQ);
}

}  // namespace
}  // namespace tactus::multibody
