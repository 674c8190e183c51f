// Figure 13: the box that discrete steps carry through the gripper.
#include <algorithm>
#include <memory>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::examples {
namespace {

using integrators::Cenic;
using integrators::CenicOptions;
using integrators::ExternalScheme;
using integrators::FixedStep;
using integrators::IcfStep;
using multibody::Model;
using systems::Context;
using systems::Simulator;

constexpr double kBoxHalf = 0.04, kPadHalf = 0.015;     // heights [m]
constexpr double kBellowHalf = 0.015, kTravel = 0.015;  // along the axis [m]

/// How the box is to the gripper, in heights [m].
struct Observation {
  double into_cups{};  ///< Its top's, at most, over any cup's mouth.
  double into_pad{};   ///< Its top's over the pad's foot.
  double box{};        ///< Its foot's.
  double pressed{};    ///< The bellows, the least.
};

Observation Observe(const SceneInstance& scene, const Context& context) {
  const Model& model = scene.plant->model();
  const auto& X_WB =
      scene.plant->body_poses_output().Eval<std::vector<RigidTransform>>(
          context);
  const RigidTransform& X_WBox = X_WB[model.BodyIndex("box")];
  Observation now{.into_cups = -1, .pressed = 1};
  for (int body = 0; body < model.num_bodies(); ++body) {
    if (model.bodies()[body].name.rfind("bellow", 0) != 0) continue;
    const Vector3d p_WM = X_WB[body] * Vector3d(0, 0, kBellowHalf);
    now.into_cups =
        std::max(now.into_cups, kBoxHalf - (X_WBox.inverse() * p_WM).z());
    const double position =
        scene.plant->positions(context)[model.joints()[body - 1].q_start];
    now.pressed = std::min(now.pressed, -position);
  }
  const double pad = X_WB[model.BodyIndex("pad")].translation().z() - kPadHalf;
  now.into_pad = X_WBox.translation().z() + kBoxHalf - pad;
  now.box = X_WBox.translation().z() - kBoxHalf;
  return now;
}

/// The deepest over a run, and the last.
struct Run {
  double into_cups = -1, into_pad = -1;
  Observation last;
};

template <class Configure>
Run Simulate(double duration, const Configure& configure) {
  const SceneInstance scene = MakeSuction();
  Simulator simulator(*scene.diagram, scene.context);
  configure(&simulator);
  Run run;
  simulator.set_monitor([&](const Context& context) {
    run.last = Observe(scene, context);
    run.into_cups = std::max(run.into_cups, run.last.into_cups);
    run.into_pad = std::max(run.into_pad, run.last.into_pad);
    return std::nullopt;
  });
  simulator.AdvanceTo(duration);
  return run;
}

TEST_CASE("Suction: accuracy 1e-3 or 1e-4 -> the box is caught, and held") {
  for (double accuracy : {1e-3, 1e-4}) {
    INFO("accuracy " << accuracy);
    const Run run = Simulate(5, [&](Simulator* simulator) {
      simulator->reset_integrator<Cenic>(CenicOptions{.accuracy = accuracy});
    });
    CHECK(run.into_cups < 1e-3);
    CHECK(run.into_pad < 0);
    CHECK(run.last.box > 0.12);     // in the air ...
    CHECK(run.last.into_cups > 0);  // ... at the cups ...
    CHECK(run.last.pressed == Approx(kTravel).margin(1e-3));  // ... shut
  }
}

// However fast the forces pull: contact is seen before it happens.
TEST_CASE(
    "Suction: explicit forces at fixed steps -> the box is held outside") {
  const double h = GENERATE(0.01, 1e-3);
  INFO(h << " s");
  const Run run = Simulate(1, [&](Simulator* simulator) {
    simulator->reset_integrator<FixedStep>(std::make_unique<IcfStep>(), h,
                                           ExternalScheme::kExplicit);
  });
  CHECK(run.into_cups < 1e-3);
  CHECK(run.into_pad < 0);
  CHECK(run.last.box > 0.03);     // in the air ...
  CHECK(run.last.into_cups > 0);  // ... at the cups
}

}  // namespace
}  // namespace tactus::examples
