// Figure 10 of [Kurtz25]: CENIC beside classic error-controlled integrators,
// with the error of the full state or of positions only.
#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/figures/competitors.h"
#include "tactus/apps/bench/figures/figures.h"
#include "tactus/apps/bench/figures/present.h"
#include "tactus/apps/bench/figures/test_cases.h"

namespace tactus::apps {
namespace {

constexpr double kTypical = 1e-3;  // The accuracy of the paper's claims.

std::vector<TestCase> ScenesOf(const PlanOptions& options) {
  if (options.quick) return {{"cylinder", 0.3}, {"hard_clutter", 0.2}};
  return {{"cylinder", 1},
          {"static_gripper", 1},
          {"franka", 2},
          {"soft_clutter", 1},
          {"hard_clutter", 1}};
}

constexpr const char* kNorms[] = {"state", "positions"};

RunSpec MakeSpec(const Competitor& competitor, const TestCase& scene,
                 double accuracy, const char* norm) {
  return WithPaperContact(
      WithAccuracy(competitor, scene.scene, scene.duration, accuracy, norm));
}

// The scene of the paper's claim: who keeps up with time there should be on the
// right path, too. An integrator that sees positions only may well not be.
bool IsJudged(const PlanOptions& options, const TestCase& scene) {
  return !options.quick && scene.scene == ScenesOf(options).back().scene;
}

// Competitors alternate, so that they share the machine's moods.
std::vector<RunSpec> Plan(const PlanOptions& options) {
  std::vector<RunSpec> specs;
  if (!options.quick) {
    const TestCase judged = ScenesOf(options).back();
    specs = References(judged.scene, judged.duration);
  }
  for (const TestCase& scene : ScenesOf(options)) {
    for (const char* norm : kNorms) {
      for (const double accuracy : AccuraciesDownTo(1e-5, options)) {
        for (const Competitor& competitor : ErrorControlled()) {
          specs.push_back(MakeSpec(competitor, scene, accuracy, norm));
          specs.back().compare = IsJudged(options, scene);
        }
      }
    }
  }
  return specs;
}

Panel MakePanel(const PlanOptions& options, const Results& results,
                const TestCase& scene, const char* norm) {
  Panel panel{.title = fmt::format("{}, error of {}", scene.scene,
                                   norm == kNorms[0] ? "the full state" : norm),
              .x_label = "accuracy",
              .y_label = "wall s per simulated s",
              .level = 1,
              .level_label = "real time"};
  for (const Competitor& competitor : ErrorControlled()) {
    Series series{.label = std::string(competitor.label)};
    for (const double accuracy : AccuraciesDownTo(1e-5, options)) {
      AddPoint(
          MakeCostPoint(results.at(MakeSpec(competitor, scene, accuracy, norm)),
                        accuracy),
          &series);
    }
    panel.series.push_back(std::move(series));
  }
  return panel;
}

std::string FormatCost(const RunResult& result) {
  return result.cost() ? fmt::format("{:.3g}", *result.cost())
                       : std::string(to_string(result.status));
}

// A row per competitor and norm, a column per accuracy.
Table MakeCostTable(const PlanOptions& options, const Results& results,
                    const TestCase& scene) {
  Table table{
      .caption = fmt::format("{}, {:g} s: wall seconds per simulated second",
                             scene.scene, scene.duration),
      .columns = {"integrator", "error of"}};
  for (const double accuracy : AccuraciesDownTo(1e-5, options))
    table.columns.push_back(FormatNumber(accuracy));
  for (const Competitor& competitor : ErrorControlled()) {
    for (const char* norm : kNorms) {
      table.rows.push_back({std::string(competitor.label), norm});
      for (const double accuracy : AccuraciesDownTo(1e-5, options)) {
        table.rows.back().push_back(FormatCost(
            results.at(MakeSpec(competitor, scene, accuracy, norm))));
      }
    }
  }
  return table;
}

// What the error of positions alone is worth: the full state's cost over it.
Table MakeNormTable(const PlanOptions& options, const Results& results) {
  Table table{.caption = fmt::format(
                  "Cost with the error of the full state over that with the "
                  "error of positions, at accuracy {:g}",
                  kTypical),
              .columns = {"integrator"}};
  for (const TestCase& scene : ScenesOf(options))
    table.columns.push_back(scene.scene);
  for (const Competitor& competitor : ErrorControlled()) {
    table.rows.push_back({std::string(competitor.label)});
    for (const TestCase& scene : ScenesOf(options)) {
      const auto run = [&](const char* norm) -> const RunResult& {
        return results.at(MakeSpec(competitor, scene, kTypical, norm));
      };
      const auto cost = [&](const char* norm) {
        return run(norm).cost();
      };
      const auto status = [&](const char* norm) {
        return std::string(to_string(run(norm).status));
      };
      const auto state = cost("state"), positions = cost("positions");
      table.rows.back().push_back(
          !state       ? "state: " + status("state")
          : !positions ? "positions: " + status("positions")
                       : fmt::format("{:.3g}", *state / *positions));
    }
  }
  return table;
}

// Who keeps up with time on hard_clutter at 1e-3, by the error of positions.
std::string FindRealTime(const PlanOptions& options, const Results& results) {
  const TestCase scene = ScenesOf(options).back();
  std::vector<std::string> words;
  for (const Competitor& competitor : ErrorControlled()) {
    const RunResult& result =
        results.at(MakeSpec(competitor, scene, kTypical, "positions"));
    if (!result.cost()) {
      words.push_back(
          fmt::format("{}: {}", competitor.label, to_string(result.status)));
      continue;
    }
    const double rate = 1 / *result.cost();
    words.push_back(fmt::format("{}: {:.3g} times real time{}",
                                competitor.label, rate,
                                rate > 1 ? ", faster" : ", slower"));
    if (result.error)
      words.back() += fmt::format(", off by {} mm", FormatError(result));
  }
  return fmt::format("{} at {:g}, error of positions: {}.", scene.scene,
                     kTypical, fmt::join(words, "; "));
}

// What the runs are really off by.
Table MakeErrorTable(const PlanOptions& options, const Results& results,
                     const TestCase& scene) {
  Table table{.caption = fmt::format(
                  "{}: true position error in mm; {}", scene.scene,
                  DescribeReferences(scene.scene, scene.duration, results)),
              .columns = {"integrator", "error of"}};
  for (const double accuracy : AccuraciesDownTo(1e-5, options))
    table.columns.push_back(FormatNumber(accuracy));
  for (const Competitor& competitor : ErrorControlled()) {
    for (const char* norm : kNorms) {
      table.rows.push_back({std::string(competitor.label), norm});
      for (const double accuracy : AccuraciesDownTo(1e-5, options)) {
        const RunResult& result =
            results.at(MakeSpec(competitor, scene, accuracy, norm));
        table.rows.back().push_back(FormatError(result));
      }
    }
  }
  return table;
}

struct Cheapest {
  double cost{};  // Wall seconds per simulated second.
  double accuracy{};
  std::string norm;
};

// A competitor's cheapest run, by either norm, that is off by `error` [m] at
// most.
std::optional<Cheapest> FindCheapest(const PlanOptions& options,
                                     const Results& results,
                                     const TestCase& scene,
                                     const Competitor& competitor,
                                     double error) {
  std::optional<Cheapest> best;
  for (const char* norm : kNorms) {
    for (const double accuracy : AccuraciesDownTo(1e-5, options)) {
      const RunResult& result =
          results.at(MakeSpec(competitor, scene, accuracy, norm));
      const bool right = result.error && *result.error <= error;
      if (!right || !result.cost() || (best && best->cost <= *result.cost()))
        continue;
      best = {*result.cost(), accuracy, norm};
    }
  }
  return best;
}

// What it costs each to be as right as CENIC is at 1e-3: the comparison that
// does not depend on what an integrator's own error estimate sees.
std::vector<std::string> FindAtEqualError(const PlanOptions& options,
                                          const Results& results,
                                          const TestCase& scene) {
  const RunResult& judge =
      results.at(MakeSpec(CenicSparse(), scene, kTypical, "positions"));
  if (!judge.error) return {};
  std::vector<std::string> words;
  for (const Competitor& competitor : ErrorControlled()) {
    const auto best =
        FindCheapest(options, results, scene, competitor, *judge.error);
    words.push_back(best ? fmt::format("{}: {:.3g} s (at {:g}, error of {})",
                                       competitor.label, best->cost,
                                       best->accuracy, best->norm)
                         : fmt::format("{}: none", competitor.label));
  }
  return {fmt::format(
      "{}, the cheapest run of each that is off by {:.2g} mm at most, as CENIC "
      "is at {:g}, in wall seconds per simulated second: {}.",
      scene.scene, 1e3 * *judge.error, kTypical, fmt::join(words, "; "))};
}

Section Present(const PlanOptions& options, const Results& results) {
  Section section{
      .shows = fmt::format(
          "Wall time per simulated second against the accuracy, with the error "
          "of the full state (top) and of positions only (bottom). A cross is "
          "a run that was stopped after {:g} s of wall time, a plus one that "
          "failed. What contact forces are worth at such an accuracy is shown "
          "by Figure 7. {}",
          options.time_limit, kContactNote),
      .paper =
          "Only CENIC simulates hard clutter faster than real time. Position "
          "error gives CENIC an order of magnitude, and the others nothing. "
          "Missing points failed or took over 100 s. The figure has no "
          "numbers."};
  Plot plot{.caption = "Work and precision",
            .columns = static_cast<int>(ScenesOf(options).size())};
  for (const char* norm : kNorms) {
    for (const TestCase& scene : ScenesOf(options))
      plot.panels.push_back(MakePanel(options, results, scene, norm));
  }
  section.findings = ListAbsent(Plan(options), results);
  // The paper's claim is of a second, in which the objects meet the ground.
  if (!options.quick) {
    section.findings.insert(section.findings.begin(),
                            FindRealTime(options, results));
  }
  std::ranges::copy(
      FindAtEqualError(options, results, ScenesOf(options).back()),
      std::back_inserter(section.findings));
  section.plots.push_back(std::move(plot));
  section.tables.push_back(MakeNormTable(options, results));
  if (!options.quick) {
    section.tables.push_back(
        MakeErrorTable(options, results, ScenesOf(options).back()));
  }
  for (const TestCase& scene : ScenesOf(options))
    section.tables.push_back(MakeCostTable(options, results, scene));
  return section;
}

}  // namespace

Experiment MakeFigure10() {
  return {"fig10", "Figure 10: work and precision", &Plan, &Present};
}

}  // namespace tactus::apps
