// Depth of contacts in layers of solids dropped on a table, for ComFree, and
// for
// ICF beside it: Figure 2 of [Borse26].
#include <cmath>
#include <memory>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/benchmarks/benchmark.h"
#include "tactus/apps/bench/benchmarks/run_diagram.h"
#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/icf_step.h"

namespace tactus::apps {
namespace {

using integrators::StepFunction;

constexpr double kStep = 0.002;
constexpr int kNumSteps = 1000;

/// Mean and standard deviation of a running sample.
struct Spread {
  void Add(double x) {
    ++count;
    sum += x;
    sum_of_squares += x * x;
  }
  double mean() const { return sum / count; }
  double deviation() const {
    return std::sqrt(std::max(sum_of_squares / count - mean() * mean(), 0.0));
  }
  double sum{}, sum_of_squares{};
  long count{};
};

// Depths of all contacts of all steps [m].
Spread MeasureDepths(std::unique_ptr<StepFunction> method) {
  const examples::SceneInstance scene = examples::MakeDroppedLayers();
  Spread depths;
  const auto watch = [&](const systems::Context& context) {
    if (context.time() == 0) return std::nullopt;
    for (const multibody::PointContact& point :
         scene.plant->contact_results_output()
             .Eval<multibody::ContactResults>(context)
             .points) {
      depths.Add(point.depth);
    }
    return std::nullopt;
  };
  RunDiagram(
      *scene.diagram, scene.context, std::move(method), kStep,
      kNumSteps * kStep,
      [&](systems::Simulator* simulator) { simulator->set_monitor(watch); })
      .ToEnd();
  return depths;
}

std::string MakeRow(const std::string& label, const Spread& depths,
                    const char* paper) {
  return fmt::format("| {} | {:.2f} +- {:.2f} | {} | {} |\n", label,
                     1e3 * depths.mean(), 1e3 * depths.deviation(), paper,
                     depths.count / kNumSteps);
}

}  // namespace

std::string BenchPenetration(const BenchOptions& options) {
  struct Row {
    double k, d;
    const char* paper;
  };
  constexpr Row kRows[] = {
      {0.1, 0.001, "3.9 +- 6.9"}, {0.1, 0.005, "3.8 +- 5.7"},
      {0.3, 0.001, "1.6 +- 3.3"}, {0.3, 0.005, "1.4 +- 2.5"},
      {0.5, 0.001, "1.0 +- 2.1"}, {0.5, 0.005, "0.9 +- 1.5"}};
  std::string text = fmt::format(
      "# Penetration in dropped layers, {} steps of {:g} s\n\n"
      "| method | depth mm | paper mm | contacts per step |\n"
      "|---|---|---|---|\n"
      "| MuJoCo Warp | | 1.7 +- 4.9 | |\n",
      kNumSteps, kStep);
  double first = 0, last = 0;
  for (const Row& row : kRows) {
    const Spread depths =
        MeasureDepths(std::make_unique<integrators::ComFreeStep>(
            contact::ComFreeOptions{.stiffness = row.k, .damping = row.d}));
    text += MakeRow(fmt::format("comfree, k {:g}, d {:g}", row.k, row.d),
                    depths, row.paper);
    if (row.k == 0.1 && row.d == 0.001) first = depths.mean();
    if (row.k == 0.5 && row.d == 0.001) last = depths.mean();
    if (options.quick) break;
  }
  text += MakeRow("icf, 1e5 N/m",
                  MeasureDepths(std::make_unique<integrators::IcfStep>()), "");
  if (last > 0) {
    text += fmt::format(
        "\nFive times k makes contacts {:.1f} times shallower (5 if depth went "
        "as 1/k).\n",
        first / last);
  }
  return text;
}

}  // namespace tactus::apps
