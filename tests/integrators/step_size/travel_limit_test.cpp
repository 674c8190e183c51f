#include "tactus/integrators/step_size/travel_limit.h"

#include <cmath>
#include <memory>
#include <vector>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using systems::Context;
using systems::Simulator;

/// A sphere of 1 cm flies at 5 m/s towards a plate of 1 cm, 0.5 m away.
test::PlantDiagram MakeShot() {
  test::ModelBuilder model;
  model.set_gravity(Vector3d::Zero());
  const contact::Material elastic{.stiffness = 1e5, .dissipation = 0};
  const int ball = model.AddBody(
      "ball", {.mass = 0.01, .I_Bcm = 4e-7 * Matrix3d::Identity()});
  model.AddGeometry({.name = "ball",
                     .body = ball,
                     .shape = contact::Sphere{0.01},
                     .material = elastic});
  model.AddGeometry({.name = "plate",
                     .body = 0,
                     .X_BG = RigidTransform(Eigen::Translation3d(0.5, 0, 0)),
                     .shape = contact::Box{Vector3d(0.005, 0.5, 0.5)},
                     .material = elastic});
  test::PlantDiagram shot = test::MakeAlone(std::move(model).Build());
  VectorXd v = VectorXd::Zero(6);
  v[3] = 5;
  shot.plant->SetVelocities(&shot.context, v);
  return shot;
}

std::vector<double> ListSteps(const test::PlantDiagram& shot, double fraction,
                              double end, double* x) {
  Simulator simulator(*shot.diagram, shot.context);
  simulator.set_integrator(std::make_unique<TravelLimit>(
      std::make_unique<RungeKutta3>(ErrorControlOptions{.accuracy = 1e-6}),
      fraction));
  std::vector<double> steps;
  double t = 0;
  simulator.set_monitor(
      [&](const Context& context) -> std::optional<std::string> {
        if (context.time() > t) steps.push_back(context.time() - t);
        t = context.time();
        return std::nullopt;
      });
  simulator.AdvanceTo(end);
  *x = shot.plant->positions(simulator.context())[0];
  return steps;
}

TEST_CASE("TravelLimit: a flight -> a fifth of the radius per step") {
  double x{};
  const std::vector<double> steps = ListSteps(MakeShot(), 0.2, 0.05, &x);
  double longest = 0;
  for (const double h : steps) longest = std::max(longest, h);
  CHECK(longest == Approx(0.2 * 0.01 / 5).epsilon(1e-9));
  CHECK(x == Approx(0.25));
}

TEST_CASE("TravelLimit: a thin plate -> is met, and sends the ball back") {
  double x{};
  ListSteps(MakeShot(), 0.2, 0.15, &x);
  CHECK(x < 0.3);
  CHECK(x > 0.15);  // 0.485 m there, 0.265 m back
}

// From rest a fall is bounded by g h^2, which implicit Euler makes of it.
TEST_CASE("TravelLimit: a start at rest -> bounded by gravity") {
  test::ModelBuilder model;
  const int ball = model.AddBody(
      "ball", {.mass = 0.01, .I_Bcm = 4e-7 * Matrix3d::Identity()});
  model.AddGeometry({.name = "ball",
                     .body = ball,
                     .shape = contact::Sphere{0.01},
                     .material = {}});
  const test::PlantDiagram fall = test::MakeAlone(std::move(model).Build());
  Simulator simulator(*fall.diagram, fall.context);
  simulator.set_integrator(std::make_unique<TravelLimit>(
      std::make_unique<Cenic>(CenicOptions{.accuracy = 1, .first_step = 1}),
      0.2));
  double z = fall.q(2), most = 0;
  simulator.set_monitor(
      [&](const Context& context) -> std::optional<std::string> {
        const double now = fall.plant->positions(context)[2];
        most = std::max(most, std::abs(now - z));
        z = now;
        return std::nullopt;
      });
  simulator.AdvanceTo(0.2);
  CHECK(most <= 0.2 * 0.01);
  CHECK(most > 0.1 * 0.2 * 0.01);
}

TEST_CASE("TravelLimit: what cannot be a limit -> refused") {
  CHECK_THROWS_AS(TravelLimit(nullptr, 0.2), std::invalid_argument);
  CHECK_THROWS_AS(TravelLimit(std::make_unique<RungeKutta3>(), 0),
                  std::invalid_argument);
}

}  // namespace
}  // namespace tactus::integrators
