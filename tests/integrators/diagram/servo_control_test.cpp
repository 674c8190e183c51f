// Controllers that undo what joints and their motors do by themselves: what is
// taken out must not stay in the step as an inertia.
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/plant/controllers/inverse_dynamics_controller.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using multibody::Actuator;
using multibody::InverseDynamicsController;
using systems::Simulator;
using test::MultibodyPlant;
using test::PlantDiagram;

enum class Wire { kActuation, kGeneralizedForce };

// Computed torque towards a state, with the same gains for each joint.
void AddController(const MultibodyPlant& plant, double kp, double kd,
                   const VectorXd& state, Wire wire,
                   test::DiagramBuilder* builder) {
  const int n = plant.model().num_velocities();
  const auto& controller = builder->AddSystem<InverseDynamicsController>(
      "control", plant.shared_model(),
      multibody::InverseDynamicsGains{.kp = VectorXd::Constant(n, kp),
                                      .ki = {},
                                      .kd = VectorXd::Constant(n, kd)});
  const auto& target =
      builder->AddSystem<systems::ConstantVectorSource>("target", state);
  builder->Connect(plant.state_output(), controller.estimated_state_input());
  builder->Connect(target.get_output_port(), controller.desired_state_input());
  if (wire == Wire::kActuation) {
    builder->Connect(controller.actuation_output(), plant.actuation_input());
  } else {
    builder->Connect(controller.generalized_force_output(),
                     plant.generalized_force_input());
  }
}

// A light hinge, 1e-3 kg m^2, that kp = 100 and kd = 20 take from 0.1 rad to
// zero: q = 0.1 (1 + 10 t) exp(-10 t).
PlantDiagram MakeHinge(Actuator motor, double damping, Wire wire,
                       double load = 0) {
  test::ModelBuilder model;
  model.set_gravity(Vector3d::Zero());
  const int link =
      model.AddBody("link", {.mass = 1, .I_Bcm = 1e-3 * Matrix3d::Identity()});
  motor.name = "motor";
  motor.joint = model.AddJoint({.name = "hinge",
                                .type = test::JointType::kRevolute,
                                .parent = 0,
                                .child = link,
                                .axis_F = Vector3d::UnitY(),
                                .damping = damping});
  model.AddActuator(motor);
  test::DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<MultibodyPlant>(std::move(model).Build());
  AddController(plant, 100, 20, VectorXd::Zero(2), wire, &builder);
  if (load != 0) {
    const auto& push = builder.AddSystem<systems::ConstantVectorSource>(
        "load", VectorXd::Constant(1, load));
    builder.Connect(push.get_output_port(), plant.generalized_force_input());
  }
  PlantDiagram hinge = test::Finish(std::move(builder), plant);
  plant.SetPositions(&hinge.context, VectorXd::Constant(1, 0.1));
  return hinge;
}

const Actuator kMotor{.name = "m"};
const Actuator kServo{.name = "m", .gain = 2000, .bias1 = -2000, .bias2 = -200};

Actuator Limited(Actuator motor) {
  motor.force_lower = -1e6;
  motor.force_upper = 1e6;
  return motor;
}

std::vector<PlantDiagram> MakeHinges() {
  std::vector<PlantDiagram> hinges;
  for (const double damping : {0.0, 1.0}) {
    for (const Actuator& motor :
         {kMotor, kServo, Limited(kMotor), Limited(kServo)})
      hinges.push_back(MakeHinge(motor, damping, Wire::kActuation));
  }
  hinges.push_back(MakeHinge(kMotor, 1, Wire::kGeneralizedForce));
  return hinges;
}

double Truth(double t) {
  return 0.1 * (1 + 10 * t) * std::exp(-10 * t);
}

template <class Integrator, class... Args>
double RunTo(const PlantDiagram& hinge, double t, Args&&... args) {
  Simulator simulator(*hinge.diagram, hinge.context);
  simulator.reset_integrator<Integrator>(std::forward<Args>(args)...);
  simulator.AdvanceTo(t);
  return hinge.plant->positions(simulator.context())[0];
}

TEST_CASE(
    "Controllers that undo servos and dampers: every method -> the error "
    "dies away as asked") {
  for (const PlantDiagram& hinge : MakeHinges()) {
    const auto run = [&]<class Step>(std::type_identity<Step>) {
      return RunTo<FixedStep>(hinge, 0.3, std::make_unique<Step>(), 2e-3);
    };
    for (const double q : {run(std::type_identity<IcfStep>()),
                           run(std::type_identity<ComFreeStep>()),
                           run(std::type_identity<CondStep>()),
                           run(std::type_identity<DojoStep>())})
      CHECK(q == Approx(Truth(0.3)).margin(4e-4));
    CHECK(RunTo<Cenic>(hinge, 0.3, CenicOptions{.accuracy = 1e-4}) ==
          Approx(Truth(0.3)).margin(3e-4));
  }
}

// By the whole step and its halves: C(h) - C(h/2) tells damping, which does not
// end the extrapolation, from stiffness, which does.
TEST_CASE("Controllers that damp: CENIC -> of second order") {
  const PlantDiagram hinge = MakeHinge(Limited(kMotor), 0, Wire::kActuation);
  const auto error = [&](double h) {
    const double q = RunTo<Cenic>(hinge, 0.25,
                                  CenicOptions{.accuracy = 1e9,
                                               .h_max = h,
                                               .first_step = 1,
                                               .adaptive_tolerance = false});
    return std::abs(q - Truth(0.25));
  };
  CHECK(error(0.005) < 0.3 * error(0.01));
  CHECK(error(0.0025) < 0.3 * error(0.005));
}

// Two links whose inertias couple them; motors clear of their limits have all
// of the controller's slopes.
TEST_CASE("Controllers of chains: torques by either wire -> the same motion") {
  const auto run = [](Wire wire, double h, VectorXd* effort) {
    test::DiagramBuilder builder;
    test::ModelBuilder model;
    int parent = 0;
    RigidTransform X_PF = RigidTransform::Identity();
    for (const char* name : {"upper", "fore"}) {
      const int link =
          model.AddBody(name, {.mass = 1,
                               .p_BoBcm = {0, 0, -0.2},
                               .I_Bcm = 0.002 * Matrix3d::Identity()});
      const int joint = model.AddJoint({.name = name,
                                        .type = test::JointType::kRevolute,
                                        .parent = parent,
                                        .child = link,
                                        .X_PF = X_PF,
                                        .axis_F = Vector3d::UnitY()});
      model.AddActuator({.name = name, .joint = joint, .gear = 3});
      parent = link;
      X_PF = RigidTransform(Eigen::Translation3d(0, 0, -0.4));
    }
    const auto& plant =
        builder.AddSystem<MultibodyPlant>(std::move(model).Build());
    AddController(plant, 900, 60, Eigen::Vector4d(0.6, -1.1, 0, 0), wire,
                  &builder);
    const PlantDiagram arm = test::Finish(std::move(builder), plant);
    Simulator simulator(*arm.diagram, arm.context);
    simulator.reset_integrator<FixedStep>(std::make_unique<IcfStep>(), h);
    simulator.AdvanceTo(10 * h);
    *effort = plant.actuator_efforts_output().Eval(simulator.context());
    return VectorXd(simulator.context().continuous_state());
  };
  for (const double h : {0.005, 0.03}) {  // slow, and implicit
    INFO("h = " << h);
    VectorXd effort, none;
    const VectorXd by_motors = run(Wire::kActuation, h, &effort);
    const VectorXd by_force = run(Wire::kGeneralizedForce, h, &none);
    CHECK((by_motors - by_force).norm() < 1e-9);
  }
}

// A servo that holds zero, since nothing controls it, beside a load that
// follows the state: 1e-3 q'' = -kp q - kv q' - d q', kp = 0.1, kv = 0.02, d =
// 0.02, with roots of -2.7 and -37 1/s; of 4 ms slow, of 40 ms not.
TEST_CASE("Servos that nothing controls: beside a damper -> their own law") {
  test::ModelBuilder model;
  model.set_gravity(Vector3d::Zero());
  const int link =
      model.AddBody("link", {.mass = 1, .I_Bcm = 1e-3 * Matrix3d::Identity()});
  const int joint = model.AddJoint({.name = "hinge",
                                    .type = test::JointType::kRevolute,
                                    .parent = 0,
                                    .child = link,
                                    .axis_F = Vector3d::UnitY()});
  model.AddActuator({.name = "servo",
                     .joint = joint,
                     .gain = 0.1,
                     .bias1 = -0.1,
                     .bias2 = -0.02});
  test::DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<MultibodyPlant>(std::move(model).Build());
  const auto& damper = builder.AddSystem<systems::LinearSystem>(
      "damper",
      systems::LinearSystem::Matrices{.A = MatrixXd(0, 0),
                                      .B = MatrixXd(0, 2),
                                      .C = MatrixXd(1, 0),
                                      .D = Eigen::RowVector2d(0, -0.02)});
  builder.Connect(plant.state_output(), damper.get_input_port());
  builder.Connect(damper.get_output_port(), plant.generalized_force_input());
  PlantDiagram hinge = test::Finish(std::move(builder), plant);
  plant.SetPositions(&hinge.context, VectorXd::Constant(1, 0.1));
  const double t = 0.4, root = std::sqrt(20.0 * 20.0 - 100.0);
  const double a = -20 + root, b = -20 - root;
  const double truth =
      0.1 * (a * std::exp(b * t) - b * std::exp(a * t)) / (a - b);
  for (const double h : {0.004, 0.04}) {
    CHECK(RunTo<FixedStep>(hinge, t, std::make_unique<IcfStep>(), h) ==
          Approx(truth).epsilon(2 * h));  // Of first order.
  }
}

// I (v1 - v0) = h effort, of the last step.
TEST_CASE("Controllers of a hinge: the recorded effort -> what moved it") {
  const PlantDiagram hinge =
      MakeHinge({.name = "m", .gear = 3}, 0, Wire::kActuation);
  const double h = 0.06;  // h (kd + h kp) > 1: implicit
  Simulator simulator(*hinge.diagram, hinge.context);
  simulator.reset_integrator<FixedStep>(std::make_unique<IcfStep>(), h);
  simulator.AdvanceTo(h);
  const double v = hinge.plant->velocities(simulator.context())[0];
  const VectorXd effort =
      hinge.plant->actuator_efforts_output().Eval(simulator.context());
  CHECK(std::abs(v) > 0.1);
  CHECK(h * effort[0] == Approx(1e-3 * v));
}

// From 0.1 rad the controller asks for 0.01 N m at first, ten times the limit
// f. With a damping of D,
//
//     q = 0.1 - f / D (t - (1 - exp(-D t / I)) I / D),
//
// and f t^2 / 2 I without.
TEST_CASE("Controllers of a hinge: efforts beyond their limits -> clamped") {
  const double f = 1e-3, t = 0.05;
  for (const double damping : {0.0, 1.0}) {
    const double moved =
        damping == 0 ? t * t / 2 : f * (t - (1 - std::exp(-1e3 * t)) * 1e-3);
    for (const Actuator& motor : {kMotor, kServo}) {
      Actuator limited = motor;
      limited.force_lower = -f;
      limited.force_upper = f;
      const PlantDiagram hinge = MakeHinge(limited, damping, Wire::kActuation);
      CHECK(RunTo<Cenic>(hinge, t, CenicOptions{.accuracy = 1e-5}) ==
            Approx(0.1 - moved).margin(1e-5));
      for (const double h : {0.01, 0.05}) {
        const double late = damping == 0 ? t * h / 2 : 0;
        CHECK(RunTo<FixedStep>(hinge, t, std::make_unique<IcfStep>(), h) ==
              Approx(0.1 - moved - late).margin(damping == 0 ? 1e-9 : 2e-6));
      }
    }
  }
}

// A load of 0.02 N m on the hinge at its goal: no effort at first, and -0.0122
// N m at the end of a step of 60 ms.
TEST_CASE(
    "Controllers of a hinge: a limit met within the step -> clamped, by a "
    "second solve") {
  const double h = 0.06, load = 0.02, most = 0.006;
  for (const double limit : {1.0, most}) {
    Actuator motor = kMotor;
    motor.force_lower = -limit;
    PlantDiagram hinge = MakeHinge(motor, 0, Wire::kActuation, load);
    hinge.plant->SetPositions(&hinge.context, VectorXd::Zero(1));
    Simulator simulator(*hinge.diagram, hinge.context);
    const auto& fixed =
        simulator.reset_integrator<FixedStep>(std::make_unique<IcfStep>(), h);
    simulator.AdvanceTo(h);
    const double v = hinge.plant->velocities(simulator.context())[0];
    const double effort =
        hinge.plant->actuator_efforts_output().Eval(simulator.context())[0];
    CHECK(h * (effort + load) == Approx(1e-3 * v));
    CHECK(effort == Approx(limit == most ? -most : -0.0121875));
    CHECK(fixed.statistics().factorizations >= (limit == most ? 2 : 1));
  }
}

}  // namespace
}  // namespace tactus::integrators
