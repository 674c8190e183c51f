#include "tactus/apps/bench/cond/cond.h"

#include <memory>
#include <stdexcept>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/integrators/step_functions/cond_step.h"

namespace tactus::apps::cond {
namespace {

class WatchedStep final : public integrators::CondStep {
 public:
  WatchedStep(const contact::CondOptions& options, const StepWatch& watch)
      : CondStep(options), watch_(watch) {}

  void Step(const integrators::StepProblem& problem, systems::Value* memory,
            integrators::StepResult* result) override {
    CondStep::Step(problem, memory, result);
    if (watch_) watch_(problem, *result);
  }

 private:
  const StepWatch& watch_;
};

struct Rival {
  const char* name;
  contact::NodalMethod method;
};

constexpr Rival kRivals[] = {
    {"COND", contact::NodalMethod::kVelocityFixedPoint},
    {"PGS, W formed", contact::NodalMethod::kGaussSeidel},
    {"APGD, W factored", contact::NodalMethod::kAcceleratedGradient}};

std::string MakeRow(const char* name, const Run& run, const Published& paper) {
  const integrators::Statistics& statistics = run.statistics;
  double all = 0;
  for (const double seconds : statistics.profile.seconds) all += seconds;
  const double solver = statistics.profile[Phase::kSolverRest];
  return fmt::format(
      "| {}{} | {:.0f} | {:.2f} / {:g} | {:.1f} / {:g} | {:.4f} / {:g} | "
      "{:.2f} |\n",
      name, run.reached_end() ? "" : ", failed", statistics.contacts_mean(),
      1e3 * run.PerStep(solver), paper.solver,
      run.PerStep(static_cast<double>(statistics.newton_iterations)),
      paper.iterations, 1e3 * statistics.penetration_max, paper.penetration,
      1e3 * run.PerStep(all - solver));
}

}  // namespace

Run Simulate(const examples::SceneInstance& scene,
             const contact::CondOptions& options, double h, double end,
             const StepWatch& watch) {
  Run run{RunDiagram(*scene.diagram, scene.context,
                     std::make_unique<WatchedStep>(options, watch), h, end),
          {}};
  run.q = scene.plant->positions(run.context);
  return run;
}

Run SimulateToEnd(const examples::SceneInstance& scene,
                  const contact::CondOptions& options, double h, double end,
                  const StepWatch& watch) {
  Run run = Simulate(scene, options, h, end, watch);
  if (!run.reached_end()) throw std::runtime_error(run.failure);
  return run;
}

examples::SceneInstance AdvanceScene(examples::SceneInstance scene,
                                     double start) {
  scene.context =
      SimulateToEnd(scene, {.residual = kResidual}, kStep, start).context;
  return scene;
}

std::vector<contact::VelocityProblem> RecordProblems(
    const examples::SceneInstance& scene, int count) {
  std::vector<contact::VelocityProblem> problems;
  SimulateToEnd(scene, {.residual = kResidual}, kStep,
                scene.context.time() + count * kStep,
                [&](const auto& problem, const auto&) {
                  problems.push_back(problem.velocity);
                });
  return problems;
}

std::string CompareRivals(
    const PublishedOfRivals& paper,
    const std::function<Run(contact::NodalMethod method)>& run) {
  std::string text =
      "| method | contacts | solver, ms per step | iterations per step | "
      "deepest overlap, mm | all else, ms |\n|---|---|---|---|---|---|\n";
  for (std::size_t i = 0; i < paper.size(); ++i)
    text += MakeRow(kRivals[i].name, run(kRivals[i].method), paper[i]);
  return text + "\n";
}

}  // namespace tactus::apps::cond
