#include "tactus/multibody/plant/velocity_problem_actuation.h"

#include <memory>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

constexpr double kGear = 2;

/// A slider with a motor of force limits and a servo.
struct Slider {
  Slider() {
    ModelBuilder builder;
    const int body =
        builder.AddBody("mass", {.mass = 2, .I_Bcm = Matrix3d::Identity()});
    const int joint = builder.AddJoint({.name = "slide",
                                        .type = JointType::kPrismatic,
                                        .parent = 0,
                                        .child = body,
                                        .axis_F = Vector3d::UnitX()});
    builder.AddActuator({.name = "motor",
                         .joint = joint,
                         .gear = kGear,
                         .gain = 3,
                         .force_lower = -10,
                         .force_upper = 10});
    builder.AddActuator(
        {.name = "servo", .joint = joint, .gain = 50, .bias1 = -50});
    model = std::move(builder).Build();
    start = std::make_unique<ModelAtStart>(model.get());
    rows = std::make_unique<VelocityProblemJointRows>(start.get());
    actuation =
        std::make_unique<VelocityProblemActuation>(start.get(), rows.get());
    AddTrees(VectorXd::Constant(1, 0.1), VectorXd::Constant(1, 0.5),
             start.get(), &problem);
    rows->Add(&problem);
    problem.k0.setZero(1);
  }
  std::shared_ptr<const Model> model;
  std::unique_ptr<ModelAtStart> start;
  std::unique_ptr<VelocityProblemJointRows> rows;
  std::unique_ptr<VelocityProblemActuation> actuation;
  contact::VelocityProblem problem;
};

TEST_CASE(
    "Velocity problem actuation: a motor beyond its limit and a servo -> a "
    "force and a law") {
  Slider slider;
  PlantInputs inputs;
  inputs.actuation = Vector2d(4, 0.3);  // The motor would push with 12.
  slider.actuation->Add(inputs, nullptr, &slider.problem);
  CHECK(slider.problem.k0[0] == -kGear * 10);
  REQUIRE(slider.problem.actuators.size() == 1);
  const contact::LinearActuator& servo = slider.problem.actuators[0];
  CHECK(servo.id == 1);
  CHECK(servo.force0 == Approx(50 * (0.3 - 0.1)));
  CHECK(servo.stiffness == 50);
  VectorXd efforts;
  slider.actuation->CollectEfforts(std::vector{-7.5}, &efforts);
  CHECK(efforts == Vector2d(kGear * 10, -7.5));
}

// f = 3 (u - s (v - v_ref)): in x = 2 v a damping of 3 s / 2 about 2 v_ref.
TEST_CASE(
    "Velocity problem actuation: a motor whose control follows -> a law with "
    "damping") {
  Slider slider;
  PlantInputs inputs;
  inputs.actuation = Vector2d(1, 0);
  const double slope = 0.8, v_ref = 0.25;
  const InputFeedback feedback{.control_slope = Vector2d(slope, 0),
                               .length_times = Vector2d::Constant(0.01),
                               .force_slope = {},
                               .v_ref = VectorXd::Constant(1, v_ref)};
  slider.actuation->Add(inputs, &feedback, &slider.problem);
  CHECK(slider.problem.k0[0] == 0);
  REQUIRE(slider.problem.actuators.size() == 2);
  const contact::LinearActuator& motor = slider.problem.actuators[0];
  CHECK(motor.damping == Approx(3 * slope / kGear));
  CHECK(motor.force0 == Approx(3 + 3 * slope * v_ref));
}

}  // namespace
}  // namespace tactus::multibody
