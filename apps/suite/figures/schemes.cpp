// Figures 8 and 9 of [Kurtz25]: the schemes of CENIC.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/suite/figures/competitors.h"
#include "tactus/apps/suite/figures/figures.h"
#include "tactus/apps/suite/figures/present.h"
#include "tactus/integrators/cenic_scheme.h"

namespace tactus::apps {
namespace {

// m g times the gap: the ball's energy above its rest on the ground [J].
constexpr double kBallEnergy = 0.1 * 9.81 * 1;

std::vector<std::string> Schemes() {
  std::vector<std::string> names;
  for (const integrators::Scheme scheme : integrators::Schemes())
    names.emplace_back(integrators::to_string(scheme));
  return names;
}

RunSpec SchemeSpec(const std::string& scheme, const std::string& scene,
                   double duration, double accuracy) {
  RunSpec spec = WithAccuracy(CenicSparse(), scene, duration, accuracy);
  spec.competitor = scheme;
  spec.settings.insert(spec.settings.end(), {"--scheme", scheme});
  return spec;
}

// No error is too large, so that every step is as long as it may be.
RunSpec FixedStepSpec(const std::string& scheme, double step) {
  RunSpec spec = SchemeSpec(scheme, "ball_energy", 10, 1e9);
  spec.settings.insert(
      spec.settings.end(),
      {"--newton-tolerance", "fixed", "--max-step", FormatExactly(step)});
  return spec;
}

std::vector<double> StepsOf(const PlanOptions& options) {
  if (options.quick) return {1e-2, 2e-3};
  return {1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4};
}

std::vector<RunSpec> PlanFigure8(const PlanOptions& options) {
  std::vector<RunSpec> specs;
  for (const double step : StepsOf(options)) {
    for (const std::string& scheme : Schemes())
      specs.push_back(FixedStepSpec(scheme, step));
  }
  return specs;
}

// Percent of the energy that is lost; less than nothing is gained. Nothing of
// runs that failed.
std::optional<double> EnergyLost(const RunResult& result) {
  if (!result.ok()) return std::nullopt;
  const auto start = result.number("energy_initial_J");
  const auto end = result.number("energy_final_J");
  if (!start || !end) return std::nullopt;
  return 100 * (*start - *end) / kBallEnergy;
}

/// A step [s], and the share of the energy that is lost with it [%].
using Loss = std::pair<double, double>;

// Of the convergence between neighbouring steps, the median.
std::string FindOrder(const std::string& scheme, std::vector<Loss> losses) {
  // What loses half of its energy says nothing yet; what loses none has no
  // logarithm.
  std::erase_if(losses, [](const Loss& loss) {
    return !(std::abs(loss.second) <= 50) || loss.second == 0;
  });
  const bool gains = std::ranges::any_of(
      losses, [](const Loss& loss) { return loss.second < 0; });
  const bool loses = std::ranges::any_of(
      losses, [](const Loss& loss) { return loss.second > 0; });
  if (gains && loses) {
    return fmt::format(
        "{}: it gains energy with some steps and loses with others, so that "
        "there is no order to be told.",
        scheme);
  }
  std::vector<double> orders;
  for (std::size_t i = 1; i < losses.size(); ++i) {
    orders.push_back(std::log(losses[i - 1].second / losses[i].second) /
                     std::log(losses[i - 1].first / losses[i].first));
  }
  if (orders.empty()) return "";
  return fmt::format("{}: order {:.2f}, the median over neighbouring steps{}.",
                     scheme, CalcSpread(orders).median,
                     gains ? "; it gains energy with all of them" : "");
}

Section PresentFigure8(const PlanOptions& options, const Results& results) {
  Section section{
      .shows =
          "Energy that a bouncing ball without dissipation (0.1 kg, radius "
          "0.1 m, 1e3 N/m, gap 1 m) loses in 10 s and eleven bounces, against "
          "the step. Steps are fixed: the accuracy is 1e9, and --max-step "
          "bounds them.",
      .paper =
          "The trapezoid scheme shows second-order convergence, step doubling "
          "first-order. The figure is a curve without numbers."};
  Panel panel{.title = "ball_energy, 10 s",
              .x_label = "step [s]",
              .y_label = "|energy lost| [%]"};
  Table table{.columns = {"step s"}};
  for (const std::string& scheme : Schemes())
    table.columns.push_back(scheme + ": energy lost %");
  for (const double step : StepsOf(options)) {
    table.rows.push_back({FormatNumber(step)});
    for (const std::string& scheme : Schemes()) {
      const RunResult& result = results.at(FixedStepSpec(scheme, step));
      const std::optional<double> lost = EnergyLost(result);
      table.rows.back().push_back(lost ? fmt::format("{:.4g}", *lost)
                                       : std::string(to_string(result.status)));
    }
  }
  for (const std::string& scheme : Schemes()) {
    Series series{.label = scheme};
    std::vector<Loss> losses;
    for (const double step : StepsOf(options)) {
      const RunResult& result = results.at(FixedStepSpec(scheme, step));
      std::optional<double> lost = EnergyLost(result);
      if (lost) losses.emplace_back(step, *lost);
      if (lost) lost = std::abs(*lost);
      AddPoint(MakePoint(result, step, lost), &series);
    }
    section.findings.push_back(FindOrder(scheme, losses));
    panel.series.push_back(std::move(series));
  }
  std::erase(section.findings, "");
  section.plots.push_back({.caption = "Energy lost against the step",
                           .panels = {std::move(panel)}});
  section.tables.push_back(std::move(table));
  return section;
}

constexpr double kErrorDuration = 1;  // [s] That references cover.

std::vector<double> AccuraciesOf(const PlanOptions& options) {
  if (options.quick) return {1e-1, 1e-3};
  return {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
}

double LongDuration(const PlanOptions& options) {
  return options.quick ? 0.3 : 10;
}

RunSpec ErrorSpec(const std::string& scheme, double accuracy) {
  RunSpec spec = SchemeSpec(scheme, "hard_clutter", kErrorDuration, accuracy);
  spec.compare = true;
  return spec;
}

std::vector<RunSpec> PlanFigure9(const PlanOptions& options) {
  std::vector<RunSpec> specs;
  if (!options.quick) specs = References("hard_clutter", kErrorDuration);
  for (const double accuracy : AccuraciesOf(options)) {
    for (const std::string& scheme : Schemes()) {
      specs.push_back(
          SchemeSpec(scheme, "hard_clutter", LongDuration(options), accuracy));
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
  for (const std::string& scheme : Schemes()) {
    Series series{.label = scheme};
    for (const double accuracy : AccuraciesOf(options)) {
      AddPoint(
          MakeCostPoint(results.at(SchemeSpec(scheme, "hard_clutter",
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
  for (const std::string& scheme : Schemes()) {
    Series series{.label = scheme};
    for (const double accuracy : AccuraciesOf(options)) {
      const RunResult& result = results.at(ErrorSpec(scheme, accuracy));
      if (result.error) AddPoint(MakeCostPoint(result, *result.error), &series);
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
          "hard clutter, for want of stability."};
  Plot plot{.caption = "Work and precision of the schemes", .columns = 2};
  plot.panels.push_back(CostPanel(options, results));
  if (!options.quick) plot.panels.push_back(ErrorPanel(options, results));
  Table table{.columns = {"accuracy", "scheme", "wall s", "steps", "rejected",
                          "iterations", "position error mm"}};
  for (const double accuracy : AccuraciesOf(options)) {
    for (const std::string& scheme : Schemes()) {
      const RunResult& result = results.at(
          SchemeSpec(scheme, "hard_clutter", LongDuration(options), accuracy));
      table.rows.push_back(
          {FormatNumber(accuracy), scheme, FormatWall(result),
           FormatCount(result, "steps"), FormatCount(result, "rejected_steps"),
           FormatCount(result, "newton_iterations"),
           options.quick
               ? "-"
               : FormatOptional(results.at(ErrorSpec(scheme, accuracy)).error,
                                1e3)});
    }
  }
  section.plots.push_back(std::move(plot));
  section.tables.push_back(std::move(table));
  return section;
}

}  // namespace

Experiment MakeFigure8() {
  return {"fig08", "Figure 8: energy of a bouncing ball", &PlanFigure8,
          &PresentFigure8};
}

Experiment MakeFigure9() {
  return {"fig09", "Figure 9: first and second order", &PlanFigure9,
          &PresentFigure9};
}

}  // namespace tactus::apps
