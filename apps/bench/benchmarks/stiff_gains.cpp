// Steps of CENIC on `franka` against the gain of its controller, with either
// scheme for external systems: Figure 12 of [Kurtz25].
#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/benchmarks/run_diagram.h"
#include "tactus/examples/scenes/franka.h"

namespace tactus::apps {
namespace {

using examples::FrankaOptions;

constexpr double kAccuracy = 1e-2, kTight = 1e-3;
constexpr double kDuration = 10;  // [s]

struct Outcome {
  long steps{}, rejected{};
  double error{};  ///< Of the box, from where it should be at the end [m].
};

Outcome RunFranka(const FrankaOptions& franka, const char* scheme,
                  double accuracy) {
  const examples::SceneInstance scene = examples::MakeFranka(franka);
  const DiagramRun run = RunDiagram(*scene.diagram, scene.context,
                                    {.name = "cenic",
                                     .accuracy = accuracy,
                                     .method_options = {{"external", scheme}}},
                                    kDuration)
                             .ToEnd();
  const VectorXd box = scene.plant->positions(run.context).tail(7);
  return {.steps = run.statistics.steps,
          .rejected = run.statistics.rejected_steps,
          .error = (box.head<3>() -
                    examples::CalcFrankaBoxCenter(examples::kFrankaPlace))
                       .norm()};
}

std::string MakeTable(bool effort_limits, const std::vector<double>& gains) {
  std::string text = fmt::format(
      "| K | implicit: steps | rejected | box off by mm | explicit: steps | "
      "rejected | box off by mm | implicit at {:g}: steps | rejected | box off "
      "by mm |\n|---|---|---|---|---|---|---|---|---|---|\n",
      kTight);
  for (const double gain : gains) {
    const FrankaOptions franka{.gain = gain, .effort_limits = effort_limits};
    text += fmt::format("| {:g} |", gain);
    for (const auto& [scheme, accuracy] :
         {std::pair("implicit", kAccuracy), std::pair("explicit", kAccuracy),
          std::pair("implicit", kTight)}) {
      const Outcome outcome = RunFranka(franka, scheme, accuracy);
      text += fmt::format(" {} | {} | {:.1f} |", outcome.steps,
                          outcome.rejected, 1e3 * outcome.error);
    }
    text += "\n";
  }
  return text + "\n";
}

}  // namespace

std::string BenchStiffGains(const BenchOptions& options) {
  std::vector<double> gains = {1, 10, 1e2, 1e3, 1e4};
  if (!options.quick) gains.insert(gains.end(), {1e5, 1e6});
  return fmt::format(
             "# Steps of CENIC against the gain of a controller (Figure 12)\n\n"
             "Scene franka, inverse dynamics with K = kp [1/s^2] = kd [1/s], "
             "{:g} s at accuracy {:g}; steps are at most 0.1 s long. The paper "
             "shows curves without numbers. With K = 1 and 10 the arm is too "
             "weak to follow.\n\n"
             "Motors without limits; explicitly, K is stable for steps up to "
             "2 / K:\n\n",
             kDuration, kAccuracy) +
         MakeTable(false, gains) +
         "Motors with the Panda's limits of 87 and 12 N m, which bound the "
         "shaking of an unstable loop, and so its steps:\n\n" +
         MakeTable(true, gains);
}

}  // namespace tactus::apps
