// Figures 18 and 19 of [Kurtz25]: where the time goes, and how line searches
// start.
#include <algorithm>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/figures/competitors.h"
#include "tactus/apps/bench/figures/figures.h"
#include "tactus/apps/bench/figures/present.h"
#include "tactus/apps/bench/figures/test_cases.h"

namespace tactus::apps {
namespace {

/// A bar of Figure 18.
struct Bar {
  std::string label;
  RunSpec spec;
};

Bar MakeBar(const TestCase& scene) {
  const bool by_patches = HasPressureFields(scene.scene);
  return {by_patches ? scene.scene + ", patches" : scene.scene,
          WithPaperContact(
              WithAccuracy(CenicSparse(), scene.scene, scene.duration, 1e-3))};
}

Bar MakePointBar(const TestCase& scene) {
  return {
      scene.scene + ", points",
      AtPoints(WithAccuracy(CenicSparse(), scene.scene, scene.duration, 1e-3))};
}

// The test cases and the dish rack; beside patches, points.
std::vector<Bar> BarsOf(const PlanOptions& options) {
  std::vector<TestCase> scenes = TestCases();
  scenes.push_back({"dish_rack", 10});
  if (options.quick) scenes = {{"cylinder", 0.5}, {"hard_clutter", 0.3}};
  std::vector<Bar> bars;
  for (const TestCase& scene : scenes) {
    bars.push_back(MakeBar(scene));
    if (HasPressureFields(scene.scene)) bars.push_back(MakePointBar(scene));
  }
  return bars;
}

std::vector<RunSpec> PlanFigure18(const PlanOptions& options) {
  std::vector<RunSpec> specs;
  for (const Bar& bar : BarsOf(options)) specs.push_back(bar.spec);
  return specs;
}

/// A phase's name and its share of the wall time [%].
using Shares = std::vector<std::pair<std::string, double>>;

// What no phase has booked is "other".
Shares CalcShares(const RunResult& result) {
  Shares shares;
  const auto profile = result.report.find("profile");
  const auto wall = result.number("wall_time_s");
  if (!result.ok() || profile == result.report.end() || !wall || *wall <= 0)
    return shares;
  double booked = 0;
  for (const auto& [phase, seconds] : profile->items()) {
    if (!seconds.is_number()) continue;
    shares.emplace_back(phase, 100 * seconds.get<double>() / *wall);
    booked += shares.back().second;
  }
  const auto other =
      std::ranges::find(shares, "other", &Shares::value_type::first);
  if (other == shares.end()) {
    shares.emplace_back("other", std::max(0.0, 100 - booked));
  } else {
    other->second += std::max(0.0, 100 - booked);
  }
  return shares;
}

Section PresentFigure18(const PlanOptions& options, const Results& results) {
  Section section{
      .shows = fmt::format("Shares of CENIC's wall time at accuracy 1e-3. {}",
                           kContactNote),
      .paper =
          "The breakdown varies considerably between problems; geometry is "
          "often a large part, above all with pressure fields. The figure has "
          "no numbers."};
  Panel panel{.title = "share of wall time [%]",
              .y_label = "%",
              .log_y = false,
              .stacked = true};
  Table table{.columns = {"scene", "wall s", "steps", "rejected"}};
  const std::vector<Bar> bars = BarsOf(options);
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const RunResult& result = results.at(bars[i].spec);
    panel.categories.push_back(bars[i].label);
    table.rows.push_back(
        {fmt::format("{}, {:g} s", bars[i].label, bars[i].spec.duration),
         FormatWall(result), FormatCount(result, "steps"),
         FormatCount(result, "rejected_steps")});
    for (const auto& [phase, share] : CalcShares(result)) {
      auto series = std::ranges::find(panel.series, phase, &Series::label);
      if (series == panel.series.end()) {
        panel.series.push_back({.label = phase});
        table.columns.push_back(phase + " %");
        series = panel.series.end() - 1;
      }
      // A bar for each scene, be it of no height.
      while (series->points.size() < i) {
        series->points.push_back(
            {.x = static_cast<double>(series->points.size())});
      }
      series->points.push_back({.x = static_cast<double>(i), .y = share});
      table.rows.back().push_back(fmt::format("{:.1f}", share));
    }
  }
  section.plots.push_back(
      {.caption = "Where the time goes", .panels = {std::move(panel)}});
  section.tables.push_back(std::move(table));
  return section;
}

constexpr const char* kStarts[] = {"cubic", "quadratic", "unit"};

RunSpec StartSpec(const PlanOptions& options, const std::string& start,
                  double accuracy) {
  RunSpec spec = WithAccuracy(CenicSparse(), "hard_clutter",
                              options.quick ? 0.3 : 10, accuracy);
  spec.competitor = start;
  spec.settings.insert(spec.settings.end(), {"--line-search-start", start});
  return spec;
}

std::vector<RunSpec> PlanFigure19(const PlanOptions& options) {
  std::vector<RunSpec> specs;
  for (const double accuracy : AccuraciesDownTo(1e-5, options)) {
    for (const char* start : kStarts)
      specs.push_back(StartSpec(options, start, accuracy));
  }
  return specs;
}

// Late states are chaotic, so that a count per solve says more than a sum.
std::optional<double> PerNewton(const RunResult& result) {
  const auto searches = result.number("line_search_iterations");
  const auto newton = result.number("newton_iterations");
  if (!result.ok() || !searches || !newton || *newton <= 0) return std::nullopt;
  return *searches / *newton;
}

Section PresentFigure19(const PlanOptions& options, const Results& results) {
  Section section{
      .shows =
          "Line-search iterations of CENIC on hard_clutter from three starts: "
          "a "
          "cubic's minimum, a quadratic's, and alpha = 1. Counts are those of "
          "the slowest island of each solve.",
      .paper =
          "The cubic start needs consistently fewer iterations than the fixed "
          "and the quadratic one, and tight accuracies need fewer. The figure "
          "has no numbers."};
  Plot plot{.caption = "Line-search iterations", .columns = 2};
  plot.panels.push_back({.title = "all",
                         .x_label = "accuracy",
                         .y_label = "line-search iterations"});
  plot.panels.push_back({.title = "per Newton iteration",
                         .x_label = "accuracy",
                         .y_label = "line-search per Newton iteration",
                         .log_y = false});
  Table table{.columns = {"accuracy", "start", "line-search iterations",
                          "Newton iterations", "line-search per Newton",
                          "wall s"}};
  for (const char* start : kStarts) {
    Series all{.label = start}, each{.label = start};
    for (const double accuracy : AccuraciesDownTo(1e-5, options)) {
      const RunResult& result = results.at(StartSpec(options, start, accuracy));
      AddPoint(
          MakePoint(result, accuracy, result.number("line_search_iterations")),
          &all);
      AddPoint(MakePoint(result, accuracy, PerNewton(result)), &each);
      table.rows.push_back(
          {FormatNumber(accuracy), start,
           FormatCount(result, "line_search_iterations"),
           FormatCount(result, "newton_iterations"),
           FormatOptional(PerNewton(result), result.ok()
                                                 ? "no iterations"
                                                 : to_string(result.status)),
           FormatWall(result)});
    }
    plot.panels[0].series.push_back(std::move(all));
    plot.panels[1].series.push_back(std::move(each));
  }
  section.findings = ListAbsent(PlanFigure19(options), results);
  section.plots.push_back(std::move(plot));
  section.tables.push_back(std::move(table));
  return section;
}

}  // namespace

Experiment MakeFigure18() {
  return {"fig18", "Figure 18: where the time goes", &PlanFigure18,
          &PresentFigure18};
}

Experiment MakeFigure19() {
  return {"fig19", "Figure 19: the start of line searches", &PlanFigure19,
          &PresentFigure19};
}

}  // namespace tactus::apps
