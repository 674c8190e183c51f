#include <algorithm>
#include <functional>
#include <numbers>
#include <utility>

#include <catch2/catch.hpp>

#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/cenic/cenic_scheme.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/systems/simulator.h"

namespace tactus::examples {
namespace {

TEST_CASE(
    "Cart-pole: off balance -> the cart gets below the pole, then comes back") {
  const SceneInstance scene = MakeCartPole();
  systems::Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<integrators::Cenic>(
      integrators::CenicOptions{.accuracy = 1e-5});
  double farthest = 0, steepest = 0;
  simulator.set_monitor([&](const systems::Context& context) {
    const VectorXd q = scene.plant->positions(context);
    farthest = std::max(farthest, q[0]);
    steepest = std::max(steepest, std::abs(q[1] - std::numbers::pi));
    return std::nullopt;
  });
  simulator.AdvanceTo(10);
  CHECK(farthest > 0.8);          // From 0.5 m, away from its place.
  CHECK(steepest < 0.35 + 1e-3);  // Never more than at the start.
  const VectorXd q = scene.plant->positions(simulator.context());
  CHECK(std::abs(q[0]) < 1e-3);
  CHECK(std::abs(q[1] - std::numbers::pi) < 1e-3);
  CHECK(scene.plant->velocities(simulator.context()).norm() < 1e-3);
}

VectorXd EndAfter(
    const std::function<void(systems::Simulator*)>& set_integrator) {
  const SceneInstance scene = MakeCartPole();
  systems::Simulator simulator(*scene.diagram, scene.context);
  set_integrator(&simulator);
  simulator.AdvanceTo(0.5);
  return scene.plant->positions(simulator.context());
}

// Under feedback every solve is a nonlinear one, and what solves leave undone
// must not gather where steps are many.
TEST_CASE(
    "Cart-pole: accuracies down to 1e-8 -> CENIC's error falls with them") {
  using integrators::Scheme;
  const VectorXd truth = EndAfter([](systems::Simulator* simulator) {
    simulator->reset_integrator<integrators::RungeKutta3>(
        integrators::RungeKutta3Options{.accuracy = 1e-11});
  });
  const auto error = [&](Scheme scheme, double accuracy) {
    const VectorXd q = EndAfter([&](systems::Simulator* simulator) {
      simulator->reset_integrator<integrators::Cenic>(
          integrators::CenicOptions{.accuracy = accuracy, .scheme = scheme});
    });
    return (q - truth).norm();
  };
  for (const auto& [scheme, ratio] : {std::pair(Scheme::kStepDoubling, 0.4),
                                      std::pair(Scheme::kExtrapolated, 0.2)}) {
    INFO(to_string(scheme));
    double before = error(scheme, 1e-5);
    for (const double accuracy : {1e-6, 1e-7, 1e-8}) {
      INFO("accuracy " << accuracy);
      const double now = error(scheme, accuracy);
      CHECK(now < ratio * before);
      before = now;
    }
  }
}

}  // namespace
}  // namespace tactus::examples
