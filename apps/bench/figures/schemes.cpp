// Figure 9 of [Kurtz25]: the cost of CENIC's schemes.
#include <string>
#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/figures/competitors.h"
#include "tactus/apps/bench/figures/figures.h"
#include "tactus/apps/bench/figures/present.h"

namespace tactus::apps {
namespace {

constexpr double kErrorDuration = 1;  // [s] That references cover.

double LongDuration(const PlanOptions& options) {
  return options.quick ? 0.3 : 10;
}

RunSpec ErrorSpec(const std::string& scheme, double accuracy) {
  RunSpec spec = WithScheme(scheme, "hard_clutter", kErrorDuration, accuracy);
  spec.compare = true;
  return spec;
}

std::vector<RunSpec> PlanFigure9(const PlanOptions& options) {
  std::vector<RunSpec> specs;
  if (!options.quick) specs = References("hard_clutter", kErrorDuration);
  for (const double accuracy : AccuraciesDownTo(1e-6, options)) {
    for (const std::string& scheme : SchemeNames()) {
      specs.push_back(
          WithScheme(scheme, "hard_clutter", LongDuration(options), accuracy));
      if (!options.quick) specs.push_back(ErrorSpec(scheme, accuracy));
    }
  }
  return specs;
}

Panel CostPanel(const PlanOptions& options, const Results& results) {
  Panel panel{
      .title = fmt::format("hard_clutter, {:g} s", LongDuration(options)),
      .x_label = "accuracy",
      .y_label = "wall s per simulated s",
      .level = 1,
      .level_label = "real time"};
  for (const std::string& scheme : SchemeNames()) {
    Series series{.label = scheme};
    for (const double accuracy : AccuraciesDownTo(1e-6, options)) {
      AddPoint(
          MakeCostPoint(results.at(WithScheme(scheme, "hard_clutter",
                                              LongDuration(options), accuracy)),
                        accuracy),
          &series);
    }
    panel.series.push_back(std::move(series));
  }
  return panel;
}

Panel ErrorPanel(const PlanOptions& options, const Results& results) {
  Panel panel{.title = "hard_clutter, to its horizon",
              .x_label = "largest position error [m]",
              .y_label = "wall s per simulated s"};
  for (const std::string& scheme : SchemeNames()) {
    Series series{.label = scheme};
    for (const double accuracy : AccuraciesDownTo(1e-6, options)) {
      const RunResult& result = results.at(ErrorSpec(scheme, accuracy));
      if (const auto error = ShownError(result))
        AddPoint(MakeCostPoint(result, *error), &series);
    }
    panel.series.push_back(std::move(series));
  }
  return panel;
}

Section PresentFigure9(const PlanOptions& options, const Results& results) {
  Section section{
      .shows =
          "Cost of CENIC's schemes on hard_clutter against the accuracy that "
          "is "
          "asked for, and against the error that results, until references "
          "part.",
      .paper =
          "The trapezoid scheme is 5 to 20 times slower than step doubling on "
          "hard clutter, for want of stability. (Ours of second order is "
          "extrapolated step doubling, which is L-stable.)"};
  Plot plot{.caption = "Work and precision of the schemes", .columns = 2};
  plot.panels.push_back(CostPanel(options, results));
  if (!options.quick) plot.panels.push_back(ErrorPanel(options, results));
  Table table{.columns = {"accuracy", "scheme", "wall s", "steps", "rejected",
                          "iterations", "position error mm"}};
  for (const double accuracy : AccuraciesDownTo(1e-6, options)) {
    for (const std::string& scheme : SchemeNames()) {
      const RunResult& result = results.at(
          WithScheme(scheme, "hard_clutter", LongDuration(options), accuracy));
      table.rows.push_back(
          {FormatNumber(accuracy), scheme, FormatWall(result),
           FormatCount(result, "steps"), FormatCount(result, "rejected_steps"),
           FormatCount(result, "newton_iterations"),
           options.quick
               ? "not compared"
               : FormatError(results.at(ErrorSpec(scheme, accuracy)))});
    }
  }
  section.plots.push_back(std::move(plot));
  section.tables.push_back(std::move(table));
  return section;
}

}  // namespace

Experiment MakeFigure9() {
  return {"fig09", "Figure 9: first and second order", &PlanFigure9,
          &PresentFigure9};
}

}  // namespace tactus::apps
