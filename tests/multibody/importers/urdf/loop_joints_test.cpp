#include "tactus/multibody/importers/urdf/loop_joints.h"

#include "multibody/importers/urdf/parse_tools.h"
#include <catch2/catch.hpp>

namespace tactus::multibody::urdf {
namespace {

using test::FailureOfRobot;
using test::Pair;
using test::ParseRobot;

std::string Loop(const std::string& type, const std::string& more = "") {
  return Pair("revolute", "") + "<loop_joint name='l' type='" + type +
         "'><link1 link='a' xyz='0 0 1'/><link2 link='b' xyz='0 2 0' "
         "rpy='0 0 1.5707963267948966'/>" +
         more + "</loop_joint>";
}

TEST_CASE("URDF loop_joint: ball or fixed -> a ball or weld of two frames") {
  for (const auto& [name, type] : {std::pair("ball", ConstraintType::kBall),
                                   std::pair("fixed", ConstraintType::kWeld)}) {
    const auto robot = ParseRobot(Loop(name));
    REQUIRE(robot.model->constraints().size() == 1);
    const Constraint& constraint = robot.model->constraints()[0];
    CHECK(constraint.name == "l");
    CHECK(constraint.type == type);
    CHECK(constraint.body_a == robot.model->BodyIndex("a"));
    CHECK(constraint.body_b == robot.model->BodyIndex("b"));
    CHECK(constraint.X_AP.translation() == Vector3d(0, 0, 1));
    CHECK(constraint.X_BQ.translation() == Vector3d(0, 2, 0));
  }
}

// The axis is z of both frames; that of Q is turned about it.
TEST_CASE(
    "URDF loop_joint: revolute -> two balls on its axis, without limits") {
  const auto robot =
      ParseRobot(Loop("revolute", "<axis xyz='0 0 2'/><limit lower='0'/>"));
  REQUIRE(robot.model->constraints().size() == 2);
  const auto& [first, second] =
      std::pair(robot.model->constraints()[0], robot.model->constraints()[1]);
  CHECK(first.type == ConstraintType::kBall);
  CHECK((first.X_AP.translation() - second.X_AP.translation() -
         Vector3d(0, 0, 0.1))
            .norm() < 1e-15);
  CHECK((first.X_BQ.translation() + second.X_BQ.translation() -
         2 * Vector3d(0, 2, 0))
            .norm() < 1e-15);
  CHECK(robot.Says("neither damping nor limits"));
}

TEST_CASE("URDF loop_joint: other types, missing or unknown links -> refused") {
  CHECK_THAT(FailureOfRobot(Loop("prismatic")),
             Catch::Contains("is 'prismatic', not one of: revolute"));
  CHECK_THAT(FailureOfRobot(Pair("revolute", "") +
                            "<loop_joint name='l' type='ball'/>"),
             Catch::Contains("it needs a <link1> and a <link2>"));
  CHECK_THAT(FailureOfRobot(Pair("revolute", "") +
                            "<loop_joint name='l' type='ball'>"
                            "<link1 link='a'/><link2 link='x'/></loop_joint>"),
             Catch::Contains("unknown link 'x'"));
}

}  // namespace
}  // namespace tactus::multibody::urdf
