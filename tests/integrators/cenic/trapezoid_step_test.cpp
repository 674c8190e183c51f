#include "tactus/integrators/cenic/trapezoid_step.h"

#include <cmath>
#include <functional>
#include <memory>
#include <string>

#include "integrators/cenic/fixed_steps.h"
#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/multibody/plant/joint_reactions.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using systems::Context;
using systems::Simulator;
using test::PlantDiagram;

constexpr double kGravity = 9.81;

CenicOptions FixedSteps(double h) {
  return test::FixedSteps(Scheme::kTrapezoid, h);
}

TEST_CASE("Trapezoid: free fall -> exact, with g h^2 / 2 as the error") {
  PlantDiagram cube = test::MakeAlone(test::MakeCubeModel());
  cube.plant->SetPositions(&cube.context,
                           (VectorXd(7) << 0, 0, 50, 1, 0, 0, 0).finished());
  Simulator simulator(*cube.diagram, cube.context);
  auto& cenic = simulator.reset_integrator<Cenic>(
      CenicOptions{.accuracy = 1e-3, .scheme = Scheme::kTrapezoid});
  simulator.AdvanceTo(1);
  CHECK(cube.plant->positions(simulator.context())[2] ==
        Approx(50 - kGravity / 2).epsilon(1e-12));
  CHECK(cube.plant->velocities(simulator.context())[5] ==
        Approx(-kGravity).epsilon(1e-12));
  // g h^2 / 2 from x_hat, at most the accuracy, and no less than 0.9^2 / 1.2^2
  // of it.
  const double largest = cenic.statistics().step_max;
  CHECK(kGravity * largest * largest / 2 <= 1e-3);
  CHECK(kGravity * largest * largest / 2 >= 0.56e-3);
}

// A ball that is pressed into the ground and comes up again, against the step.
TEST_CASE(
    "Trapezoid: a bounce on a spring -> the closed form to second order") {
  test::ModelBuilder builder;
  const contact::Material material{.stiffness = 2e3,
                                   .dissipation = 0,
                                   .static_friction = 0,
                                   .dynamic_friction = 0,
                                   .stiction_velocity = 1e-4};
  const int body = builder.AddBody(
      "ball", {.mass = 0.1, .I_Bcm = 4e-4 * Matrix3d::Identity()});
  builder.AddGeometry({.name = "ball",
                       .body = body,
                       .shape = contact::Sphere{0.1},
                       .material = material});
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = material});
  PlantDiagram ball = test::MakeAlone(std::move(builder).Build());
  // Inside the ground: the spring alone acts, from here to the turning point
  // and on to the time when it has not let go yet.
  const double omega = std::sqrt(1e3 / 0.1), rest = 0.1 * kGravity / 1e3;
  ball.plant->SetPositions(
      &ball.context, (VectorXd(7) << 0, 0, 0.1 - rest, 1, 0, 0, 0).finished());
  ball.plant->SetVelocities(&ball.context,
                            (VectorXd(6) << 0, 0, 0, 0, 0, -2).finished());
  const double duration = 0.75 * std::acos(-1) / omega;
  double last = 0;
  for (int n : {40, 80, 160}) {
    Simulator simulator(*ball.diagram, ball.context);
    simulator.reset_integrator<Cenic>(FixedSteps(duration / n));
    simulator.AdvanceTo(duration);
    const double z = ball.plant->positions(simulator.context())[2];
    const double v = ball.plant->velocities(simulator.context())[5];
    const double x = z - 0.1 + rest;
    const double error = std::abs(x + 2 / omega * std::sin(omega * duration)) +
                         std::abs(v + 2 * std::cos(omega * duration)) / omega;
    INFO(n << " steps, error " << error);
    if (last > 0) CHECK(std::log2(last / error) == Approx(2).margin(0.2));
    last = error;
  }
}

/// A mass of 2 kg on a slide with an actuator, which follows f(t).
PlantDiagram MakeActuated(const multibody::Actuator& law,
                          std::function<double(double)> f) {
  test::ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  const int body = builder.AddBody("mass", {.mass = 2});
  multibody::Actuator actuator = law;
  actuator.joint = builder.AddJoint({.name = "slide",
                                     .type = test::JointType::kPrismatic,
                                     .parent = 0,
                                     .child = body,
                                     .axis_F = Vector3d::UnitX()});
  builder.AddActuator(actuator);
  systems::DiagramBuilder diagram;
  const auto& plant =
      diagram.AddSystem<test::MultibodyPlant>(std::move(builder).Build());
  const auto& drive =
      diagram.AddSystem<test::FunctionSource>("f", std::move(f));
  diagram.Connect(drive.get_output_port(), plant.actuation_input());
  PlantDiagram subject = test::Finish(std::move(diagram), plant);
  subject.plant->SetVelocities(&subject.context, VectorXd::Constant(1, 0.5));
  return subject;
}

// A motor, a servo on position and velocity, and a law that gains speed.
// Whatever is taken at the start of the step alone would cost an order.
TEST_CASE("Trapezoid: actuators, implicit or explicit -> second order") {
  constexpr double kDuration = 0.5;
  const auto f = [](double t) {
    return 0.3 * std::sin(9 * t);
  };
  const multibody::Actuator laws[] = {
      {.name = "motor", .gain = 100},
      {.name = "servo", .gear = 2, .gain = 50, .bias1 = -50, .bias2 = -3},
      {.name = "gains", .gain = 100, .bias2 = 2}};
  for (const multibody::Actuator& law : laws) {
    const PlantDiagram subject = MakeActuated(law, f);
    const auto advance = [&](auto make) {
      Simulator simulator(*subject.diagram, subject.context);
      simulator.set_integrator(make());
      simulator.AdvanceTo(kDuration);
      return simulator.context().continuous_state();
    };
    const VectorXd truth = advance([] {
      return std::make_unique<RungeKutta3>(
          RungeKutta3Options{.accuracy = 1e-12});
    });
    for (const ExternalScheme external :
         {ExternalScheme::kImplicit, ExternalScheme::kExplicit}) {
      double last = 0;
      for (int n : {50, 100, 200}) {
        CenicOptions options = FixedSteps(kDuration / n);
        options.external = external;
        const double error =
            (advance([&] { return std::make_unique<Cenic>(options); }) - truth)
                .norm();
        INFO(law.name << ", explicit "
                      << (external == ExternalScheme::kExplicit) << ", " << n
                      << " steps, error " << error);
        if (last > 0) CHECK(std::log2(last / error) == Approx(2).margin(0.15));
        last = error;
      }
    }
  }
}

// A light motor that a load of 0.02 N m takes off its goal, 1e-3 v1 = h/2 (0.02
// + 0.02 + effort): by implicit Euler the effort at the end is -0.0122 N m, by
// the trapezoid -0.0175, beyond the limit.
TEST_CASE("Trapezoid: a limit met by its own solution alone -> clamped") {
  constexpr double kH = 0.06, kLoad = 0.02, kMost = 0.014;
  test::ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  const int body = builder.AddBody(
      "link", {.mass = 1, .I_Bcm = 1e-3 * Matrix3d::Identity()});
  const int joint = builder.AddJoint({.name = "hinge",
                                      .type = test::JointType::kRevolute,
                                      .parent = 0,
                                      .child = body,
                                      .axis_F = Vector3d::UnitY()});
  builder.AddActuator({.name = "motor", .joint = joint, .force_lower = -kMost});
  systems::DiagramBuilder diagram;
  const auto& plant =
      diagram.AddSystem<test::MultibodyPlant>(std::move(builder).Build());
  const auto& law = diagram.AddSystem<systems::LinearSystem>(
      "law",
      systems::LinearSystem::Matrices{.A = MatrixXd(0, 0),
                                      .B = MatrixXd(0, 2),
                                      .C = MatrixXd(1, 0),
                                      .D = Eigen::RowVector2d(-0.1, -0.02)});
  const auto& load = diagram.AddSystem<systems::ConstantVectorSource>(
      "load", VectorXd::Constant(1, kLoad));
  diagram.Connect(plant.state_output(), law.get_input_port());
  diagram.Connect(law.get_output_port(), plant.actuation_input());
  diagram.Connect(load.get_output_port(), plant.generalized_force_input());
  const PlantDiagram hinge = test::Finish(std::move(diagram), plant);
  Simulator simulator(*hinge.diagram, hinge.context);
  simulator.reset_integrator<Cenic>(FixedSteps(kH));
  simulator.AdvanceTo(kH);
  CHECK(plant.velocities(simulator.context())[0] ==
        Approx(kH / 2 * (2 * kLoad - kMost) / 1e-3));
  CHECK(plant.actuator_efforts_output().Eval(simulator.context())[0] ==
        Approx(-kMost));
}

TEST_CASE("Trapezoid: joint limits -> refused by name") {
  using Catch::Matchers::Contains;
  test::ModelBuilder builder;
  const int body = builder.AddBody("mass", {.mass = 2});
  builder.AddJoint({.name = "slide",
                    .type = test::JointType::kPrismatic,
                    .parent = 0,
                    .child = body,
                    .axis_F = Vector3d::UnitX(),
                    .lower = -1,
                    .upper = 1});
  const PlantDiagram limited = test::MakeAlone(std::move(builder).Build());
  Simulator simulator(*limited.diagram, limited.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.scheme = Scheme::kTrapezoid});
  CHECK_THROWS_AS(simulator.Initialize(), std::invalid_argument);
  CHECK_THROWS_WITH(simulator.Initialize(), Contains("trapezoid") &&
                                                Contains("joint limits") &&
                                                Contains("extrapolated"));
}

// Forces at the end and the acceleration there leave nothing for a free body's
// joint.
TEST_CASE(
    "Trapezoid: a cube that tumbles -> its step records explain the motion") {
  PlantDiagram tumble = test::MakeTumble();
  Simulator simulator(*tumble.diagram, tumble.context);
  simulator.reset_integrator<Cenic>(CenicOptions{
      .accuracy = 1e-6, .h_max = 1e-3, .scheme = Scheme::kTrapezoid});
  double residue = 0, largest = 0, start = 0;
  simulator.set_monitor(
      [&](const Context& context) -> std::optional<std::string> {
        if (context.time() == 0) return std::nullopt;
        const auto& record =
            tumble.plant->step_record_output().Eval<multibody::StepRecord>(
                context);
        CHECK(record.start == start);
        CHECK(record.end == context.time());
        start = record.end;
        std::vector<Vector6d> F;
        CalcJointReactions(tumble.plant->model(), record, &F);
        double force = 0;
        for (const auto& point : record.contacts.points)
          force = std::max(force, point.force_B_W.norm());
        residue = std::max(residue, F[0].norm());
        largest = std::max(largest, force);
        return std::nullopt;
      });
  simulator.AdvanceTo(0.3);
  CHECK(largest > 5 * kGravity);  // It did hit the ground.
  CHECK(residue < 0.05 * largest);
}

}  // namespace
}  // namespace tactus::integrators
