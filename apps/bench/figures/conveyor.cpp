// Figure 14 of [Kurtz25]: static and dynamic friction over time.
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/figures/competitors.h"
#include "tactus/apps/bench/figures/figures.h"
#include "tactus/apps/bench/figures/present.h"

namespace tactus::apps {
namespace {

// The conveyor of Figure 14. Its belt moves with 1 m/s sin(2 pi 2 Hz t).
constexpr double kBeltSpeed = 1, kBeltFrequency = 2;
constexpr const char* kForce = "contact/world/block/wrench";
constexpr const char* kVelocity = "body/block/velocity";

RunSpec MakeSpec(double accuracy) {
  RunSpec spec = WithAccuracy(CenicSparse(), "conveyor", 0.6, accuracy);
  spec.log_signals = {kForce, kVelocity};
  spec.log_rate = 2000;
  return spec;
}

std::vector<double> AccuraciesOf(const PlanOptions& options) {
  if (options.quick) return {1e-5};
  return {1e-5, 1e-8};
}

std::vector<RunSpec> Plan(const PlanOptions& options) {
  std::vector<RunSpec> specs;
  for (const double accuracy : AccuraciesOf(options))
    specs.push_back(MakeSpec(accuracy));
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

Section Present(const PlanOptions& options, const Results& results) {
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
  for (const double accuracy : AccuraciesOf(options)) {
    const RunResult& result = results.at(MakeSpec(accuracy));
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

}  // namespace

Experiment MakeFigure14() {
  return {"fig14", "Figure 14: static and dynamic friction", &Plan, &Present};
}

}  // namespace tactus::apps
