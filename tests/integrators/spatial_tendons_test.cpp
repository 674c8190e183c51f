// Tendons along paths and muscles, from the model to the motion.
#include <cmath>
#include <memory>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/multibody/constraint_rows.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/plant/step_record.h"
#include "tactus/multibody/tendon_path.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using multibody::Muscle;
using multibody::Tendon;
using systems::Simulator;
using test::JointType;
using test::Model;
using test::ModelBuilder;
using test::PlantDiagram;

Tendon::Stop Point(int body, const Vector3d& p) {
  Tendon::Stop stop{.body = body};
  stop.X_BS.translation() = p;
  return stop;
}

// Two links that swing on hinges, and a string from the world around a roll on
// the upper link to the lower one.
struct Arm {
  explicit Arm(Tendon tendon, double damping = 0) {
    const multibody::SpatialInertia link{
        .mass = 1,
        .p_BoBcm = {Vector3d(0.3, 0, 0)},
        .I_Bcm = {0.05 * Matrix3d::Identity()}};
    const int upper = builder.AddBody("upper", link);
    const int lower = builder.AddBody("lower", link);
    builder.AddJoint({.name = "a",
                      .type = JointType::kRevolute,
                      .child = upper,
                      .axis_F = Vector3d::UnitY(),
                      .damping = damping});
    multibody::Joint elbow{.name = "b",
                           .type = JointType::kRevolute,
                           .parent = upper,
                           .child = lower,
                           .axis_F = Vector3d::UnitY(),
                           .damping = damping,
                           .default_position = 1};
    elbow.X_PF.translation() << 0.6, 0, 0;
    builder.AddJoint(elbow);
    Tendon::Stop roll = Point(upper, {0.6, 0, 0});
    roll.kind = Tendon::Stop::Kind::kCylinder;
    roll.X_BS.linear() =
        Eigen::AngleAxisd(std::acos(0.0), Vector3d::UnitX()).matrix();
    roll.radius = 0.15;
    tendon.path = {Point(0, {0.1, 0, 0.4}), Point(upper, {0.2, 0.05, 0.2}),
                   roll, Point(lower, {0.4, 0, 0.02})};
    builder.AddTendon(tendon);
  }
  PlantDiagram Place() {
    model = std::move(builder).Build();
    PlantDiagram scene = test::MakeAlone(model);
    scene.plant->SetPositions(&scene.context, Vector2d(0.2, 0.9));
    return scene;
  }
  double Length(const VectorXd& q) const {
    return CalcTendonLength(*model, model->tendons()[0], q);
  }
  double Energy(const VectorXd& q, const VectorXd& v) const {
    multibody::PositionKinematics position;
    multibody::VelocityKinematics velocity;
    CalcPositionKinematics(*model, q, &position);
    CalcVelocityKinematics(*model, position, v, &velocity);
    return CalcKineticEnergy(*model, position, velocity, v) +
           CalcPotentialEnergy(*model, position, q);
  }

  ModelBuilder builder;
  std::shared_ptr<const Model> model;
};

VectorXd RunIcf(const PlantDiagram& scene, double h, double duration) {
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<FixedStep>(
      std::make_unique<IcfStep>(IcfStepOptions{.tolerance = 1e-13}), h);
  simulator.Initialize();
  simulator.AdvanceTo(duration);
  return scene.plant->positions(simulator.context());
}

VectorXd RunExactly(const PlantDiagram& scene, double duration) {
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<RungeKutta3>(
      RungeKutta3Options{.accuracy = 1e-10, .h_max = 1e-3});
  simulator.Initialize();
  simulator.AdvanceTo(duration);
  return scene.plant->positions(simulator.context());
}

Tendon Spring() {
  return {.name = "t", .rest_lower = 0.9, .rest_upper = 1.0, .stiffness = 80};
}

TEST_CASE("Spatial tendon: a spring around a roll under rk3 -> energy stays") {
  Arm arm(Spring());
  const PlantDiagram scene = arm.Place();
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<RungeKutta3>(
      RungeKutta3Options{.accuracy = 1e-9, .h_max = 1e-3});
  simulator.Initialize();
  const auto energy = [&] {
    return arm.Energy(scene.plant->positions(simulator.context()),
                      scene.plant->velocities(simulator.context()));
  };
  const double start = energy();
  double swing = 0;
  for (int i = 1; i <= 20; ++i) {
    simulator.AdvanceTo(0.1 * i);
    CHECK(energy() == Approx(start).margin(1e-5));
    swing = std::max(
        swing,
        std::abs(arm.Length(scene.plant->positions(simulator.context())) -
                 arm.Length(Vector2d(0.2, 0.9))));
  }
  CHECK(swing > 0.05);
}

TEST_CASE("Spatial tendon: icf and cenic -> rk3's trajectory, to the order") {
  Arm arm(Spring());
  const PlantDiagram scene = arm.Place();
  const double duration = 0.5;
  const VectorXd exact = RunExactly(scene, duration);
  const double coarse = (RunIcf(scene, 2e-3, duration) - exact).norm();
  const double fine = (RunIcf(scene, 1e-3, duration) - exact).norm();
  CHECK(fine < 0.02);
  CHECK(coarse / fine == Approx(2).margin(0.3));

  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>(
      CenicOptions{.accuracy = 1e-7, .h_max = 0.01});
  simulator.Initialize();
  simulator.AdvanceTo(duration);
  const VectorXd q = scene.plant->positions(simulator.context());
  CHECK((q - exact).norm() < 1e-3);
}

TEST_CASE("Spatial tendon: a limit -> holds while the arm falls on it") {
  Arm arm({.name = "t", .upper = 1.2}, 0.5);
  const PlantDiagram scene = arm.Place();
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<FixedStep>(
      std::make_unique<IcfStep>(IcfStepOptions{.tolerance = 1e-12}), 1e-3);
  simulator.Initialize();
  double longest = 0;
  for (int i = 1; i <= 100; ++i) {
    simulator.AdvanceTo(0.02 * i);
    longest = std::max(longest,
                       arm.Length(scene.plant->positions(simulator.context())));
  }
  CHECK(longest == Approx(1.2).margin(1e-3));
}

TEST_CASE(
    "Spatial tendon: an equality of its length -> held, and found at the "
    "start") {
  Arm arm({.name = "t"});
  arm.builder.AddCoupler({.name = "c",
                          .tendon_a = 0,
                          .reference_a = 1.1,
                          .coefficients = {0, 0, 0, 0, 0}});
  const PlantDiagram scene = arm.Place();
  const bool is_cenic = GENERATE(false, true);
  Simulator simulator(*scene.diagram, scene.context);
  if (is_cenic) {
    simulator.reset_integrator<Cenic>(
        CenicOptions{.accuracy = 1e-5, .h_max = 0.01});
  } else {
    simulator.reset_integrator<FixedStep>(
        std::make_unique<IcfStep>(IcfStepOptions{.tolerance = 1e-12}), 1e-3);
  }
  simulator.Initialize();
  double moved = 0;
  const VectorXd start = scene.plant->positions(simulator.context());
  for (int i = 1; i <= 50; ++i) {
    simulator.AdvanceTo(0.02 * i);
    const VectorXd q = scene.plant->positions(simulator.context());
    CHECK(arm.Length(q) == Approx(1.1).margin(1e-6));
    moved = std::max(moved, (q - start).norm());
  }
  CHECK(moved > 0.3);
}

// A ball on a string, let go at 60 degrees: v^2 = 2 g l (cos - cos 60).
TEST_CASE("Spatial tendon: a string to a free body -> a pendulum") {
  constexpr double kLength = 0.5;
  ModelBuilder builder;
  const int ball = builder.AddBody(
      "ball", {.mass = 1, .I_Bcm = {1e-3 * Matrix3d::Identity()}});
  builder.AddTendon({.name = "string",
                     .path = {Point(0, {0, 0, 0}), Point(ball, {0, 0, 0})},
                     .upper = kLength});
  PlantDiagram scene = test::MakeAlone(std::move(builder).Build());
  VectorXd q(7);
  q << kLength * std::sqrt(0.75), 0, -kLength / 2, 1, 0, 0, 0;
  scene.plant->SetPositions(&scene.context, q);
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<FixedStep>(
      std::make_unique<IcfStep>(IcfStepOptions{.tolerance = 1e-12}), 2e-4);
  simulator.Initialize();
  for (int i = 1; i <= 40; ++i) {
    simulator.AdvanceTo(0.02 * i);
    const Vector3d p = scene.plant->positions(simulator.context()).head<3>();
    const Vector3d v = scene.plant->velocities(simulator.context()).tail<3>();
    CHECK(p.norm() == Approx(kLength).margin(1e-4));
    const double fall = -p.z() - kLength / 2;
    CHECK(v.squaredNorm() == Approx(2 * 9.81 * fall).margin(0.02));
  }
}

// M vdot + k = J' f - d v, with f = gain a + bias of the curves.
TEST_CASE("Muscle: on a path -> the acceleration that its curves say") {
  Muscle muscle;
  muscle.peak_force = 60;
  muscle.length_lower = 0.6;
  muscle.length_upper = 1.1;
  Arm arm({.name = "t"}, 0.1);
  arm.builder.AddActuator({.name = "m", .tendon = 0, .muscle = muscle});
  PlantDiagram scene = arm.Place();
  const Vector2d q(0.2, 0.9), v(0.7, -0.4);
  scene.plant->SetVelocities(&scene.context, v);
  scene.context.FixInput(scene.plant->actuation_input(),
                         VectorXd::Constant(1, 0.7));
  const VectorXd vdot = scene.plant->step_record_output()
                            .Eval<multibody::StepRecord>(scene.context)
                            .vdot;
  multibody::TendonKinematics at;
  CalcTendon(*arm.model, arm.model->tendons()[0], q, &at);
  const double rate = contact::CalcRate(at.terms, v);
  const multibody::MuscleForce force = CalcMuscleForce(muscle, at.length, rate);
  multibody::PositionKinematics position;
  multibody::VelocityKinematics velocity;
  CalcPositionKinematics(*arm.model, q, &position);
  CalcVelocityKinematics(*arm.model, position, v, &velocity);
  VectorXd tau;
  CalcBias(*arm.model, position, velocity, &tau);
  tau = -tau - 0.1 * v;
  for (const contact::JointTerm& term : at.terms)
    tau[term.dof] += term.coefficient * (0.7 * force.gain + force.bias);
  CHECK(std::abs(rate) > 0.01);
  CHECK(std::abs(force.bias) > 0.1);
  CHECK((CalcMassMatrix(*arm.model, position) * vdot - tau).norm() < 1e-9);
}

// f = -F0 (a FL FV + FP) of the state's own l, l_dot and a: what the plant's
// acceleration is under rk3, and what icf comes to with smaller steps.
TEST_CASE("Muscle: on a path under icf -> rk3's trajectory, to the order") {
  Muscle muscle;
  muscle.peak_force = 60;
  muscle.length_lower = 0.6;
  muscle.length_upper = 1.1;
  Arm arm({.name = "t"}, 0.1);
  arm.builder.AddActuator({.name = "m", .tendon = 0, .muscle = muscle});
  PlantDiagram scene = arm.Place();
  scene.context.FixInput(scene.plant->actuation_input(),
                         VectorXd::Constant(1, 0.7));
  const double duration = 0.4;
  const VectorXd exact = RunExactly(scene, duration);
  const double coarse = (RunIcf(scene, 2e-3, duration) - exact).norm();
  const double fine = (RunIcf(scene, 1e-3, duration) - exact).norm();
  CHECK((exact - Vector2d(0.2, 0.9)).norm() > 0.1);
  CHECK(fine < 0.02);
  CHECK(coarse / fine == Approx(2).margin(0.3));
}

}  // namespace
}  // namespace tactus::integrators
