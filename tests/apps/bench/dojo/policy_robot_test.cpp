#include "tactus/apps/bench/dojo/policy_robot.h"

#include <array>
#include <string>

#include <catch2/catch.hpp>

namespace tactus::apps::dojo {
namespace {

using multibody::Joint;
using multibody::Model;
using multibody::ModelBuilder;

// A slide that nobody drives, then hinges `knee` and `hip`, in this order.
std::shared_ptr<const Model> MakeLeg() {
  ModelBuilder builder;
  int parent = 0;
  for (const char* name : {"slide", "knee", "hip"}) {
    const int body =
        builder.AddBody(name, {.mass = 1, .I_Bcm = 0.1 * Matrix3d::Identity()});
    const bool slides = std::string(name) == "slide";
    builder.AddJoint({.name = name,
                      .type = slides ? multibody::JointType::kPrismatic
                                     : multibody::JointType::kRevolute,
                      .parent = parent,
                      .child = body,
                      .dry_friction = 0.3});
    parent = body;
  }
  return std::move(builder).Build();
}

constexpr std::array kHinges = {DrivenHinge{"hip", 20, 3, 0.5, -1, 2, 0.1},
                                DrivenHinge{"knee", 30, 4, 0.6, -0.5, 0.7}};

std::shared_ptr<const Model> MakeRobot() {
  ModelBuilder builder;
  AddRobot(
      *MakeLeg(), kHinges,
      [](Joint* joint) {
        if (joint->name == "slide") joint->damping = 7;
      },
      MakePolicyMaterial(0.4), &builder);
  return std::move(builder).Build();
}

TEST_CASE(
    "Policy robot: hinges by name -> springs, dampers, limits, a ground") {
  const auto robot = MakeRobot();
  REQUIRE(robot->geometries().size() == 1);
  CHECK(robot->geometries()[0].material.dynamic_friction == Approx(0.4));
  const auto joints = robot->joints();
  CHECK(joints[0].damping == 7);
  CHECK(joints[0].dry_friction == 0.3);
  const Joint& hip = joints[2];
  CHECK(hip.stiffness == 3);
  CHECK(hip.damping == 0.5);
  CHECK(hip.dry_friction == 0);
  CHECK(hip.lower == -1);
  CHECK(hip.upper == 2);
  CHECK(hip.default_position == 0.1);
}

TEST_CASE("Policy task: hinges in another order -> gears in their columns") {
  const examples::PolicyTask task =
      MakePolicyTask(MakeRobot(), kHinges, 60, std::array{0}, 10);
  CHECK(task.input == MatrixXd{{0, 0}, {0, 30}, {20, 0}});
  CHECK(task.observed == std::vector<int>{1, 2, 3, 4, 5});
  CHECK(task.units == VectorXd{{1, 1, 10, 10, 10}});
  CHECK(task.horizon == 60);
  CHECK(task.q0 == VectorXd{{0, 0, 0.1}});
  CHECK(task.v0.isZero(0));
}

}  // namespace
}  // namespace tactus::apps::dojo
