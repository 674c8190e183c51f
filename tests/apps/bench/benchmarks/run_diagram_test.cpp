#include "tactus/apps/bench/benchmarks/run_diagram.h"

#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include <catch2/catch.hpp>

#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/step_functions/icf_step.h"

namespace tactus::apps {
namespace {

DiagramRun RunBall(const AddWatches& add_watches = {}) {
  const examples::SceneInstance scene = examples::MakeBallDrop();
  return RunDiagram(*scene.diagram, scene.context,
                    {.name = "icf", .step = 0.01}, 0.5, add_watches);
}

TEST_CASE("RunDiagram: half a second by steps of 10 ms -> fifty, and its end") {
  const DiagramRun run = RunBall();
  CHECK(run.failure.empty());
  CHECK(run.statistics.steps == 50);
  CHECK(run.PerStep(100) == 2);
  CHECK(run.context.time() == Approx(0.5));
  CHECK(run.spent.wall > 0);
}

TEST_CASE("RunDiagram: a function of the caller's -> the bits of its name's") {
  const examples::SceneInstance scene = examples::MakeBallDrop();
  const DiagramRun run =
      RunDiagram(*scene.diagram, scene.context,
                 std::make_unique<integrators::IcfStep>(), 0.01, 0.5);
  CHECK(run.context.continuous_state() == RunBall().context.continuous_state());
}

TEST_CASE("RunDiagram: a monitor -> told of the start and of each step") {
  int count = 0;
  RunBall([&](systems::Simulator* simulator) {
    simulator->set_monitor([&](const systems::Context&) {
      ++count;
      return std::nullopt;
    });
  });
  CHECK(count == 51);
}

// Fails at each step.
class NoStep final : public integrators::StepFunction {
 public:
  std::string_view name() const override { return "none"; }
  void Step(const integrators::StepProblem&, systems::Value*,
            integrators::StepResult* result) override {
    result->report.failure = integrators::StepFailure{
        .kind = integrators::StepFailure::Kind::kNotConverged};
  }
};

TEST_CASE("RunDiagram: a step that fails -> ends there and says so") {
  const examples::SceneInstance scene = examples::MakeBallDrop();
  DiagramRun run = RunDiagram(*scene.diagram, scene.context,
                              std::make_unique<NoStep>(), 0.01, 0.5);
  CHECK_FALSE(run.failure.empty());
  CHECK(run.context.time() == 0);
  CHECK_THROWS_AS(std::move(run).ToEnd(), std::runtime_error);
}

}  // namespace
}  // namespace tactus::apps
