// Tables II and III of [Kurtz25]: the tolerance of Newton's method, and the
// reuse of Hessians.
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/figures/competitors.h"
#include "tactus/apps/bench/figures/figures.h"
#include "tactus/apps/bench/figures/present.h"

namespace tactus::apps {
namespace {

constexpr const char* kScene = "hard_clutter";

double DurationOf(const PlanOptions& options) {
  return options.quick ? 0.3 : 10;
}

/// A column of Table II.
struct Accuracy {
  double accuracy;
  double wall_adaptive, wall_fixed;  // [s]
  int iterations_adaptive, iterations_fixed;
};
constexpr Accuracy kTable2[] = {{1e-1, 0.19, 0.21, 4015, 4591},
                                {1e-2, 0.39, 0.41, 9973, 10938},
                                {1e-3, 0.65, 0.71, 19235, 20865},
                                {1e-4, 1.11, 1.19, 39537, 40729},
                                {1e-5, 2.69, 2.69, 95839, 95839}};

RunSpec ToleranceSpec(const PlanOptions& options, double accuracy,
                      bool adaptive) {
  RunSpec spec =
      WithAccuracy(CenicSparse(), kScene, DurationOf(options), accuracy);
  spec.settings.insert(spec.settings.end(),
                       {"--newton-tolerance", adaptive ? "adaptive" : "fixed"});
  return spec;
}

std::vector<Accuracy> AccuraciesOf(const PlanOptions& options) {
  if (options.quick) return {kTable2[0], kTable2[2]};
  return {std::begin(kTable2), std::end(kTable2)};
}

std::vector<RunSpec> PlanTable2(const PlanOptions& options) {
  std::vector<RunSpec> specs;
  for (const Accuracy& row : AccuraciesOf(options)) {
    for (const bool adaptive : {true, false})
      specs.push_back(ToleranceSpec(options, row.accuracy, adaptive));
  }
  return specs;
}

Section PresentTable2(const PlanOptions& options, const Results& results) {
  Section section{
      .shows = fmt::format("hard_clutter, {:g} s, CENIC: Newton's tolerance "
                           "follows the accuracy "
                           "(adaptive, eq. 34), or is 1e-8 (fixed).",
                           DurationOf(options)),
      .paper = "Looser tolerances at looser accuracies give mild speed-ups."};
  Table table{.columns = {"accuracy", "tolerance", "wall s", "iterations",
                          "steps", "rejected", "paper: wall s",
                          "paper: iterations"}};
  for (const Accuracy& row : AccuraciesOf(options)) {
    for (const bool adaptive : {true, false}) {
      const RunResult& result =
          results.at(ToleranceSpec(options, row.accuracy, adaptive));
      table.rows.push_back(
          {FormatNumber(row.accuracy), adaptive ? "adaptive" : "fixed",
           FormatWall(result), FormatCount(result, "newton_iterations"),
           FormatCount(result, "steps"), FormatCount(result, "rejected_steps"),
           FormatNumber(adaptive ? row.wall_adaptive : row.wall_fixed),
           std::to_string(adaptive ? row.iterations_adaptive
                                   : row.iterations_fixed)});
    }
  }
  section.tables.push_back(std::move(table));
  return section;
}

/// A row of Table III.
struct Reuse {
  bool error_control, reuse;
  double wall;  // [s]
  int steps, factorizations, iterations;
};
constexpr Reuse kTable3[] = {{false, false, 0.26, 1000, 3980, 3980},
                             {false, true, 0.27, 1000, 2293, 6068},
                             {true, false, 0.65, 499, 16624, 16624},
                             {true, true, 0.61, 510, 10557, 19235}};

RunSpec ReuseSpec(const PlanOptions& options, const Reuse& row) {
  const double duration = DurationOf(options);
  RunSpec spec = row.error_control
                     ? WithAccuracy(CenicSparse(), kScene, duration, 1e-3)
                     : WithStep(Icf(), kScene, duration, 0.01);
  spec.settings.insert(spec.settings.end(),
                       {"--hessian-reuse", row.reuse ? "10" : "0"});
  return spec;
}

std::vector<RunSpec> PlanTable3(const PlanOptions& options) {
  std::vector<RunSpec> specs;
  for (const Reuse& row : kTable3) specs.push_back(ReuseSpec(options, row));
  return specs;
}

Section PresentTable3(const PlanOptions& options, const Results& results) {
  Section section{
      .shows = fmt::format(
          "hard_clutter, {:g} s: the Hessian's factorization is kept for up to "
          "ten solves (eq. 35), or never. CENIC at accuracy 1e-3; ICF at a "
          "fixed step of 10 ms. Counts are those of the slowest island.",
          DurationOf(options)),
      .paper =
          "Reuse helps a little with error control, and not at a fixed step."};
  Table table{.columns = {"error control", "reuse", "wall s", "steps",
                          "factorizations", "iterations", "paper: wall s",
                          "steps", "factorizations", "iterations"}};
  for (const Reuse& row : kTable3) {
    const RunResult& result = results.at(ReuseSpec(options, row));
    table.rows.push_back(
        {row.error_control ? "on" : "off", row.reuse ? "on" : "off",
         FormatWall(result), FormatCount(result, "steps"),
         FormatCount(result, "factorizations"),
         FormatCount(result, "newton_iterations"), FormatNumber(row.wall),
         std::to_string(row.steps), std::to_string(row.factorizations),
         std::to_string(row.iterations)});
  }
  section.tables.push_back(std::move(table));
  return section;
}

}  // namespace

Experiment MakeTable2() {
  return {"table2", "Table II: Newton's tolerance", &PlanTable2,
          &PresentTable2};
}

Experiment MakeTable3() {
  return {"table3", "Table III: reuse of Hessians", &PlanTable3,
          &PresentTable3};
}

}  // namespace tactus::apps
