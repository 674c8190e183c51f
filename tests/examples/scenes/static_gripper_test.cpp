// Figures 6b and 7: friction holds a peg through an impact.
#include <algorithm>
#include <cmath>

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
constexpr double kPegMass = 0.01 * 0.01 * 0.08 * 1000;
constexpr double kStiffness = 1e5;     // of a contact point [N/m]
constexpr double kOverlap = 1e-5 / 2;  // on either side [m]

TEST_CASE("Static gripper: its parts -> of the density of water") {
  const SceneInstance scene = MakeStaticGripper();
  const multibody::Model& model = scene.plant->model();
  const auto mass = [&](const char* name) {
    return model.bodies()[model.BodyIndex(name)].inertia.mass;
  };
  CHECK(mass("peg") == Approx(kPegMass));
  CHECK(mass("gripper") == Approx(1000 * (0.04 * 0.04 * 0.2) + 2 * kPegMass));
}

TEST_CASE("Static gripper: an impact -> the peg stays wedged") {
  const auto kind = GENERATE(ContactKind::kPoint, ContactKind::kPatch);
  const SceneInstance scene = MakeStaticGripper(kind);
  const int peg = scene.plant->model().BodyIndex("peg");
  const int gripper = scene.plant->model().BodyIndex("gripper");
  const auto offset = [&](const Context& context) -> RigidTransform {
    const auto& X_WB =
        scene.plant->body_poses_output().Eval<std::vector<RigidTransform>>(
            context);
    return X_WB[gripper].inverse() * X_WB[peg];
  };
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-3});
  const RigidTransform start = offset(simulator.context());
  double fastest = 0, moved = 0, turned = 0;
  simulator.set_monitor([&](const Context& context) {
    fastest = std::min(fastest, scene.plant->velocities(context)[0]);
    const RigidTransform now = start.inverse() * offset(context);
    moved = std::max(moved, now.translation().norm());
    turned = std::max(turned, Eigen::AngleAxisd(now.linear()).angle());
    return std::nullopt;
  });
  simulator.AdvanceTo(2);
  CHECK(fastest == Approx(-std::sqrt(2 * kGravity * 0.1)).epsilon(0.05));
  CHECK(moved < 6e-3);  // of the 10 mm of overlap with the fingers
  CHECK(turned < 0.1);
  CHECK(scene.plant->positions(simulator.context())[0] ==
        Approx(0).margin(1e-4));  // it stands
  CHECK(scene.plant->velocities(simulator.context()).norm() < 1e-3);
}

// At rest each finger carries half the peg's weight, and squeezes it with no
// more than its springs' force.
TEST_CASE("Static gripper: at rest -> the fingers carry the peg") {
  const SceneInstance scene = MakeStaticGripper();
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-3});
  simulator.AdvanceTo(2);
  double lift = 0, squeeze = 0;
  int points = 0;
  for (const multibody::PointContact& point :
       scene.plant->contact_results_output()
           .Eval<multibody::ContactResults>(simulator.context())
           .points) {
    if (std::abs(point.normal_W.y()) < 0.9) continue;  // the post's foot
    ++points;
    squeeze += std::abs(point.force_B_W.y());
    lift += std::abs(point.force_B_W.z());
  }
  CHECK(points == 8);
  CHECK(lift == Approx(kPegMass * kGravity).epsilon(0.02));
  CHECK(squeeze == Approx(points * kStiffness * kOverlap).epsilon(0.1));
}

// Each finger squeezes a square centimetre, half of E / (2 H) times the overlap
// of ten micrometres, and carries half the peg; the post stands on its foot.
TEST_CASE("Static gripper: patches -> as stiff as points, where they rest") {
  const SceneInstance scene = MakeStaticGripper(ContactKind::kPatch);
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-3});
  simulator.AdvanceTo(2);
  double lift = 0, squeeze = 0;
  for (const multibody::PointContact& point :
       scene.plant->contact_results_output()
           .Eval<multibody::ContactResults>(simulator.context())
           .points) {
    if (std::abs(point.normal_W.y()) < 0.9) continue;  // the post's foot
    squeeze += std::abs(point.force_B_W.y());
    lift += std::abs(point.force_B_W.z());
  }
  CHECK(lift == Approx(kPegMass * kGravity).epsilon(0.02));
  CHECK(squeeze == Approx(2 * 4 * kStiffness * kOverlap).epsilon(0.1));
}

}  // namespace
}  // namespace tactus::examples
