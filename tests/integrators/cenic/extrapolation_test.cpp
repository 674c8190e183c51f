#include "tactus/integrators/cenic/extrapolation.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "integrators/cenic/attempted_step.h"
#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using systems::Simulator;
using test::Attempted;
using test::PlantDiagram;

TEST_CASE("Extrapolation: a block that slides into a limit -> no bounce") {
  for (double accuracy : {1e-1, 1e-2, 1e-3, 1e-4}) {
    test::ModelBuilder builder;
    const int body = builder.AddBody(
        "block", {.mass = 2, .I_Bcm = 0.01 * Matrix3d::Identity()});
    builder.AddJoint({.name = "slide",
                      .type = test::JointType::kPrismatic,
                      .parent = 0,
                      .child = body,
                      .axis_F = Vector3d::UnitX(),
                      .lower = -10,
                      .upper = 0.5});
    builder.set_gravity(Vector3d::Zero());
    PlantDiagram block = test::MakeAlone(std::move(builder).Build());
    block.plant->SetVelocities(&block.context, VectorXd::Ones(1));
    Simulator simulator(*block.diagram, block.context);
    simulator.reset_integrator<Cenic>(
        CenicOptions{.accuracy = accuracy, .scheme = Scheme::kExtrapolated});
    simulator.AdvanceTo(2);
    CHECK(std::abs(block.plant->velocities(simulator.context())[0]) < 1e-5);
    CHECK(block.plant->positions(simulator.context())[0] ==
          Approx(0.5).margin(1e-5));
  }
}

// Its turn is exact, but not the path between the ends of a step.
TEST_CASE(
    "Step doubling: a cube spins in flight -> turns by (16 a)^1/3 at most") {
  constexpr double kAccuracy = 1e-3, kRate = 300, kDuration = 0.1;
  auto flight = test::MakeTumble();
  VectorXd q(7), v(6);
  q << 0, 0, 100, 1, 0, 0, 0;
  v << 0, 0, kRate, 0, 0, 0;
  flight.plant->SetPositions(&flight.context, q);
  flight.plant->SetVelocities(&flight.context, v);
  systems::Simulator simulator(*flight.diagram, flight.context);
  const auto& cenic =
      simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = kAccuracy});
  simulator.AdvanceTo(kDuration);
  CHECK(static_cast<double>(cenic.statistics().steps) >=
        kRate * kDuration / std::cbrt(16 * kAccuracy));
}

// The error estimate is the first-order solution's, so a scheme's steps are
// nearly those of the other, and the solution is far better.
TEST_CASE(
    "Extrapolation: a double pendulum -> as many steps, 5 % of the error") {
  const PlantDiagram swing = test::MakeSwing();
  const auto run = [&](Scheme scheme, double accuracy) {
    Simulator simulator(*swing.diagram, swing.context);
    const Statistics& statistics =
        simulator
            .reset_integrator<Cenic>(
                CenicOptions{.accuracy = accuracy, .scheme = scheme})
            .statistics();
    simulator.AdvanceTo(1);
    return std::pair(VectorXd(simulator.context().continuous_state()),
                     statistics.steps);
  };
  const VectorXd truth = run(Scheme::kExtrapolated, 1e-9).first;
  const auto [plain, plain_steps] = run(Scheme::kStepDoubling, 1e-5);
  const auto [better, better_steps] = run(Scheme::kExtrapolated, 1e-5);
  CHECK(better_steps == Approx(plain_steps).epsilon(0.03));
  CHECK((better - truth).norm() < 0.05 * (plain - truth).norm());
}

// m x = F / w^2 (w t - sin w t), at rest with no force on it once a period,
// where steps are longest.
TEST_CASE("Extrapolation: motion that rests once a period -> half the error") {
  const double w = 60, force = 100, mass = 2;
  test::ModelBuilder model;
  model.set_gravity(Vector3d::Zero());
  const int body = model.AddBody("mass", {.mass = mass});
  model.AddJoint({.name = "slide",
                  .type = test::JointType::kPrismatic,
                  .parent = 0,
                  .child = body,
                  .axis_F = Vector3d::UnitX()});
  systems::DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<test::MultibodyPlant>(std::move(model).Build());
  const auto& source = builder.AddSystem<test::FunctionSource>(
      "force", [&](double t) { return force * std::sin(w * t); });
  builder.Connect(source.get_output_port(), plant.generalized_force_input());
  const PlantDiagram shaken = test::Finish(std::move(builder), plant);
  const auto error = [&](Scheme scheme, double accuracy) {
    Simulator simulator(*shaken.diagram, shaken.context);
    simulator.reset_integrator<Cenic>(
        CenicOptions{.accuracy = accuracy, .scheme = scheme});
    double worst = 0;
    simulator.set_monitor([&](const systems::Context& context) {
      const double t = context.time();
      const double x = force / (mass * w * w) * (w * t - std::sin(w * t));
      worst = std::max(worst, std::abs(plant.positions(context)[0] - x));
      return std::nullopt;
    });
    simulator.AdvanceTo(1);
    return worst;
  };
  double last = 0;
  for (double accuracy : {1e-3, 1e-5, 1e-7}) {
    const double better = error(Scheme::kExtrapolated, accuracy);
    INFO("accuracy " << accuracy << ", error " << better);
    CHECK(better < 0.5 * error(Scheme::kStepDoubling, accuracy));
    if (last > 0) CHECK(better < last / 20);  // in proportion: a hundredth
    last = better;
  }
}

// A slider above its limit, and a rotor on it that turns on a torsion spring.
PlantDiagram MakeSliderWithRotor() {
  test::ModelBuilder builder;
  const multibody::SpatialInertia inertia{.mass = 1,
                                          .I_Bcm = Matrix3d::Identity()};
  const int slider = builder.AddBody("slider", inertia);
  builder.AddJoint({.name = "slide",
                    .type = test::JointType::kPrismatic,
                    .child = slider,
                    .axis_F = Vector3d::UnitZ(),
                    .lower = 0});
  const int rotor = builder.AddBody("rotor", inertia);
  builder.AddJoint({.name = "turn",
                    .type = test::JointType::kRevolute,
                    .parent = slider,
                    .child = rotor,
                    .axis_F = Vector3d::UnitZ(),
                    .stiffness = 50});
  return test::MakeAlone(std::move(builder).Build());
}

// A body that turns about no axis of its own, on a ball joint whose armature
// leaves it no turn in closed form (pivot_turn.h).
PlantDiagram MakeSpinner(double damping) {
  test::ModelBuilder builder;
  const int body = builder.AddBody(
      "body", {.mass = 1, .I_Bcm = Vector3d(0.01, 0.02, 0.025).asDiagonal()});
  builder.AddJoint({.name = "ball",
                    .type = test::JointType::kBall,
                    .child = body,
                    .damping = damping,
                    .armature = 1e-3});
  PlantDiagram spinner = test::MakeAlone(std::move(builder).Build());
  spinner.plant->SetVelocities(&spinner.context, Vector3d(3, 6, 2));
  return spinner;
}

double CalcGain(double h) {
  const PlantDiagram spinner = MakeSpinner(0);
  const Attempted attempt(spinner, h);
  systems::Context after = spinner.context;
  spinner.plant->SetPositions(&after, attempt.x1().q);
  spinner.plant->SetVelocities(&after, attempt.x1().v);
  return spinner.plant->CalcEnergy(after) -
         spinner.plant->CalcEnergy(spinner.context);
}

// A step of order three is off by h^4, one of order two would be by h^3.
TEST_CASE("Extrapolation: what flies -> half the step, a 16th of the gain") {
  const double gain = CalcGain(4e-3), half = CalcGain(2e-3);
  INFO(gain << ", " << half);
  CHECK(gain / half == Approx(16).epsilon(0.05));
}

TEST_CASE(
    "Extrapolation: a spinner in flight -> by a third, if damped in full") {
  for (const double damping : {0.0, 0.01}) {
    const Attempted attempt(MakeSpinner(damping), 4e-3);
    const HybridState &two = attempt.step.refined(), &hat = attempt.x_hat();
    const VectorXd expected =
        two.v + (damping > 0 ? 1.0 : 1.0 / 3) * (two.v - hat.v);
    CHECK((two.v - hat.v).norm() > 1e-6);
    CHECK((attempt.x1().v - expected).norm() < 1e-12);
  }
}

TEST_CASE("Extrapolation: a slider at rest on a limit -> its rotor in full") {
  PlantDiagram subject = MakeSliderWithRotor();
  subject.plant->SetPositions(&subject.context, Vector2d(0, 0.5));
  const Attempted attempt(subject, 0.02);
  const VectorXd& two = attempt.step.refined().q;
  const VectorXd& hat = attempt.x_hat().q;
  CHECK(std::abs(two[1] - hat[1]) > 1e-4);
  CHECK(attempt.x1().q[1] == Approx(2 * two[1] - hat[1]).epsilon(1e-12));
  CHECK(std::abs(attempt.x1().q[0]) < 1e-6);
}

// As above, but the slider comes to its limit, slowly: by 0.2 mm in the step.
TEST_CASE("Extrapolation: a limit that stops 0.2 mm per step -> ends it") {
  PlantDiagram subject = MakeSliderWithRotor();
  subject.plant->SetPositions(&subject.context, Vector2d(1e-5, 0.5));
  subject.plant->SetVelocities(&subject.context, Vector2d(-0.01, 0));
  const Attempted attempt(subject, 0.02);
  const HybridState& two = attempt.step.refined();
  REQUIRE(std::abs(two.v[0]) < 1e-3);  // It has been stopped.
  CHECK(std::abs(two.q[1] - attempt.x_hat().q[1]) > 1e-4);
  CHECK(attempt.x1().q[1] == Approx(two.q[1]).epsilon(1e-12));
  CHECK(attempt.x1().v[1] == Approx(two.v[1]).epsilon(1e-12));
}

// From one bounce of a ball without dissipation, through every length of step:
// theta by its definition, and every part of the ramp is met.
TEST_CASE(
    "Extrapolation: a bounce at steps of any length -> fades by its ramp") {
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
  int full = 0, partial = 0, none = 0;
  for (double depth : {1e-3, 1e-2, 3e-2}) {
    ball.plant->SetPositions(
        &ball.context,
        (VectorXd(7) << 0, 0, 0.1 - depth, 1, 0, 0, 0).finished());
    for (double speed : {-2.0, -0.5, 0.4, 1.0}) {
      ball.plant->SetVelocities(
          &ball.context, (VectorXd(6) << 0, 0, 0, 0, 0, speed).finished());
      for (double h = 2e-4; h < 0.1; h *= 1.05) {
        const Attempted plain(ball, h, false), better(ball, h);
        const double v_two = plain.x1().v[5], v_hat = plain.x_hat().v[5];
        const double apart = v_two - v_hat;
        const double r =
            std::abs(apart) / (std::abs(v_two - speed) + std::abs(speed) / 10);
        double theta = std::clamp(2 - 2 * r, 0.0, 1.0);
        // x = h/2 sqrt(k w) > 1, with w of all directions: an impact may be
        // unresolved.
        if (h / 2 * std::sqrt(1e3 * 80 / 3) > 1 &&
            better.x1().v[5] == better.step.refined().v[5]) {
          theta = 0;
        }
        CHECK(better.x1().v[5] ==
              Approx(v_two + theta * apart).epsilon(1e-9).margin(1e-9));
        CHECK(better.x1().q[2] ==
              Approx(plain.x1().q[2] +
                     theta * (plain.x1().q[2] - plain.x_hat().q[2]))
                  .epsilon(1e-9));
        CHECK(better.x_hat().q == plain.x_hat().q);
        ++(theta == 1 ? full : theta == 0 ? none : partial);
      }
    }
  }
  CHECK(full > 100);
  CHECK(partial > 3);  // most of the ramp is in unresolved impacts
  CHECK(none > 10);
}

// A body's weight is its island's own: a ball in free flight is extrapolated in
// full beside one whose impact is not.
TEST_CASE("Extrapolation: a ball in flight beside an impact -> in full") {
  test::ModelBuilder builder;
  const contact::Material material{.stiffness = 2e3,
                                   .dissipation = 0,
                                   .static_friction = 0.5,
                                   .dynamic_friction = 0.5,
                                   .stiction_velocity = 1e-4};
  for (const char* name : {"impact", "flight"}) {
    const int body = builder.AddBody(
        name, {.mass = 0.1, .I_Bcm = 4e-4 * Matrix3d::Identity()});
    builder.AddGeometry({.name = name,
                         .body = body,
                         .shape = contact::Sphere{0.1},
                         .material = material});
  }
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = material});
  PlantDiagram balls = test::MakeAlone(std::move(builder).Build());
  VectorXd q(14), v = VectorXd::Zero(12);
  q << 0, 0, 0.07, 1, 0, 0, 0, 1, 0, 2, 1, 0, 0, 0;
  v[9] = 1;
  balls.plant->SetPositions(&balls.context, q);
  int faded = 0;
  for (double speed : {-2.0, 0.4}) {
    v[5] = speed;
    balls.plant->SetVelocities(&balls.context, v);
    for (double h = 5e-3; h < 0.1; h *= 1.2) {
      const Attempted plain(balls, h, false), better(balls, h);
      CHECK(better.x1().q[9] == Approx(2 - 0.5 * 9.81 * h * h).epsilon(1e-13));
      CHECK(better.x1().q[7] == Approx(1 + h).epsilon(1e-13));
      const double in_full = 2 * plain.x1().v[5] - plain.x_hat().v[5];
      if (std::abs(better.x1().v[5] - in_full) > 1e-3) ++faded;
    }
  }
  CHECK(faded > 0);
}

// A brick in flight, whose axis of rotation wanders: along the rotation vector
// from x_hat to x_two, by a third of it; its centre as what is of first order.
TEST_CASE("Extrapolation: a tumbling brick -> a third of the rotation, unit") {
  test::ModelBuilder builder;
  builder.AddBody("brick", {.mass = 1,
                            .p_BoBcm = Vector3d::Zero(),
                            .I_Bcm = Vector3d(0.01, 0.02, 0.025).asDiagonal()});
  PlantDiagram tumble = test::MakeAlone(std::move(builder).Build());
  tumble.plant->SetVelocities(&tumble.context,
                              (VectorXd(6) << 3, -8, 2, 0, 0, 0).finished());
  for (double h : {1e-2, 3e-2}) {
    const Attempted plain(tumble, h, false), better(tumble, h);
    const multibody::Model& model = tumble.plant->model();
    VectorXd beyond, back;
    multibody::CalcPositionDifference(model, plain.x1().q, better.x1().q,
                                      &beyond);
    multibody::CalcPositionDifference(model, plain.x_hat().q, plain.x1().q,
                                      &back);
    CHECK(back.head<3>().norm() > 1e-6);
    CHECK((beyond - back / 3).head<3>().norm() < 1e-3 * back.head<3>().norm());
    CHECK((beyond - back).tail<3>().norm() < 1e-12);  // moves at v1, all of it
    CHECK(better.x1().q.segment<4>(3).norm() == Approx(1).epsilon(1e-14));
  }
}

}  // namespace
}  // namespace tactus::integrators
