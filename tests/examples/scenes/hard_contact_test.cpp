#include <algorithm>
#include <cmath>
#include <optional>

#include <catch2/catch.hpp>

#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::examples {
namespace {

using integrators::DojoStep;
using integrators::FrictionCone;
using systems::Context;
using systems::Simulator;

constexpr double kGravity = 9.81;

// Runs a scene by Dojo.
Context Run(const SceneInstance& scene, double h, double duration,
            integrators::DojoOptions options = {.kappa = 1e-8},
            const Simulator::Monitor& monitor = {}) {
  Simulator simulator(*scene.diagram, scene.context);
  simulator.set_integrator(std::make_unique<integrators::FixedStep>(
      std::make_unique<DojoStep>(options), h));
  if (monitor) simulator.set_monitor(monitor);
  simulator.AdvanceTo(duration);
  return simulator.context();
}

TEST_CASE("Box toss: any step of Dojo -> at rest on a face") {
  const double h = GENERATE(0.1, 0.05, 0.01, 0.005);
  const SceneInstance scene = MakeBoxToss();
  const Context end = Run(scene, h, 5);
  CHECK(scene.plant->velocities(end).norm() < 1e-8);
  CHECK(scene.plant->positions(end)[2] == Approx(0.25).margin(1e-3));
}

// Their kappa, 5e-12 J s at 1 ms, cannot be solved at where spheres meet.
TEST_CASE("Soft clutter: Dojo's own kappa, where it is too small -> goes on") {
  const SceneInstance scene = FindScene("soft_clutter").make();
  const double h = GENERATE(0.003, 0.001);
  double longest = 0, time = 0;
  Run(scene, h, 0.5, {}, [&](const Context& context) {
    longest = std::max(longest, context.time() - time);
    time = context.time();
    return std::nullopt;
  });
  CHECK(longest == Approx(h));
}

// Coulomb's way after the drop, whose impulse slows it by mu sqrt(2 g z).
TEST_CASE("Sliding box: the exact cone -> straight, as far as friction lets") {
  const SceneInstance scene = MakeSlidingBox();
  const double h = 0.002;
  const Context end = Run(scene, h, 3);
  const Vector2d way = scene.plant->positions(end).head<2>();
  const Vector2d v(4, 0.8);
  const double fall = std::sqrt(2 * 0.25 / kGravity);
  const double slower = v.norm() - 0.25 * kGravity * fall;
  const double length =
      v.norm() * fall + slower * slower / (2 * 0.25 * kGravity);
  CHECK(way.norm() == Approx(length).epsilon(5e-3));
  CHECK(std::abs(way.y() * v.x() - way.x() * v.y()) < 1e-4 * way.norm());
}

TEST_CASE("Sliding box: a linearised cone -> drifts off its line") {
  const SceneInstance scene = MakeSlidingBox();
  const Context end =
      Run(scene, 0.01, 3, {.kappa = 1e-8, .cone = FrictionCone::kLinear});
  const Vector2d way = scene.plant->positions(end).head<2>();
  CHECK(std::abs(std::atan2(way.y(), way.x()) - std::atan2(0.8, 4)) > 0.02);
}

// F = mu m g t beyond mu m g: the speed is mu g (t - 1)^2 / 2.
TEST_CASE("Pushed block: holds for a second -> then gives way") {
  const SceneInstance scene = MakePushedBlock();
  double at_one = 1;
  const Context end = Run(scene, 0.01, 2, {}, [&](const Context& context) {
    if (context.time() < 0.98) at_one = scene.plant->velocities(context)[3];
    return std::nullopt;
  });
  CHECK(std::abs(at_one) < 0.01);
  CHECK(scene.plant->velocities(end)[3] ==
        Approx(0.5 * kGravity / 2).epsilon(0.02));
}

}  // namespace
}  // namespace tactus::examples
