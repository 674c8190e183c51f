#include "tactus/examples/scenes/cables.h"

#include <cmath>

#include <catch2/catch.hpp>

#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/systems/simulator.h"

namespace tactus::examples {
namespace {

using contact::CondOptions;
using integrators::CondStep;
using integrators::FixedStep;

struct Run {
  VectorXd q;
  integrators::Statistics statistics;
};

Run Simulate(const SceneInstance& scene, double duration) {
  systems::Simulator simulator(*scene.diagram, scene.context);
  const auto& cond = simulator.reset_integrator<FixedStep>(
      std::make_unique<CondStep>(CondOptions{.residual = 1e-4}), 2e-3);
  simulator.AdvanceTo(duration);
  return {.q = scene.plant->positions(simulator.context()),
          .statistics = cond.statistics()};
}

double HeightOf(const multibody::Model& model, const std::string& link,
                const VectorXd& q) {
  multibody::PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  return position.X_WB[model.BodyIndex(link)].translation().z();
}

TEST_CASE("Cable drop: rough -> it hangs on the drum, smooth -> slides off") {
  for (const double friction : {1.3, 0.05}) {
    const SceneInstance scene =
        MakeCableDrop({.num_links = 40, .friction = friction});
    const Run run = Simulate(scene, 1.2);
    const multibody::Model& model = scene.plant->model();
    INFO("friction " << friction);
    const bool hangs = friction > 1;
    double highest = -1;
    for (int i = 0; i < 40; ++i)
      highest = std::max(
          highest, HeightOf(model, "cable/link" + std::to_string(i), run.q));
    CHECK((highest > 0.02) == hangs);
    if (!hangs) continue;
    CHECK(highest < 0.026);  // Links are 10 mm long.
    CHECK(HeightOf(model, "cable/link0", run.q) < -0.03);
    CHECK(HeightOf(model, "cable/link39", run.q) < -0.03);
  }
}

// What lies on the drum is missing along the arm: its angle times the radius of
// the cable's middle; but 0.3 N stretch 0.4 m of it by 3 mm.
TEST_CASE("Cable winding: wound by the hand -> the arm is shorter by as much") {
  const SceneInstance scene = MakeCableWinding();
  const Run run = Simulate(scene, 4);
  const multibody::Model& model = scene.plant->model();
  const auto position = [&](const char* joint) {
    return run.q[model.joints()[model.JointIndex(joint)].q_start];
  };
  const double wound = position("around") * 0.022;
  REQUIRE(wound > 0.08);
  CHECK(-position("out") == Approx(wound - 0.003).margin(0.003));
  // [Lee22] needs 18 iterations for theirs.
  CHECK(run.statistics.newton_iterations < 20 * run.statistics.steps);
  CHECK(run.statistics.contacts_max > 40);
  CHECK(run.statistics.penetration_max < 1e-3);
}

}  // namespace
}  // namespace tactus::examples
