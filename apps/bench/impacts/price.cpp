// What whole scenes cost, and what they cost MuJoCo.
#include <fstream>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/run_diagram.h"
#include "tactus/apps/bench/benchmarks/timing.h"
#include "tactus/apps/bench/impacts/sweep.h"
#include "tactus/apps/bench/peers/peer_process.h"
#include "tactus/apps/models/scene_export.h"
#include "tactus/examples/scenes/scene.h"

namespace tactus::apps::impacts {
namespace {

struct Subject {
  const char* scene;
  double duration;  ///< [s]
};

constexpr Subject kSubjects[] = {
    {"hard_clutter", 3}, {"soft_clutter", 5}, {"scaling_50", 2},
    {"stack", 10},       {"incline", 10},     {"static_gripper", 2},
    {"conveyor", 2},     {"franka", 5},       {"cable_pull", 3}};

std::string MakeRow(const Subject& subject, const Method& method) {
  const examples::SceneInstance scene =
      examples::FindScene(subject.scene).make();
  const DiagramRun run = RunDiagram(*scene.diagram, scene.context,
                                    method.options, subject.duration);
  const integrators::Statistics& statistics = run.statistics;
  const std::string failure =
      run.failure.empty()
          ? ""
          : fmt::format(" failed at {:g} s |", run.context.time());
  return fmt::format("| {} | {} | {} | {} | {} | {} | {:.1f} | {:.3f} |{}\n",
                     subject.scene, method.name, method.setting,
                     statistics.steps, statistics.rejected_steps,
                     statistics.newton_iterations,
                     1e3 * statistics.penetration_max, run.spent.cpu, failure);
}

constexpr Subject kShared[] = {
    {"hard_clutter", 3}, {"soft_clutter", 5}, {"scaling_50", 2}};
constexpr int kRepeats = 5;
constexpr double kTimeLimit = 100;  // [s]
constexpr double kMostOfMujoco = 0.25;

double WallTime(const PeerOutcome& outcome) {
  return outcome["wall_time_s"];
}

std::string MakeCell(const RepeatedRun& run) {
  return run.ok() ? fmt::format("{:.3f}", Median(run.Each(WallTime)))
                  : run.problem;
}

std::string MakeSharedRow(const Subject& subject) {
  const TemporaryFolder folder;
  const std::string path = folder / "scene.json";
  std::ofstream(path) << MakeNeutralText(subject.scene);
  const std::string duration = fmt::format("{}", subject.duration);
  RepeatedRun own{"tactus",
                  {"run", subject.scene, "--duration", duration, "--quiet"},
                  kTimeLimit};
  RepeatedRun mujoco{"tactus-peer-mujoco",
                     {path, "--step", "0.001", "--duration", duration},
                     kTimeLimit};
  RunInTurn(kRepeats, {&own, &mujoco});
  std::string ratio = " |";
  if (own.ok() && mujoco.ok()) {
    const double share =
        Median(own.Each(WallTime)) / Median(mujoco.Each(WallTime));
    ratio = fmt::format("{:.2f} | at most {:g}: {} |", share, kMostOfMujoco,
                        share <= kMostOfMujoco ? "yes" : "**no**");
  }
  return fmt::format("| {} | {} | {} | {}\n", subject.scene, MakeCell(own),
                     MakeCell(mujoco), ratio);
}

std::string RunBesideMujoco() {
  std::string text = fmt::format(
      "### beside MuJoCo\n\nCENIC at 1e-3, MuJoCo 2.2.2 as it comes at 1 ms; "
      "wall time of integration, medians of {} runs that alternate.\n\n"
      "| scene | CENIC, s | MuJoCo, s | ratio | asked "
      "|\n|---|---|---|---|---|\n",
      kRepeats);
  for (const Subject& subject : kShared) text += MakeSharedRow(subject);
  return text + "\n";
}

}  // namespace

std::string RunPrice(const ImpactsOptions& options) {
  std::string text =
      "| scene | method | accuracy or step | steps | rejected | iterations | "
      "depth at most, mm | CPU s |\n|---|---|---|---|---|---|---|---|\n";
  ImpactsOptions own = options;
  if (own.integrators.empty()) own.integrators = {"cenic"};
  for (const Subject& subject : kSubjects) {
    for (const Method& method : MakeMethods(own, {1e-3}, 2e-3))
      text += MakeRow(subject, method);
  }
  text += "\n";
  const bool is_whole = options.integrators.empty() &&
                        options.schemes.empty() && options.accuracies.empty();
  return is_whole ? text + RunBesideMujoco() : text;
}

}  // namespace tactus::apps::impacts
