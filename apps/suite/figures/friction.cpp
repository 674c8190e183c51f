// Figures 7 and 14 of [Kurtz25]: friction over time.
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/suite/figures/competitors.h"
#include "tactus/apps/suite/figures/figures.h"
#include "tactus/apps/suite/figures/present.h"

namespace tactus::apps {
namespace {

// y over time, for what ran to its end.
Series MakeSignal(std::string label, const std::vector<double>& times,
                  const std::vector<double>& values) {
  Series series{.label = std::move(label), .markers = false};
  for (std::size_t i = 0; i < times.size(); ++i)
    series.points.push_back({.x = times[i], .y = values[i]});
  return series;
}

Panel MakeTimePanel(std::string title, std::string y_label) {
  return {.title = std::move(title),
          .x_label = "time [s]",
          .y_label = std::move(y_label),
          .log_x = false,
          .log_y = false};
}

// The conveyor of Figure 14. Its belt moves with 1 m/s sin(2 pi 2 Hz t).
constexpr double kBeltSpeed = 1, kBeltFrequency = 2;
constexpr const char* kForce = "contact/world/block/wrench";
constexpr const char* kVelocity = "body/block/velocity";

RunSpec ConveyorSpec(double accuracy) {
  RunSpec spec = WithAccuracy(CenicSparse(), "conveyor", 0.6, accuracy);
  spec.log_signals = {kForce, kVelocity};
  spec.log_rate = 2000;
  return spec;
}

std::vector<double> ConveyorAccuracies(const PlanOptions& options) {
  if (options.quick) return {1e-5};
  return {1e-5, 1e-8};
}

std::vector<RunSpec> PlanFigure14(const PlanOptions& options) {
  std::vector<RunSpec> specs;
  for (const double accuracy : ConveyorAccuracies(options))
    specs.push_back(ConveyorSpec(accuracy));
  return specs;
}

std::vector<double> CalcSlip(const TrajectoryLog& log) {
  std::vector<double> slip = log[std::string(kVelocity) + ".vx"];
  for (std::size_t i = 0; i < slip.size(); ++i) {
    slip[i] -= kBeltSpeed *
               std::sin(2 * std::numbers::pi * kBeltFrequency * log.times[i]);
  }
  return slip;
}

Section PresentFigure14(const PlanOptions& options, const Results& results) {
  Section section{
      .shows =
          "A block of 1 kg on a belt that swings to and fro, mu_s = 1 and mu_d "
          "= 0.5: its velocity relative to the belt, and the friction force on "
          "it (9.81 N is mu_s m g).",
      .paper =
          "The box is caught in stiction at low velocities; a tight accuracy "
          "is needed to see the impulsive transition from sliding to "
          "stiction. The belt's motion is not given; ours is 1 m/s at 2 Hz."};
  Plot plot{.caption = "Stick and slip", .columns = 2};
  for (const double accuracy : ConveyorAccuracies(options)) {
    const RunResult& result = results.at(ConveyorSpec(accuracy));
    const std::string label = "accuracy " + FormatNumber(accuracy);
    Panel velocity = MakeTimePanel(label, "slip [m/s]");
    Panel force = MakeTimePanel(label, "friction [N]");
    if (result.log) {
      const TrajectoryLog& log = *result.log;
      velocity.series.push_back(
          MakeSignal("slip velocity", log.times, CalcSlip(log)));
      force.series.push_back(MakeSignal("friction force", log.times,
                                        log[std::string(kForce) + ".fx"]));
    } else {
      section.findings.push_back(
          fmt::format("{}: {}", label, to_string(result.status)));
    }
    plot.panels.push_back(std::move(velocity));
    plot.panels.push_back(std::move(force));
  }
  section.plots.push_back(std::move(plot));
  return section;
}

// The gripper of Figure 7: how far the peg has slid along the fingers.
constexpr const char* kPeg = "body/peg/pose";
constexpr const char* kGripper = "body/gripper/pose";

RunSpec GripperSpec(const PlanOptions& options, const Competitor& competitor) {
  RunSpec spec = WithAccuracy(competitor, "static_gripper",
                              options.quick ? 0.2 : 2, 1e-3, "positions");
  spec.log_signals = {kPeg, kGripper};
  spec.log_rate = 200;
  return spec;
}

std::vector<Competitor> GripperCompetitors(const PlanOptions& options) {
  std::vector<Competitor> all = {CenicSparse()};
  if (options.quick) {
    all.push_back(Rk3());
  } else {
    all.insert(all.end(), Baselines().begin(), Baselines().end());
  }
  return all;
}

std::vector<RunSpec> PlanFigure7(const PlanOptions& options) {
  std::vector<RunSpec> specs;
  for (const Competitor& competitor : GripperCompetitors(options))
    specs.push_back(GripperSpec(options, competitor));
  return specs;
}

// Of the peg against the gripper, since the start [mm].
std::vector<double> CalcSlide(const TrajectoryLog& log) {
  const auto& peg = log[std::string(kPeg) + ".z"];
  const auto& gripper = log[std::string(kGripper) + ".z"];
  std::vector<double> slide;
  for (std::size_t i = 0; i < peg.size(); ++i)
    slide.push_back(1e3 * (peg[i] - gripper[i] - peg[0] + gripper[0]));
  return slide;
}

Section PresentFigure7(const PlanOptions& options, const Results& results) {
  Section section{
      .shows = fmt::format(
          "A peg wedged between two fingers falls with its gripper onto the "
          "ground, at accuracy 1e-3 by the error of positions: how far it has "
          "slid. The fingers overlap it by 10 mm. {}",
          kPointContactNote),
      .paper =
          "Contact forces are smooth under CENIC and noisy under RK3, which "
          "drops the peg later on."};
  Panel panel = MakeTimePanel("static_gripper", "the peg has slid [mm]");
  Table table{
      .columns = {"integrator", "status", "steps", "slid at the end mm"}};
  for (const Competitor& competitor : GripperCompetitors(options)) {
    const RunResult& result = results.at(GripperSpec(options, competitor));
    std::string slid = "-";
    if (result.log) {
      const std::vector<double> slide = CalcSlide(*result.log);
      slid = fmt::format("{:.3g}", slide.back());
      panel.series.push_back(
          MakeSignal(std::string(competitor.label), result.log->times, slide));
    }
    table.rows.push_back({std::string(competitor.label),
                          std::string(to_string(result.status)),
                          FormatCount(result, "steps"), slid});
  }
  section.findings = ListAbsent(PlanFigure7(options), results);
  section.plots.push_back(
      {.caption = "Does the peg stay?", .panels = {std::move(panel)}});
  section.tables.push_back(std::move(table));
  return section;
}

}  // namespace

Experiment MakeFigure7() {
  return {"fig07", "Figure 7: a wedged peg", &PlanFigure7, &PresentFigure7};
}

Experiment MakeFigure14() {
  return {"fig14", "Figure 14: static and dynamic friction", &PlanFigure14,
          &PresentFigure14};
}

}  // namespace tactus::apps
