#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/examples/scenes/franka.h"
#include "tactus/integrators/cenic/cenic.h"
#include "tactus/systems/simulator.h"

namespace tactus::apps {
namespace {

using examples::FrankaOptions;
using integrators::CenicOptions;
using integrators::ExternalScheme;

constexpr double kAccuracy = 1e-2, kTight = 1e-3;
constexpr double kDuration = 10;  // [s]

struct Outcome {
  long steps{}, rejected{};
  double error{};  ///< Of the box, from where it should be at the end [m].
};

Outcome RunFranka(const FrankaOptions& franka, ExternalScheme scheme,
                  double accuracy) {
  const examples::SceneInstance scene = examples::MakeFranka(franka);
  systems::Simulator simulator(*scene.diagram, scene.context);
  const integrators::Statistics& statistics =
      simulator
          .reset_integrator<integrators::Cenic>(
              CenicOptions{.accuracy = accuracy, .external = scheme})
          .statistics();
  simulator.AdvanceTo(kDuration);
  const VectorXd box = scene.plant->positions(simulator.context()).tail(7);
  return {.steps = statistics.steps,
          .rejected = statistics.rejected_steps,
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
         {std::pair(ExternalScheme::kImplicit, kAccuracy),
          std::pair(ExternalScheme::kExplicit, kAccuracy),
          std::pair(ExternalScheme::kImplicit, kTight)}) {
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
