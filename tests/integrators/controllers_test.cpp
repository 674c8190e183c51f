// Model-based controllers in closed loop with CENIC, against what the loop
// amounts to in closed form.
#include <cmath>
#include <memory>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/plant/controllers/inverse_dynamics_controller.h"
#include "tactus/multibody/plant/controllers/joint_impedance_controller.h"
#include "tactus/systems/primitives/adder.h"
#include "tactus/systems/primitives/multiplexer.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using multibody::InverseDynamicsController;
using multibody::JointImpedanceController;
using multibody::MakeGravityCompensation;
using systems::DiagramBuilder;
using systems::Simulator;
using test::MultibodyPlant;
using test::PlantDiagram;

const Eigen::Vector4d kTarget(0.6, -1.1, 0, 0), kStart(-0.4, 0.3, 0, 0);

// e(t) = e0 (1 + w t) exp(-w t), each joint by itself, whatever gravity,
// damping and the other joint do.
TEST_CASE(
    "Inverse dynamics: an arm off its target -> critically damped decay") {
  const double w = 6;
  DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<MultibodyPlant>(test::MakePendulumModel(2, 0.3));
  const auto& controller = builder.AddSystem<InverseDynamicsController>(
      "control", plant.shared_model(),
      multibody::InverseDynamicsGains{.kp = VectorXd::Constant(2, w * w),
                                      .ki = {},
                                      .kd = VectorXd::Constant(2, 2 * w)});
  const auto& target =
      builder.AddSystem<systems::ConstantVectorSource>("target", kTarget);
  builder.Connect(plant.state_output(), controller.estimated_state_input());
  builder.Connect(target.get_output_port(), controller.desired_state_input());
  builder.Connect(controller.generalized_force_output(),
                  plant.generalized_force_input());
  PlantDiagram loop = test::Finish(std::move(builder), plant);
  plant.SetPositions(&loop.context, kStart.head(2));
  Simulator simulator(*loop.diagram, loop.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-7});
  for (double t : {0.1, 0.3, 0.8}) {
    simulator.AdvanceTo(t);
    const Vector2d expected = kTarget.head(2) + (kStart - kTarget).head(2) *
                                                    (1 + w * t) *
                                                    std::exp(-w * t);
    CHECK((Vector2d(plant.positions(simulator.context())) - expected).norm() <
          2e-3);
  }
}

// The controls undo gears, gains and biases, and share a joint's force.
TEST_CASE("Inverse dynamics: a servo and a geared motor -> the same decay") {
  const double w = 5;
  multibody::ModelBuilder model;
  const int link =
      model.AddBody("link", {.mass = 1,
                             .p_BoBcm = {0, 0, -0.2},
                             .I_Bcm = 0.02 * Matrix3d::Identity()});
  const int hinge = model.AddJoint({.name = "hinge",
                                    .type = multibody::JointType::kRevolute,
                                    .parent = 0,
                                    .child = link,
                                    .axis_F = Vector3d::UnitY(),
                                    .stiffness = 3,
                                    .spring_reference = 0.2});
  model.AddActuator({.name = "servo",
                     .joint = hinge,
                     .gear = 2,
                     .gain = 50,
                     .bias0 = 1,
                     .bias1 = -50,
                     .bias2 = -3});
  model.AddActuator({.name = "motor", .joint = hinge, .gear = -4, .gain = 0.5});
  DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<MultibodyPlant>(std::move(model).Build());
  const auto& controller = builder.AddSystem<InverseDynamicsController>(
      "control", plant.shared_model(),
      multibody::InverseDynamicsGains{.kp = VectorXd::Constant(1, w * w),
                                      .ki = {},
                                      .kd = VectorXd::Constant(1, 2 * w)});
  const auto& target = builder.AddSystem<systems::ConstantVectorSource>(
      "target", Vector2d(0.7, 0));
  builder.Connect(plant.state_output(), controller.estimated_state_input());
  builder.Connect(target.get_output_port(), controller.desired_state_input());
  builder.Connect(controller.actuation_output(), plant.actuation_input());
  const PlantDiagram loop = test::Finish(std::move(builder), plant);
  Simulator simulator(*loop.diagram, loop.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-8});
  for (double t : {0.1, 0.3, 0.8}) {
    simulator.AdvanceTo(t);
    CHECK(plant.positions(simulator.context())[0] ==
          Approx(0.7 - 0.7 * (1 + w * t) * std::exp(-w * t)).margin(1e-3));
  }
}

// With the desired acceleration fed forward a trajectory is followed as such.
TEST_CASE(
    "Inverse dynamics: with and without feed-forward -> no lag, its lag") {
  for (bool feed_forward : {false, true}) {
    DiagramBuilder builder;
    const auto& plant =
        builder.AddSystem<MultibodyPlant>(test::MakePendulumModel(1, 0));
    const auto& controller = builder.AddSystem<InverseDynamicsController>(
        "control", plant.shared_model(),
        multibody::InverseDynamicsGains{.kp = VectorXd::Constant(1, 25),
                                        .ki = VectorXd::Zero(1),
                                        .kd = VectorXd::Constant(1, 10)});
    const auto& q_d = builder.AddSystem<test::FunctionSource>(
        "q_d", [](double t) { return 1 - std::cos(2 * t); });
    const auto& v_d = builder.AddSystem<test::FunctionSource>(
        "v_d", [](double t) { return 2 * std::sin(2 * t); });
    const auto& a_d = builder.AddSystem<test::FunctionSource>(
        "a_d", [](double t) { return 4 * std::cos(2 * t); });
    const auto& x_d =
        builder.AddSystem<systems::Multiplexer>("x_d", std::vector<int>{1, 1});
    builder.Connect(q_d.get_output_port(), x_d.get_input_port(0));
    builder.Connect(v_d.get_output_port(), x_d.get_input_port(1));
    builder.Connect(x_d.get_output_port(), controller.desired_state_input());
    if (feed_forward) {
      builder.Connect(a_d.get_output_port(),
                      controller.desired_acceleration_input());
    }
    builder.Connect(plant.state_output(), controller.estimated_state_input());
    builder.Connect(controller.actuation_output(), plant.actuation_input());
    const PlantDiagram loop = test::Finish(std::move(builder), plant);
    Simulator simulator(*loop.diagram, loop.context);
    simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-6});
    const double t = 0.8;
    simulator.AdvanceTo(t);
    const double error =
        1 - std::cos(2 * t) - plant.positions(simulator.context())[0];
    // e'' + 10 e' + 25 e = 4 cos 2t, or 0 with the feed-forward, from rest.
    const double lag = 4 * (21 * std::cos(2 * t) + 20 * std::sin(2 * t)) / 841 -
                       (84 + 580 * t) / 841 * std::exp(-5 * t);
    CHECK(error == Approx(feed_forward ? 0 : lag).margin(2e-3));
    CHECK(lag > 0.08);
  }
}

TEST_CASE("Gravity compensation: an arm at rest -> stays where it is put") {
  DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<MultibodyPlant>(test::MakePendulumModel(3, 0));
  const auto& controller =
      builder.AddSystem(MakeGravityCompensation("float", plant.shared_model()));
  builder.Connect(plant.state_output(), controller.estimated_state_input());
  builder.Connect(controller.generalized_force_output(),
                  plant.generalized_force_input());
  PlantDiagram loop = test::Finish(std::move(builder), plant);
  const Vector3d q(0.4, 1.3, -0.6);
  plant.SetPositions(&loop.context, q);
  Simulator simulator(*loop.diagram, loop.context);
  simulator.reset_integrator<Cenic>();
  simulator.AdvanceTo(3);
  CHECK((Vector3d(plant.positions(simulator.context())) - q).norm() < 1e-6);
}

// A torque T on a joint of stiffness K turns it by T / K.
TEST_CASE("Joint impedance: a push -> turns each joint by torque / stiffness") {
  DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<MultibodyPlant>(test::MakePendulumModel(2, 0));
  const auto& controller = builder.AddSystem<JointImpedanceController>(
      "control", plant.shared_model(), Vector2d(80, 20), Vector2d(8, 3));
  const auto& target =
      builder.AddSystem<systems::ConstantVectorSource>("target", kTarget);
  const auto& push =
      builder.AddSystem<systems::ConstantVectorSource>("push", Vector2d(4, -1));
  const auto& sum = builder.AddSystem<systems::Adder>("sum", 2, 2);
  builder.Connect(plant.state_output(), controller.estimated_state_input());
  builder.Connect(target.get_output_port(), controller.desired_state_input());
  builder.Connect(controller.generalized_force_output(), sum.get_input_port(0));
  builder.Connect(push.get_output_port(), sum.get_input_port(1));
  builder.Connect(sum.get_output_port(), plant.generalized_force_input());
  const PlantDiagram loop = test::Finish(std::move(builder), plant);
  Simulator simulator(*loop.diagram, loop.context);
  simulator.reset_integrator<Cenic>();
  simulator.AdvanceTo(5);
  const Vector2d expected = kTarget.head<2>() + Vector2d(4 / 80.0, -1 / 20.0);
  CHECK((Vector2d(plant.positions(simulator.context())) - expected).norm() <
        1e-5);
}

TEST_CASE("Model controllers: gains of wrong size or sign -> refused") {
  const auto model = test::MakePendulumModel(2, 0);
  const VectorXd two = VectorXd::Ones(2), three = VectorXd::Ones(3);
  CHECK_THROWS_WITH(JointImpedanceController("c", model, two, three),
                    Catch::Contains("'c'"));
  CHECK_THROWS_AS(JointImpedanceController("c", model, -two, two),
                  std::invalid_argument);
  CHECK_THROWS_AS(JointImpedanceController("c", nullptr, two, two),
                  std::invalid_argument);
  CHECK_THROWS_WITH(
      InverseDynamicsController("c", model, {.kp = three, .ki = {}, .kd = two}),
      Catch::Contains("kp"));
  CHECK_THROWS_WITH(InverseDynamicsController(
                        "c", model, {.kp = two, .ki = three, .kd = two}),
                    Catch::Contains("ki"));
}

}  // namespace
}  // namespace tactus::integrators
