// What rests stays: scenes of drops.cpp that must not move.
#include <cmath>
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

constexpr double kStictionVelocity = 1e-4;
constexpr double kGravity = 9.81;

std::vector<Vector3d> Places(const SceneInstance& scene,
                             const Context& context) {
  std::vector<Vector3d> places;
  for (const RigidTransform& X_WB :
       scene.plant->body_poses_output().Eval<std::vector<RigidTransform>>(
           context)) {
    places.push_back(X_WB.translation());
  }
  return places;
}

// The fastest mean velocity of a body between one second, when it has settled,
// and a hundred.
double Creep(const SceneInstance& scene, double accuracy) {
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = accuracy});
  simulator.AdvanceTo(1);
  const auto before = Places(scene, simulator.context());
  simulator.AdvanceTo(100);
  const auto after = Places(scene, simulator.context());
  double creep = 0;
  for (std::size_t i = 0; i < before.size(); ++i)
    creep = std::max(creep, (after[i] - before[i]).norm() / 99);
  return creep;
}

// The slope asks friction for tan(15 deg) / mu = 0.536 of its limit, which the
// regularised law gives at 0.536 / sqrt(1 - 0.536^2) = 0.635 vs.
TEST_CASE("Incline: a hundred seconds -> held, creeping as the law says") {
  const double share = std::tan(M_PI / 12) / 0.5;
  const double expected =
      share / std::sqrt(1 - share * share) * kStictionVelocity;
  for (double accuracy : {1e-3, 1e-5}) {
    const double creep = Creep(MakeIncline(), accuracy);
    CHECK(creep < kStictionVelocity);
    CHECK(creep == Approx(expected).epsilon(0.05));
  }
}

TEST_CASE("Incline: at rest -> friction and normal force bear the weight") {
  SceneInstance scene = MakeIncline();
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>();
  simulator.AdvanceTo(5);
  Vector3d force = Vector3d::Zero(), normal;
  for (const multibody::PointContact& point :
       scene.plant->contact_results_output()
           .Eval<multibody::ContactResults>(simulator.context())
           .points) {
    const double sign = point.normal_W.z() > 0 ? 1 : -1;
    force += sign * point.force_B_W;
    normal = sign * point.normal_W;
  }
  CHECK(normal.isApprox(Vector3d(std::sin(M_PI / 12), 0, std::cos(M_PI / 12)),
                        1e-6));
  CHECK((force - Vector3d(0, 0, kGravity)).norm() < 1e-3 * kGravity);
}

TEST_CASE("Stack: ten cubes for a hundred seconds -> they stand") {
  const SceneInstance scene = MakeStack();
  CHECK(Creep(scene, 1e-3) < 0.01 * kStictionVelocity);

  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>();
  simulator.AdvanceTo(10);
  // Cube i carries those above it: contact i is compressed by their weight.
  const auto places = Places(scene, simulator.context());
  double z = 0.05;
  for (int i = 0; i < 10; ++i) {
    z -= (10 - i) * kGravity / (4 * 1e5);
    CHECK(places[i + 1].z() == Approx(z).margin(1e-6));
    CHECK(places[i + 1].head<2>().norm() < 1e-5);
    z += 0.1;
  }
  CHECK(scene.plant->velocities(simulator.context()).norm() <
        kStictionVelocity);
}

}  // namespace
}  // namespace tactus::examples
