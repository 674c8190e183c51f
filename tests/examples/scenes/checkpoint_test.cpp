// A simulation saved to bytes and continued from them, in a scene whose
// integrator has much to remember: warm starts, factorizations, step sizes.
#include <memory>
#include <sstream>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::examples {
namespace {

using integrators::Cenic;
using integrators::CenicOptions;
using integrators::ComFreeStep;
using integrators::CondStep;
using integrators::FixedStep;
using integrators::IcfStep;
using integrators::RungeKutta3;
using systems::Simulator;

std::unique_ptr<systems::Integrator> Make(const std::string& method) {
  if (method == "cenic") {
    return std::make_unique<Cenic>(CenicOptions{.accuracy = 1e-2});
  }
  if (method == "icf") {
    return std::make_unique<FixedStep>(std::make_unique<IcfStep>(), 0.01);
  }
  if (method == "comfree") {
    return std::make_unique<FixedStep>(std::make_unique<ComFreeStep>(), 0.002);
  }
  if (method == "cond") {
    return std::make_unique<FixedStep>(std::make_unique<CondStep>(), 0.002);
  }
  return std::make_unique<RungeKutta3>();
}

void CheckReplay(const std::string& scene_name, const std::string& method,
                 double start, double end) {
  const SceneInstance scene = FindScene(scene_name).make();
  Simulator whole(*scene.diagram, scene.context);
  whole.set_integrator(Make(method));
  whole.AdvanceTo(start);
  // Between events, too: after each of the first steps.
  std::vector<std::string> saved;
  whole.set_monitor([&](const systems::Context&) {
    if (saved.size() < 3) {
      std::ostringstream out;
      whole.Save(&out);
      saved.push_back(out.str());
    }
    return std::nullopt;
  });
  whole.AdvanceTo(end);
  REQUIRE(saved.size() == 3);
  for (const std::string& bytes : saved) {
    const SceneInstance again = FindScene(scene_name).make();
    Simulator part(*again.diagram, again.context);
    part.set_integrator(Make(method));
    std::istringstream in(bytes);
    part.Restore(&in);
    CHECK(part.context().time() > start);
    part.AdvanceTo(end);
    CHECK(part.context().continuous_state() ==
          whole.context().continuous_state());
    std::ostringstream end_of_whole, end_of_part;
    whole.Save(&end_of_whole);
    part.Save(&end_of_part);
    CHECK(end_of_whole.str() == end_of_part.str());
  }
}

// Impulses to start from, and dampers that are tightened.
TEST_CASE("Checkpoint: a cable on a drum under COND -> continues bit for bit") {
  CheckReplay("cable_drop", "cond", 0.5, 0.52);
}

TEST_CASE("Checkpoint: a pile under CENIC -> continues bit for bit") {
  CheckReplay("hard_clutter", "cenic", 0.4, 0.7);
}

TEST_CASE(
    "Checkpoint: a pile by fixed steps of ICF and ComFree -> continues bit for "
    "bit") {
  CheckReplay("hard_clutter", "icf", 0.4, 0.7);
  CheckReplay("hard_clutter", "comfree", 0.4, 0.5);
}

TEST_CASE("Checkpoint: a pendulum under Runge-Kutta -> continues bit for bit") {
  CheckReplay("double_pendulum", "rk3", 0.4, 0.9);
}

TEST_CASE(
    "Checkpoint: a belt with time in its drive -> continues bit for bit") {
  CheckReplay("conveyor", "cenic", 0.4, 0.9);
}

}  // namespace
}  // namespace tactus::examples
