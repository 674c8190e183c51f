#include <cmath>
#include <numbers>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/systems/simulator.h"

namespace tactus::examples {
namespace {

using integrators::Cenic;
using integrators::CenicOptions;
using systems::Context;
using systems::Simulator;

constexpr double kGravity = 9.81;

// Share of the ball's energy that `duration` seconds of step doubling at a
// fixed step h lose; the contact spring's energy counted, zero at the ground.
double BallLoss(double h, double duration, int* bounces) {
  SceneInstance scene = MakeBallDrop();
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>(
      CenicOptions{.accuracy = 1e9,
                   .h_max = h,
                   .first_step = 1,
                   .adaptive_tolerance = false,
                   .scheme = integrators::Scheme::kStepDoubling});
  const auto energy = [&](const Context& context) {
    const double overlap =
        std::max(0.1 - scene.plant->positions(context)[2], 0.0);
    return scene.plant->CalcEnergy(context) - 0.1 * kGravity * 0.1 +
           0.5 * 1e3 * overlap * overlap;
  };
  *bounces = 0;
  double last = 0;
  simulator.set_monitor([&](const Context& context) {
    const double v = scene.plant->velocities(context)[5];
    *bounces += v > 0 && last <= 0;
    last = v;
    return std::nullopt;
  });
  const double start = energy(simulator.context());
  CHECK(start == Approx(0.1 * kGravity * 1));
  simulator.AdvanceTo(duration);
  return 1 - energy(simulator.context()) / start;
}

// Figure 8. Half steps of implicit Euler damp the bounce, half a period of
// omega = sqrt(k / m), by exp(-pi omega h / 2) in energy.
TEST_CASE(
    "Ball drop: ten seconds, half the step -> half the energy lost, by the "
    "law") {
  const double omega = std::sqrt(1e3 / 0.1);
  std::vector<double> losses;
  for (double h : {1e-4, 5e-5}) {
    int bounces = 0;
    const double loss = BallLoss(h, 10, &bounces);
    CHECK(bounces == 11);
    CHECK(-std::log(1 - loss) ==
          Approx(bounces * std::numbers::pi * omega * h / 2).epsilon(0.05));
    losses.push_back(loss);
  }
  CHECK(std::log2(losses[0] / losses[1]) == Approx(1).margin(0.08));
  CHECK(std::log(1 - losses[0]) / std::log(1 - losses[1]) ==
        Approx(2).epsilon(0.01));
}

TEST_CASE(
    "Ball drop: the first second, long steps, too -> losses linear in the "
    "step") {
  std::vector<double> losses;
  for (double h : {4e-4, 2e-4, 1e-4, 5e-5}) {
    int bounces = 0;
    losses.push_back(BallLoss(h, 1, &bounces));
    CHECK(bounces == 1);
  }
  for (std::size_t i = 1; i < losses.size(); ++i)
    CHECK(std::log2(losses[i - 1] / losses[i]) == Approx(1).margin(0.05));
}

// Coulomb: stops after v^2 / (2 mu g), at time v / (mu g).
TEST_CASE("Box slide: 2 m/s -> stops where Coulomb's law says") {
  SceneInstance scene = MakeBoxSlide();
  const double x0 = scene.plant->positions(scene.context)[0];
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-5});
  const double distance = 2 * 2 / (2 * 0.5 * kGravity);
  simulator.AdvanceTo(0.4);
  CHECK(scene.plant->velocities(simulator.context())[3] ==
        Approx(2 - 0.5 * kGravity * 0.4).margin(0.01));
  simulator.AdvanceTo(1);
  CHECK(scene.plant->positions(simulator.context())[0] - x0 ==
        Approx(distance).margin(5e-3));
  CHECK(scene.plant->velocities(simulator.context()).norm() < 1e-4);
}

TEST_CASE("Cylinder: dropped -> lies on the table, no energy gained") {
  SceneInstance scene = MakeCylinder();
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>();
  const double start = scene.plant->CalcEnergy(simulator.context());
  CHECK(start == Approx(6.3 * kGravity * 0.3));
  double most = start;
  simulator.set_monitor([&](const Context& context) {
    most = std::max(most, scene.plant->CalcEnergy(context));
    return std::nullopt;
  });
  simulator.AdvanceTo(2);
  CHECK(most <= start * (1 + 1e-3));  // none from nothing
  const double z = scene.plant->positions(simulator.context())[2];
  // On a flat end or on its side, the centre is a decimetre up.
  CHECK(z == Approx(0.1).margin(0.02));
  CHECK(scene.plant->CalcEnergy(simulator.context()) < 0.6 * start);
}

}  // namespace
}  // namespace tactus::examples
