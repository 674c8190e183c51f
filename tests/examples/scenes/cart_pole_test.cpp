#include <algorithm>
#include <numbers>

#include <catch2/catch.hpp>

#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/cenic.h"
#include "tactus/systems/simulator.h"

namespace tactus::examples {
namespace {

TEST_CASE("Cart-pole: the cart gets below the pole, then comes back") {
  const SceneInstance scene = MakeCartPole();
  systems::Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<integrators::Cenic>();
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

}  // namespace
}  // namespace tactus::examples
