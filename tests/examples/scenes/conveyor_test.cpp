// Figure 14: stick, slip and the jump of the friction force between them.
#include <cmath>
#include <numbers>

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

constexpr double kWeight = 9.81;  // of one kilogram [N]
constexpr double kStictionVelocity = 1e-4;
// mu_d of the curve at full slip: 0.25 % of mu_s - mu_d below.
constexpr double kSliding = 0.5 - 0.0025 * 0.5;

// What the belt does to the block, over one step.
struct Friction {
  double force{}, normal{}, slip{};  // the block's velocity less the belt's
};
Friction Observe(const SceneInstance& scene, const Context& context) {
  Friction friction;
  for (const multibody::PointContact& point :
       scene.plant->contact_results_output()
           .Eval<multibody::ContactResults>(context)
           .points) {
    const double sign = point.normal_W.z() > 0 ? 1 : -1;
    friction.force += sign * point.force_B_W.x();
    friction.normal += sign * point.force_B_W.z();
    friction.slip = sign * point.v_AB_W.x();
  }
  return friction;
}

void CheckStickAndSlip(double accuracy, double duration) {
  const SceneInstance scene = MakeConveyor();
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = accuracy});
  double last_time = 0, stick = 0, slip = 0;
  double most = 0, worst_sliding = 0, worst_normal = 0, steepest = 0;
  Friction last;
  simulator.set_monitor([&](const Context& context) {
    const Friction now = Observe(scene, context);
    const double h = context.time() - last_time;
    last_time = context.time();
    if (context.time() < 0.01) return std::nullopt;  // the block settles
    const double share = std::abs(now.force) / now.normal;
    most = std::max(most, share);
    worst_normal =
        std::max(worst_normal, std::abs(now.normal - kWeight) / kWeight);
    if (std::abs(now.slip) < 2 * kStictionVelocity) stick += h;
    // Slip well past the curve, on both sides of the step.
    if (std::min(now.slip * last.slip, 1.0) > 0 &&
        std::min(std::abs(now.slip), std::abs(last.slip)) > 0.02) {
      slip += h;
      worst_sliding = std::max(worst_sliding, std::abs(share - kSliding));
      CHECK(now.force * now.slip < 0);  // opposes
    }
    steepest = std::max(steepest, std::abs(now.force - last.force));
    last = now;
    return std::nullopt;
  });
  simulator.AdvanceTo(duration);
  INFO("accuracy " << accuracy);
  CHECK(stick > 0.005);
  CHECK(slip > 0.5 * duration);
  CHECK(worst_sliding < 0.005);
  CHECK(most <= 1.0);  // never beyond mu_s ...
  CHECK(most > 0.95);  // ... and close to it before it gives way
  // From sliding one way, at mu_d = 1/2, to being dragged along the other.
  CHECK(steepest > 0.9 * kWeight);
  CHECK(worst_normal < 0.02);
}

TEST_CASE(
    "Conveyor: a loose accuracy -> stick, slip and the jump between them") {
  CheckStickAndSlip(1e-5, 2);
}

TEST_CASE(
    "Conveyor: a tight accuracy -> stick, slip and the jump between them") {
  CheckStickAndSlip(1e-8, 0.5);
}

// While it sticks, friction accelerates the block with the belt:
// F = m A w cos(w t), until that exceeds mu_s m g. Here from the very start:
// A w = 12.6 m/s^2 is too much, and the block slides at once.
TEST_CASE("Conveyor: from the start -> the block slides, at mu_d m g") {
  const SceneInstance scene = MakeConveyor();
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-6});
  simulator.AdvanceTo(0.1);
  const double v1 = scene.plant->velocities(simulator.context())[3];
  simulator.AdvanceTo(0.15);
  const double v2 = scene.plant->velocities(simulator.context())[3];
  CHECK((v2 - v1) / 0.05 == Approx(kSliding * kWeight).epsilon(2e-3));
  const double belt = std::sin(4 * std::numbers::pi * 0.15);
  CHECK(v2 < belt);
}

}  // namespace
}  // namespace tactus::examples
