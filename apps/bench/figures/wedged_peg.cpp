// Figure 7 of [Kurtz25]: the contact force on a peg that friction holds.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/figures/competitors.h"
#include "tactus/apps/bench/figures/figures.h"
#include "tactus/apps/bench/figures/present.h"
#include "tactus/apps/bench/figures/test_cases.h"

namespace tactus::apps {
namespace {

constexpr const char* kPeg = "body/peg/pose";
constexpr const char* kGripper = "body/gripper/pose";
constexpr const char* kForce = "contact/gripper/peg/wrench";
constexpr double kOverlap = 10;  // Of fingers and peg, along it [mm].

RunSpec MakeSpec(const PlanOptions& options, const Competitor& competitor) {
  RunSpec spec = WithAccuracy(competitor, "static_gripper",
                              options.quick ? 0.2 : 2, 1e-3, "positions");
  spec.log_signals = {kPeg, kGripper, kForce};
  spec.log_rate = 200;
  return spec;
}

std::vector<Competitor> CompetitorsOf(const PlanOptions& options) {
  std::vector<Competitor> all = {CenicSparse()};
  if (options.quick) {
    all.push_back(Rk3());
  } else {
    all.insert(all.end(), Baselines().begin(), Baselines().end());
  }
  return all;
}

// All by patches, then CENIC and RK3 at points.
std::vector<RunSpec> Plan(const PlanOptions& options) {
  std::vector<RunSpec> specs;
  for (const Competitor& competitor : CompetitorsOf(options))
    specs.push_back(WithPaperContact(MakeSpec(options, competitor)));
  for (const Competitor& competitor : {CenicSparse(), Rk3()})
    specs.push_back(AtPoints(MakeSpec(options, competitor)));
  return specs;
}

// How far the peg has slid along the gripper since the start [mm].
std::vector<double> CalcSlide(const TrajectoryLog& log) {
  const auto& peg = log[std::string(kPeg) + ".z"];
  const auto& gripper = log[std::string(kGripper) + ".z"];
  std::vector<double> slide;
  for (std::size_t i = 0; i < peg.size(); ++i)
    slide.push_back(1e3 * (peg[i] - gripper[i] - peg[0] + gripper[0]));
  return slide;
}

// The slide as it is drawn: cut off at the overlap, so that methods that lose
// the peg do not flatten the other curves.
std::vector<double> ClampSlide(std::vector<double> slide) {
  for (double& value : slide) value = std::clamp(value, -kOverlap, kOverlap);
  return slide;
}

// What both fingers push the peg with, the squeeze cancelled [N].
std::vector<double> CalcForce(const TrajectoryLog& log) {
  const std::string name = kForce;
  const auto &x = log[name + ".fx"], &y = log[name + ".fy"],
             &z = log[name + ".fz"];
  std::vector<double> force;
  for (std::size_t i = 0; i < x.size(); ++i)
    force.push_back(std::hypot(x[i], y[i], z[i]));
  return force;
}

// "LEAST to MOST" over the second half of the run, when all is at rest.
std::string FormatRange(std::vector<double> values) {
  values.erase(values.begin(),
               values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
  if (values.empty()) return "no samples";
  const auto [least, most] = std::ranges::minmax_element(values);
  return fmt::format("{:.3g} to {:.3g}", *least, *most);
}

std::vector<std::string> MakeRow(const RunResult& result) {
  std::vector<std::string> row = {
      result.spec.competitor, std::string(to_string(result.status)),
      FormatCount(result, "steps"), "no log", "no log"};
  if (result.log) {
    row[3] = FormatRange(CalcForce(*result.log));
    row[4] = fmt::format("{:.3g}", CalcSlide(*result.log).back());
  }
  return row;
}

Section Present(const PlanOptions& options, const Results& results) {
  Section section{
      .shows = fmt::format(
          "A peg wedged between two fingers falls with its gripper onto the "
          "ground, at accuracy 1e-3 by the error of positions: the force that "
          "the fingers hold it with, which is its weight, 0.0785 N, once all "
          "is at rest, and how far it has slid along them. They overlap it by "
          "{:g} mm, where the plot ends. {}",
          kOverlap, kContactNote),
      .paper =
          "Contact forces are smooth under CENIC and noisy under RK3, which "
          "drops the peg later on."};
  Plot forces{.caption = "The force on the peg", .columns = 3};
  Panel slide = MakeTimePanel("static_gripper", "the peg has slid [mm]");
  Table table{.columns = {"integrator", "status", "steps",
                          "force in the second half N", "slid at the end mm"}};
  for (const RunSpec& spec : Plan(options)) {
    const RunResult& result = results.at(spec);
    forces.panels.push_back(MakeTimePanel(
        result.log
            ? spec.competitor
            : fmt::format("{}: {}", spec.competitor, to_string(result.status)),
        "contact force [N]"));
    if (result.log) {
      const TrajectoryLog& log = *result.log;
      forces.panels.back().series.push_back(
          MakeSignal(spec.competitor, log.times, CalcForce(log)));
      slide.series.push_back(
          MakeSignal(spec.competitor, log.times, ClampSlide(CalcSlide(log))));
    }
    table.rows.push_back(MakeRow(result));
  }
  section.findings = ListAbsent(Plan(options), results);
  section.plots.push_back(std::move(forces));
  section.plots.push_back(
      {.caption = "How far the peg slides", .panels = {std::move(slide)}});
  section.tables.push_back(std::move(table));
  return section;
}

}  // namespace

Experiment MakeFigure7() {
  return {"fig07", "Figure 7: a wedged peg", &Plan, &Present};
}

}  // namespace tactus::apps
