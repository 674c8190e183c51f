#include "tactus/apps/bench/cond/cond.h"

#include <memory>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::apps::cond {
namespace {

constexpr double kResidual = 1e-4;

class Recording final : public integrators::CondStep {
 public:
  explicit Recording(std::vector<contact::VelocityProblem>* problems)
      : CondStep({.residual = kResidual}), problems_(*problems) {}

  void Step(const integrators::StepProblem& problem, systems::Value* memory,
            integrators::StepResult* result) override {
    problems_.push_back(problem.velocity);
    CondStep::Step(problem, memory, result);
  }

 private:
  std::vector<contact::VelocityProblem>& problems_;
};

}  // namespace

Run Simulate(const examples::SceneInstance& scene,
             const contact::CondOptions& options, double h, double duration) {
  systems::Simulator simulator(*scene.diagram, scene.context);
  const auto& integrator = simulator.reset_integrator<integrators::FixedStep>(
      std::make_unique<integrators::CondStep>(options), h);
  Run run;
  try {
    run.reached_end = simulator.AdvanceTo(duration).reached_time();
  } catch (const systems::IntegrationError&) {
    // A solve stalls: the run says that it has not reached its end.
  }
  run.q = scene.plant->positions(simulator.context());
  run.v = scene.plant->velocities(simulator.context());
  run.statistics = integrator.statistics();
  return run;
}

examples::SceneInstance AdvanceScene(examples::SceneInstance scene, double h,
                                     double start) {
  systems::Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<integrators::FixedStep>(
      std::make_unique<integrators::CondStep>(
          contact::CondOptions{.residual = kResidual}),
      h);
  simulator.AdvanceTo(start);
  scene.context = simulator.context();
  return scene;
}

std::vector<contact::VelocityProblem> RecordProblems(
    const examples::SceneInstance& scene, double h, int count) {
  std::vector<contact::VelocityProblem> problems;
  systems::Simulator simulator(*scene.diagram, scene.context);
  simulator.reset_integrator<integrators::FixedStep>(
      std::make_unique<Recording>(&problems), h);
  simulator.AdvanceTo(simulator.context().time() + count * h);
  return problems;
}

std::string MakeRow(const Rival& rival, const Run& run) {
  const integrators::Statistics& statistics = run.statistics;
  double all = 0;
  for (const double seconds : statistics.profile.seconds) all += seconds;
  const double solver = statistics.profile[Phase::kSolverRest];
  return fmt::format(
      "| {}{} | {:.0f} | {:.2f} / {:g} | {:.1f} / {:g} | {:.4f} / {:g} | "
      "{:.2f} |\n",
      rival.name, run.reached_end ? "" : ", failed", statistics.contacts_mean(),
      1e3 * run.PerStep(solver), rival.paper.solver,
      run.PerStep(static_cast<double>(statistics.newton_iterations)),
      rival.paper.iterations, 1e3 * statistics.penetration_max,
      rival.paper.penetration, 1e3 * run.PerStep(all - solver));
}

std::string CompareFrom(examples::SceneInstance scene,
                        std::span<const Rival> rivals, double h, double start,
                        int count) {
  scene = AdvanceScene(std::move(scene), h, start);
  std::string text = kRivalColumns;
  for (const Rival& rival : rivals)
    text += MakeRow(
        rival, Simulate(scene, {.method = rival.method, .residual = kResidual},
                        h, start + count * h));
  return text + "\n";
}

}  // namespace tactus::apps::cond
