// The energy that a bouncing ball loses to the schemes of CENIC: Figure 8 of
// [Kurtz25].
//
// A step in which contact begins or ends is off by O(h^2), more or less with
// where in the step that is: at one step length, the energy after eleven
// bounces is luck, gain or loss. Each point is the root mean square of runs
// with steps about a mean one.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/figures/competitors.h"
#include "tactus/apps/bench/figures/figures.h"
#include "tactus/apps/bench/figures/present.h"
#include "tactus/apps/bench/suite/fit_line.h"

namespace tactus::apps {
namespace {

// m g times the gap: the ball's energy above its rest on the ground [J].
constexpr double kBallEnergy = 0.1 * 9.81 * 1;

// No error is too large, so that every step is as long as it may be.
RunSpec MakeSpec(const std::string& scheme, double step) {
  RunSpec spec = WithScheme(scheme, "ball_energy", 10, 1e9);
  spec.settings.insert(
      spec.settings.end(),
      {"--newton-tolerance", "fixed", "--max-step", FormatExactly(step)});
  spec.once = true;
  return spec;
}

std::vector<double> MeanStepsOf(const PlanOptions& options) {
  if (options.quick) return {1e-2, 2e-3};
  return {1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4};
}

// The steps about a mean one.
std::vector<double> StepsAbout(double mean, const PlanOptions& options) {
  std::vector<double> steps;
  for (const double share : options.quick
                                ? std::vector{0.95, 1.05}
                                : std::vector{0.9, 0.95, 1.0, 1.05, 1.1})
    steps.push_back(share * mean);
  return steps;
}

std::vector<RunSpec> Plan(const PlanOptions& options) {
  std::vector<RunSpec> specs;
  for (const double mean : MeanStepsOf(options)) {
    for (const double step : StepsAbout(mean, options)) {
      for (const std::string& scheme : SchemeNames())
        specs.push_back(MakeSpec(scheme, step));
    }
  }
  return specs;
}

// Percent of the energy that is lost; less than nothing is gained. Nothing of
// runs that failed.
std::optional<double> CalcLoss(const RunResult& result) {
  if (!result.ok()) return std::nullopt;
  const auto start = result.number("energy_initial_J");
  const auto end = result.number("energy_final_J");
  if (!start || !end) return std::nullopt;
  return 100 * (*start - *end) / kBallEnergy;
}

/// The runs of a scheme about a mean step: energies lost [%].
struct Losses {
  double mean_step{};  // [s]
  RunStatus status{};  // of one that has none, if there is one
  std::size_t runs{};
  std::vector<double> values;

  double Rms() const {
    double squares = 0;
    for (const double value : values) squares += value * value;
    return std::sqrt(squares / static_cast<double>(values.size()));
  }
  double Least() const { return *std::ranges::min_element(values); }
  double Most() const { return *std::ranges::max_element(values); }
};

std::vector<Losses> CollectLosses(const std::string& scheme,
                                  const PlanOptions& options,
                                  const Results& results) {
  std::vector<Losses> all;
  for (const double mean : MeanStepsOf(options)) {
    Losses& losses = all.emplace_back(Losses{.mean_step = mean, .values = {}});
    for (const double step : StepsAbout(mean, options)) {
      const RunResult& result = results.at(MakeSpec(scheme, step));
      ++losses.runs;
      if (const auto loss = CalcLoss(result)) {
        losses.values.push_back(*loss);
      } else {
        losses.status = result.status;
      }
    }
  }
  return all;
}

// The exponent of the step that losses go with. What loses half of its energy
// says nothing yet; what loses none has no logarithm.
std::string FindOrder(const std::string& scheme,
                      const std::vector<Losses>& all) {
  std::vector<double> steps, values;
  bool gains = true;
  for (const Losses& losses : all) {
    if (losses.values.empty()) continue;
    const double rms = losses.Rms();
    if (!(rms <= 50) || rms == 0) continue;
    steps.push_back(losses.mean_step);
    values.push_back(rms);
    gains = gains && losses.Most() < 0;
  }
  if (steps.size() < 2) return "";
  return fmt::format(
      "{}: order {:.2f}, fitted to {} mean steps from {:g} s to {:g} s{}.",
      scheme, FitExponent(steps, values), steps.size(), steps.front(),
      steps.back(), gains ? "; it gains energy with all of them" : "");
}

Series MakeSeries(const std::string& scheme, const std::vector<Losses>& all) {
  Series series{.label = scheme};
  for (const Losses& losses : all) {
    const double x = losses.mean_step;
    if (!losses.values.empty()) {
      series.points.push_back({.x = x, .y = losses.Rms()});
    } else if (losses.status == RunStatus::kFailed) {
      series.points.push_back({.x = x, .mark = Mark::kFailed});
    } else if (losses.status == RunStatus::kTimeout) {
      series.points.push_back({.x = x, .mark = Mark::kTimeout});
    }
  }
  return series;
}

std::string FormatLosses(const Losses& losses) {
  if (losses.values.empty()) return std::string(to_string(losses.status));
  std::string text = fmt::format("{:.3g} ({:.3g} to {:.3g})", losses.Rms(),
                                 losses.Least(), losses.Most());
  if (losses.values.size() < losses.runs) {
    text += fmt::format(", {} of {} runs", losses.values.size(), losses.runs);
  }
  return text;
}

Section Present(const PlanOptions& options, const Results& results) {
  Section section{
      .shows = fmt::format(
          "Energy that a bouncing ball without dissipation (0.1 kg, radius "
          "0.1 m, 1e3 N/m, gap 1 m) loses in 10 s and eleven bounces, against "
          "the step. Steps are fixed: the accuracy is 1e9, and --max-step "
          "bounds them. Where in a step contact begins and ends is luck, which "
          "the energy depends on: each point is the root mean square of {} "
          "runs with steps within {} % of the mean one; least and most (below "
          "zero: gained) are in the table.",
          StepsAbout(1, options).size(), options.quick ? 5 : 10),
      .paper =
          "The trapezoid scheme shows second-order convergence, step doubling "
          "first-order. The figure is a curve without numbers. (Ours of second "
          "order is extrapolated; the trapezoid throws what touches stiffly.)"};
  Panel panel{.title = "ball_energy, 10 s",
              .x_label = "mean step [s]",
              .y_label = "energy lost or gained [%]"};
  Table table{.columns = {"mean step s"}};
  for (const double step : MeanStepsOf(options))
    table.rows.push_back({FormatNumber(step)});
  for (const std::string& scheme : SchemeNames()) {
    const auto losses = CollectLosses(scheme, options, results);
    table.columns.push_back(scheme + ": energy lost %");
    for (std::size_t i = 0; i < losses.size(); ++i)
      table.rows[i].push_back(FormatLosses(losses[i]));
    panel.series.push_back(MakeSeries(scheme, losses));
    section.findings.push_back(FindOrder(scheme, losses));
  }
  std::erase(section.findings, "");
  section.plots.push_back({.caption = "Energy lost against the step",
                           .panels = {std::move(panel)}});
  section.tables.push_back(std::move(table));
  return section;
}

}  // namespace

Experiment MakeFigure8() {
  return {"fig08", "Figure 8: energy of a bouncing ball", &Plan, &Present};
}

}  // namespace tactus::apps
