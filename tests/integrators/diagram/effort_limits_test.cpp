#include "tactus/integrators/diagram/effort_limits.h"

#include <memory>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::integrators {
namespace {

using multibody::Actuator;
using multibody::Model;

std::shared_ptr<const Model> MakeHinge(Actuator actuator) {
  multibody::ModelBuilder builder;
  const int link =
      builder.AddBody("link", {.mass = 1, .I_Bcm = 0.1 * Matrix3d::Identity()});
  actuator.joint = builder.AddJoint({.name = "hinge",
                                     .type = multibody::JointType::kRevolute,
                                     .parent = 0,
                                     .child = link,
                                     .axis_F = Vector3d::UnitY()});
  builder.AddActuator(actuator);
  return std::move(builder).Build();
}

// f = 2 u + 1 - 3 (2 q) - 0.5 (2 v)
const Actuator kServo{.name = "servo",
                      .gear = 2,
                      .gain = 2,
                      .bias0 = 1,
                      .bias1 = -3,
                      .bias2 = -0.5};

bool IsFree(const Actuator& actuator, double q, double v, double u) {
  const auto one = [](double x) {
    return VectorXd::Constant(1, x);
  };
  std::vector<bool> is_free = {true};
  KeepFree(*MakeHinge(actuator), one(q), one(v), one(u), &is_free);
  return is_free[0];
}

TEST_CASE("Effort limits: force or control bounded on one side -> has limits") {
  CHECK_FALSE(HasLimits(kServo));
  CHECK(HasLimits({.name = "m", .force_lower = -1}));
  CHECK(HasLimits({.name = "m", .force_upper = 1}));
  CHECK(HasLimits({.name = "m", .control_lower = -1}));
  CHECK(HasLimits({.name = "m", .control_upper = 1}));
}

TEST_CASE("Effort limits: an effort within them -> free, at them -> not") {
  CHECK(IsFree(kServo, 1e9, 0, 0));
  Actuator servo = kServo;
  servo.force_upper = 5;
  CHECK(IsFree(servo, 0.1, 0.2, 2.3));        // 4.8
  CHECK_FALSE(IsFree(servo, 0.1, 0.2, 2.5));  // 5.2
  CHECK_FALSE(IsFree(servo, 0.05, 0.2, 2.3));
  CHECK_FALSE(IsFree(servo, 0.1, -0.1, 2.3));
  servo.force_lower = 4.5;
  CHECK_FALSE(IsFree(servo, 0.1, 0.2, 2));
  servo = kServo;
  servo.control_upper = 2;
  CHECK(IsFree(servo, 0, 0, 1.9));
  CHECK_FALSE(IsFree(servo, 0, 0, 2));
  servo.gain1 = 1;
  CHECK_FALSE(IsFree(servo, 0, 0, 1.9));
}

TEST_CASE("Effort limits: what was not free -> stays so") {
  std::vector<bool> is_free = {false};
  KeepFree(*MakeHinge(kServo), VectorXd::Zero(1), VectorXd::Zero(1),
           VectorXd::Zero(1), &is_free);
  CHECK_FALSE(is_free[0]);
}

// f = 3 - 0.5 (2 v1) - 8 (v1 - v0) / 2
TEST_CASE("Effort limits: an effort beyond them at the end -> no longer free") {
  contact::VelocityProblem problem;
  problem.cliques = {{.v_start = 0, .nv = 1, .M = MatrixXd::Identity(1, 1)}};
  problem.actuators = {{.dof = 0,
                        .gear = 2,
                        .force0 = 3,
                        .damping = 0.5,
                        .lower = -10,
                        .upper = 5,
                        .id = 1}};
  MatrixXd slope(2, 1);
  slope << 0, 8;
  VectorXd offset = VectorXd::Zero(2);
  const VectorXd times = VectorXd::Constant(2, 0.1);
  const auto find = [&](double v1, double v0) {
    const VectorXd end = VectorXd::Constant(1, v1);
    std::vector<bool> is_free = {true, true};
    const bool any = FindSaturated({.problem = problem,
                                    .length_times = times,
                                    .effort_slope = slope,
                                    .effort_offset = offset,
                                    .change = VectorXd::Constant(1, v1 - v0),
                                    .v1 = end},
                                   &is_free);
    CHECK(is_free[0]);
    CHECK(any == !is_free[1]);
    return any;
  };
  CHECK_FALSE(find(0.2, 0.6));  // 4.4
  CHECK(find(0.2, 0.8));        // 5.2
  CHECK(find(2, -2));           // -15
  // That of its own law, which the problem clamps.
  CHECK(find(-2.5, -2.5));  // 5.5
  // With 2 N m more beside it, and 2 N m less.
  offset[1] = 2;
  CHECK(find(0.2, 0.6));
  offset[1] = -2;
  CHECK_FALSE(find(0.2, 0.6));
  slope(1, 0) = 0;
  CHECK_FALSE(find(-2.5, -2.5));
}

}  // namespace
}  // namespace tactus::integrators
