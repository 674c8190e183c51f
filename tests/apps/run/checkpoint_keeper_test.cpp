#include "tactus/apps/run/checkpoint_keeper.h"

#include <memory>

#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>

#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/icf_step.h"

namespace tactus::apps {
namespace {

using examples::SceneInstance;
using systems::Simulator;

constexpr double kStep = 0.25;  // [s]

Simulator MakeSimulator(const SceneInstance& scene) {
  Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<integrators::FixedStep>(
      std::make_unique<integrators::IcfStep>(), kStep);
  return simulator;
}

// Where a checkpoint continues [s].
double TimeOf(const std::filesystem::path& file, const SceneInstance& scene) {
  Simulator simulator = MakeSimulator(scene);
  RestoreFromFile(file, &simulator);
  return simulator.context().time();
}

// Due at 0.3, 0.6, ... s; there are steps to 0.25, 0.5, 0.75 and 1 s.
TEST_CASE("CheckpointKeeper: an interval -> after the step in which it ends") {
  const ScratchFolder folder;
  const auto file = folder / "c";
  const SceneInstance scene = examples::MakeBallDrop();
  Simulator simulator = MakeSimulator(scene);
  CheckpointKeeper keeper({.file = file, .interval = 0.3}, {}, 0);
  simulator.set_monitor([&](const systems::Context&) {
    keeper.AfterStep(simulator);
    return std::optional<std::string>();
  });
  simulator.AdvanceTo(kStep);
  CHECK_FALSE(std::filesystem::exists(file));
  for (const double t : {0.5, 0.75, 1.0}) {
    simulator.AdvanceTo(t);
    CHECK(TimeOf(file, scene) == t);
  }
  // The next is due at 1.2 s; steps to 1.05 s and 1.15 s leave none.
  simulator.AdvanceTo(1.05);
  simulator.AdvanceTo(1.15);
  CHECK(TimeOf(file, scene) == 1);
  keeper.Finish(simulator);
  CHECK(TimeOf(file, scene) == Approx(1.15));
}

TEST_CASE("CheckpointKeeper: many intervals in a step -> one, and the next") {
  const ScratchFolder folder;
  const auto file = folder / "c";
  const SceneInstance scene = examples::MakeBallDrop();
  Simulator simulator = MakeSimulator(scene);
  CheckpointKeeper keeper({.file = file, .interval = 0.1}, {}, 0);
  simulator.AdvanceTo(kStep);
  keeper.AfterStep(simulator);
  CHECK(TimeOf(file, scene) == kStep);
  std::filesystem::remove(file);
  simulator.AdvanceTo(0.29);
  keeper.AfterStep(simulator);
  CHECK_FALSE(std::filesystem::exists(file));
  simulator.AdvanceTo(0.31);
  keeper.AfterStep(simulator);
  CHECK(TimeOf(file, scene) == Approx(0.31));
}

TEST_CASE("CheckpointKeeper: no interval -> one at the end, with its words") {
  const ScratchFolder folder;
  const auto file = folder / "c";
  const SceneInstance scene = examples::MakeBallDrop();
  Simulator simulator = MakeSimulator(scene);
  const CheckpointKeeper none;
  none.Finish(simulator);
  CheckpointKeeper keeper({.file = file},
                          {.arguments = {"ball_drop"}, .initial_energy = 7}, 0);
  simulator.AdvanceTo(1);
  keeper.AfterStep(simulator);
  CHECK(folder.num_entries() == 0);
  keeper.Finish(simulator);
  CHECK(TimeOf(file, scene) == 1);
  const RunDescription description = ReadRunDescription(file);
  CHECK(description.arguments == std::vector<std::string>{"ball_drop"});
  CHECK(description.initial_energy == 7);
}

TEST_CASE("CheckpointKeeper: stopped inside a step -> where the last ended") {
  const ScratchFolder folder;
  const SceneInstance scene = examples::MakeBallDrop();
  Simulator simulator = MakeSimulator(scene);
  CheckpointKeeper keeper({.file = folder / "c"}, {}, 0);
  for (const double t : {0.25, 0.5}) {
    simulator.AdvanceTo(t);
    keeper.AfterStep(simulator);
  }
  const VectorXd x = simulator.context().continuous_state();
  simulator.AdvanceTo(0.75);
  REQUIRE(simulator.context().continuous_state() != x);
  keeper.TakeBackStep(&simulator);
  CHECK(simulator.context().time() == 0.5);
  CHECK(simulator.context().continuous_state() == x);
}

}  // namespace
}  // namespace tactus::apps
