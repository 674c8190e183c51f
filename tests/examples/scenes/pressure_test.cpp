// Scenes whose solids touch by patches or, for comparison, at points.
#include <algorithm>
#include <cmath>
#include <limits>
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

constexpr double kGravity = 9.81, kFriction = 0.5;

Simulator MakeSimulator(const SceneInstance& scene, double accuracy) {
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = accuracy});
  return simulator;
}

// When a disk's rate falls below a hundredth of what it was [s].
double FindStop(const SceneInstance& scene) {
  Simulator simulator = MakeSimulator(scene, 1e-5);
  const double start = scene.plant->velocities(scene.context)[2];
  double stop = std::numeric_limits<double>::infinity(), last_t = 0,
         last_w = start;
  simulator.set_monitor([&](const Context& context) {
    const double w = scene.plant->velocities(context)[2];
    const double level = 0.01 * start;
    if (w < level && std::isinf(stop)) {
      stop =
          last_t + (context.time() - last_t) * (last_w - level) / (last_w - w);
    }
    last_t = context.time();
    last_w = w;
    return std::nullopt;
  });
  simulator.AdvanceTo(0.3);
  return stop;
}

// The last hundredth of its rate takes a hundredth of the time.
TEST_CASE("Spinning disk: by a patch -> stops after 3 w R / (4 mu g)") {
  const double expected = 3 * 10 * 0.1 / (4 * kFriction * kGravity);
  CHECK(FindStop(MakeSpinningDisk(ContactKind::kPatch)) / 0.99 ==
        Approx(expected).epsilon(0.01));
}

TEST_CASE("Spinning disk: on four points of its rim -> w R / (2 mu g)") {
  const double expected = 10 * 0.1 / (2 * kFriction * kGravity);
  CHECK(FindStop(MakeSpinningDisk(ContactKind::kPoint)) / 0.99 ==
        Approx(expected).epsilon(0.01));
}

// Where a cube is after 5 s, and what it does from then on.
struct Rattling {
  RigidTransform settled;
  double moved = 0;   // [m]
  double turned = 0;  // [rad]
  double tilt() const {
    return std::acos(std::min(1.0, settled.linear()(2, 2)));
  }
};

Rattling Watch(const RattleCubeOptions& options, double duration) {
  const SceneInstance scene = MakeRattleCube(options);
  Simulator simulator = MakeSimulator(scene, 1e-3);
  const auto pose = [&] {
    return scene.plant->body_poses_output()
        .Eval<std::vector<RigidTransform>>(simulator.context())
        .back();
  };
  simulator.AdvanceTo(5);
  Rattling seen{.settled = pose()};
  simulator.Observe(0.1, [&](const Context&) {
    const RigidTransform now = seen.settled.inverse() * pose();
    seen.moved = std::max(seen.moved, now.translation().norm());
    seen.turned =
        std::max(seen.turned, Eigen::AngleAxisd(now.linear()).angle());
  });
  simulator.AdvanceTo(duration);
  return seen;
}

TEST_CASE("Rattle cube: by patches -> still, flat and as deep as it stands") {
  for (const bool triangles : {false, true}) {
    const Rattling seen = Watch({.triangles = triangles}, 60);
    CHECK(seen.moved < 1e-6);
    CHECK(seen.turned < 1e-6);
    // m g / (4 k), less what the rim does not carry.
    CHECK(0.05 - seen.settled.translation().z() ==
          Approx(kGravity / 4e5).epsilon(0.01));
    CHECK(seen.tilt() < 1e-6);
  }
}

TEST_CASE("Rattle cube: a point for each polygon -> rocks, and leans") {
  for (const bool triangles : {false, true}) {
    const Rattling seen =
        Watch({.quadrature = contact::Compliance::Quadrature::kCentroid,
               .triangles = triangles},
              10);
    CHECK(seen.turned > 1e-3);
  }
}

TEST_CASE("Cylinder: by patches -> lands, and stands or lies at rest") {
  const SceneInstance scene = MakeCylinder(ContactKind::kPatch);
  Simulator simulator = MakeSimulator(scene, 1e-3);
  simulator.AdvanceTo(5);
  CHECK(scene.plant->velocities(simulator.context()).norm() < 0.05);
  const double z = scene.plant->positions(simulator.context())[2];
  CHECK(z > 0.09);
  CHECK(z < 0.101);
}

}  // namespace
}  // namespace tactus::examples
