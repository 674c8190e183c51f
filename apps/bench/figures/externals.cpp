// Figure 12 of [Kurtz25]: stiff controllers.
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/figures/competitors.h"
#include "tactus/apps/bench/figures/figures.h"
#include "tactus/apps/bench/figures/present.h"
#include "tactus/apps/bench/figures/test_cases.h"

namespace tactus::apps {
namespace {

constexpr double kAccuracy = 1e-2;  // As in the paper.
constexpr const char* kSchemes[] = {"implicit", "explicit"};

std::vector<double> GainsOf(const PlanOptions& options) {
  if (options.quick) return {100, 1000};
  return {1, 10, 1e2, 1e3, 1e4, 1e5, 1e6};
}

RunSpec MakeSpec(const PlanOptions& options, const std::string& scheme,
                 double gain) {
  RunSpec spec = WithAccuracy(CenicSparse(), "franka", options.quick ? 0.5 : 10,
                              kAccuracy);
  spec.competitor = scheme;
  spec.settings.insert(spec.settings.end(), {"--external", scheme, "--set",
                                             fmt::format("gain={:g}", gain),
                                             "--set", "effort_limits=0"});
  return WithPaperContact(std::move(spec));
}

std::vector<RunSpec> Plan(const PlanOptions& options) {
  std::vector<RunSpec> specs;
  for (const double gain : GainsOf(options)) {
    for (const char* scheme : kSchemes)
      specs.push_back(MakeSpec(options, scheme, gain));
  }
  return specs;
}

Section Present(const PlanOptions& options, const Results& results) {
  Section section{
      .shows = fmt::format(
          "Steps that CENIC takes on franka for {:g} s at accuracy {:g} "
          "against "
          "the gain K = kp [1/s^2] = kd [1/s] of the inverse-dynamics "
          "controller, which is taken into the convex problem (implicit, "
          "section V-C) or held over each step (explicit: stable for steps up "
          "to 2 / K). Motors without limits. {}",
          options.quick ? 0.5 : 10.0, kAccuracy, kContactNote),
      .paper =
          "Explicitly, steps shrink with the gain; implicitly, they do not. "
          "The "
          "figure is a curve without numbers."};
  Panel panel{.title = fmt::format("franka, accuracy {:g}", kAccuracy),
              .x_label = "gain K",
              .y_label = "steps"};
  Table table{.columns = {"K", "implicit: steps", "rejected", "wall s",
                          "explicit: steps", "rejected", "wall s"}};
  for (const char* scheme : kSchemes) {
    Series series{.label = scheme};
    for (const double gain : GainsOf(options)) {
      const RunResult& result = results.at(MakeSpec(options, scheme, gain));
      AddPoint(MakePoint(result, gain, result.number("steps")), &series);
    }
    panel.series.push_back(std::move(series));
  }
  for (const double gain : GainsOf(options)) {
    table.rows.push_back({FormatNumber(gain)});
    for (const char* scheme : kSchemes) {
      const RunResult& result = results.at(MakeSpec(options, scheme, gain));
      for (std::string cell :
           {FormatCount(result, "steps"), FormatCount(result, "rejected_steps"),
            FormatWall(result)})
        table.rows.back().push_back(std::move(cell));
    }
  }
  section.plots.push_back(
      {.caption = "Steps against the gain", .panels = {std::move(panel)}});
  section.tables.push_back(std::move(table));
  return section;
}

}  // namespace

Experiment MakeFigure12() {
  return {"fig12", "Figure 12: stiff controllers", &Plan, &Present};
}

}  // namespace tactus::apps
