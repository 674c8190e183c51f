// Work against the error that results, over all methods. Some scenes are here
// because CENIC loses on them: smooth motion, and energy.
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/figures/competitors.h"
#include "tactus/apps/bench/figures/figures.h"
#include "tactus/apps/bench/figures/present.h"

namespace tactus::apps {
namespace {

constexpr double kDuration = 1;  // [s]

std::vector<std::string> ScenesOf(const PlanOptions& options) {
  if (options.quick) return {"double_pendulum"};
  return {"double_pendulum", "ball_energy",  "quadrotor_hover", "box_slide",
          "cylinder",        "soft_clutter", "hard_clutter"};
}

std::vector<double> StepsOf(const PlanOptions& options) {
  if (options.quick) return {1e-2, 1e-3};
  return {1e-2, 3e-3, 1e-3, 3e-4, 1e-4};
}

// Each by the error norm that is its default: what its users get.
std::vector<Competitor> WithErrorControl() {
  std::vector<Competitor> all = {CenicSparse(), CenicExtrapolated()};
  all.insert(all.end(), Baselines().begin(), Baselines().end());
  return all;
}

std::vector<RunSpec> SpecsOf(const Competitor& competitor,
                             const std::string& scene,
                             const PlanOptions& options) {
  std::vector<RunSpec> specs;
  if (competitor.has_fixed_step) {
    for (const double step : StepsOf(options))
      specs.push_back(WithStep(competitor, scene, kDuration, step));
  } else {
    for (const double accuracy : AccuraciesDownTo(1e-6, options))
      specs.push_back(WithAccuracy(competitor, scene, kDuration, accuracy));
  }
  for (RunSpec& spec : specs) spec.compare = true;
  return specs;
}

std::vector<Competitor> All() {
  std::vector<Competitor> all = WithErrorControl();
  all.insert(all.end(), FixedStep().begin(), FixedStep().end());
  return all;
}

std::vector<RunSpec> Plan(const PlanOptions& options) {
  std::vector<RunSpec> specs;
  for (const std::string& scene : ScenesOf(options)) {
    for (const RunSpec& spec : References(scene, kDuration))
      specs.push_back(spec);
    for (const Competitor& competitor : All()) {
      for (const RunSpec& spec : SpecsOf(competitor, scene, options))
        specs.push_back(spec);
    }
  }
  return specs;
}

Panel MakePanel(const std::string& scene, const PlanOptions& options,
                const Results& results) {
  Panel panel{.title = scene,
              .x_label = "largest position error [m]",
              .y_label = "wall s per simulated s"};
  for (const Competitor& competitor : All()) {
    Series series{.label = std::string(competitor.label)};
    for (const RunSpec& spec : SpecsOf(competitor, scene, options)) {
      const RunResult& result = results.at(spec);
      if (const auto error = ShownError(result))
        AddPoint(MakeCostPoint(result, *error), &series);
    }
    panel.series.push_back(std::move(series));
  }
  return panel;
}

Table MakeErrorTable(const std::string& scene, const PlanOptions& options,
                     const Results& results) {
  Table table{.caption = scene,
              .columns = {"integrator", "setting", "wall s", "steps",
                          "position error mm", "energy end J", "derivatives",
                          "iterations"}};
  for (const Competitor& competitor : All()) {
    for (const RunSpec& spec : SpecsOf(competitor, scene, options)) {
      const RunResult& result = results.at(spec);
      table.rows.push_back({spec.competitor, FormatSetting(spec),
                            FormatWall(result), FormatCount(result, "steps"),
                            FormatError(result),
                            FormatNumberOf(result, "energy_final_J"),
                            FormatCount(result, "derivative_evaluations"),
                            FormatCount(result, "newton_iterations")});
    }
  }
  return table;
}

Section Present(const PlanOptions& options, const Results& results) {
  Section section{
      .shows =
          "Wall time against the error that results: the largest distance of "
          "any body from its place in the reference, until the references part "
          "by 0.1 mm; errors below what the references differ by stand there, "
          "and tables call them so. Methods with error control are asked for "
          "0.1 to 1e-6 "
          "with their own default norm, the others for steps. Down and left is "
          "better. COND and Dojo know no springs at contacts: where the "
          "reference's solids yield by more than an error, that is theirs. "
          "Smooth scenes are here because CENIC, of first order, loses "
          "on them; box_slide and the clutters, because methods without "
          "convexity do.",
      .paper = "The paper has no plot of true errors."};
  Plot plot{.caption = "Work against true error", .columns = 4};
  for (const std::string& scene : ScenesOf(options)) {
    plot.panels.push_back(MakePanel(scene, options, results));
    section.findings.push_back(DescribeReferences(scene, kDuration, results));
    section.tables.push_back(MakeErrorTable(scene, options, results));
  }
  for (std::string& line : ListAbsent(Plan(options), results))
    section.findings.push_back(std::move(line));
  section.plots.push_back(std::move(plot));
  return section;
}

}  // namespace

Experiment MakePrecision() {
  return {"precision", "Work against the true error", &Plan, &Present};
}

}  // namespace tactus::apps
