#include "tactus/examples/scenes/franka.h"

#include <cmath>

#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/multibody/plant/quantities/patch_contacts.h"
#include "tactus/systems/simulator.h"

namespace tactus::examples {
namespace {

using integrators::Cenic;
using integrators::CenicOptions;
using integrators::ExternalScheme;
using systems::Context;
using systems::Simulator;

RigidTransform BoxPose(const SceneInstance& scene, const Context& context) {
  return scene.plant->body_poses_output().Eval<std::vector<RigidTransform>>(
      context)[scene.plant->model().BodyIndex("box")];
}

/// The normal force with which a finger presses on the box [N].
double Pressure(const SceneInstance& scene, const Context& context,
                const char* finger) {
  const multibody::Model& model = scene.plant->model();
  const int a = model.BodyIndex(finger), b = model.BodyIndex("box");
  double force = 0;
  const auto body = [&](int geometry) {
    return model.geometries()[geometry].body;
  };
  for (const multibody::PointContact& point :
       scene.plant->contact_results_output()
           .Eval<multibody::ContactResults>(context)
           .points) {
    const int from = body(point.geometry_a), to = body(point.geometry_b);
    if ((from == a && to == b) || (from == b && to == a))
      force += std::abs(point.normal_W.dot(point.force_B_W));
  }
  return force;
}

void CheckCarries(const FrankaOptions& options, double accuracy,
                  double tolerance) {
  INFO("gain " << options.gain << ", accuracy " << accuracy);
  const SceneInstance scene = MakeFranka(options);
  Simulator simulator(*scene.diagram, scene.context);
  const auto& cenic =
      simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = accuracy});
  const Context& now = simulator.context();
  simulator.AdvanceTo(1);
  CHECK((BoxPose(scene, now).translation() - CalcFrankaBoxCenter(kFrankaPick))
            .norm() < 1e-3);
  // Half-way: in the air, held by two fingers of 40 N each.
  simulator.AdvanceTo(4);
  const Vector3d lifted = BoxPose(scene, now).translation();
  CHECK(lifted.z() > kFrankaBox.z() / 2 + 0.08);
  CHECK(std::abs(std::atan2(lifted.y(), lifted.x())) < 0.05);
  CHECK(Pressure(scene, now, "left_finger") == Approx(40).epsilon(0.1));
  CHECK(Pressure(scene, now, "right_finger") == Approx(40).epsilon(0.1));
  // Put down, let go, standing.
  simulator.AdvanceTo(10);
  const RigidTransform X_WB = BoxPose(scene, now);
  CHECK((X_WB.translation() - CalcFrankaBoxCenter(kFrankaPlace)).norm() <
        tolerance);
  CHECK(X_WB.linear()(2, 2) > 1 - 1e-6);
  CHECK(scene.plant->velocities(now).tail(6).norm() < 1e-4);
  CHECK(Pressure(scene, now, "left_finger") == 0);
  CHECK(cenic.statistics().failed_solves == 0);
}

TEST_CASE(
    "Franka: default options -> takes the box, carries it and puts it down") {
  CheckCarries({}, 1e-3, 0.01);
}

TEST_CASE(
    "Franka: patches on its pads -> carries the box, 40 N over their area") {
  const FrankaOptions by_patches{.contact = ContactKind::kPatch};
  CheckCarries(by_patches, 1e-3, 0.01);
  // E x / H on the pad's area is what squeezes: x = 40 N / (4 k).
  const SceneInstance scene = MakeFranka(by_patches);
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-3});
  simulator.AdvanceTo(1.9);
  const multibody::Model& model = scene.plant->model();
  const auto patch =
      multibody::PatchFinder(*scene.plant)
          .FindBetween(
              scene.plant->step_record_output().Eval<multibody::StepRecord>(
                  simulator.context()),
              model.BodyIndex("left_finger"), model.BodyIndex("box"));
  CHECK(patch.area == Approx(0.018 * 0.018).epsilon(0.05));
  CHECK(patch.mean_pressure == Approx(40 / (0.018 * 0.018)).epsilon(0.1));
}

TEST_CASE(
    "Franka: stiff controllers, with or without limits -> carries the box, "
    "too") {
  CheckCarries({.gain = 1e6}, 1e-3, 0.01);
  CheckCarries({.gain = 1e6, .effort_limits = false}, 1e-3, 0.01);
}

long CountSteps(const FrankaOptions& options, ExternalScheme scheme,
                double duration) {
  const SceneInstance scene = MakeFranka(options);
  Simulator simulator(*scene.diagram, scene.context);
  const auto& cenic = simulator.reset_integrator<Cenic>(
      CenicOptions{.accuracy = 1e-2, .external = scheme});
  simulator.AdvanceTo(duration);
  return cenic.statistics().steps;
}

// Figure 12. Steps are at most 0.1 s long.
TEST_CASE("Franka: the implicit scheme -> gains cost no steps") {
  for (double gain : {10.0, 1e2, 1e3, 1e4, 1e5, 1e6}) {
    INFO("gain " << gain);
    const long steps = CountSteps({.gain = gain, .effort_limits = false},
                                  ExternalScheme::kImplicit, 10);
    CHECK(steps >= 100);
    CHECK(steps <= 130);
  }
}

// A gain of K on velocities is stable up to steps of 2 / K.
TEST_CASE("Franka: the explicit scheme -> steps grow as the gain") {
  for (double gain : {1e3, 1e4}) {
    INFO("gain " << gain);
    const long steps = CountSteps({.gain = gain, .effort_limits = false},
                                  ExternalScheme::kExplicit, 1);
    CHECK(steps > 0.8 * gain / 4);
    CHECK(steps < 1.6 * gain / 4);
  }
}

}  // namespace
}  // namespace tactus::examples
