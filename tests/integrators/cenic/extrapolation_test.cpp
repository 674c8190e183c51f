// The extrapolated scheme on whole motions.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/cenic/doubled_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using systems::Simulator;
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

}  // namespace
}  // namespace tactus::integrators
