// A matrix of runs that the command line spells out.
#include <set>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/suite/experiment.h"
#include "tactus/apps/suite/figures/present.h"
#include "tactus/examples/scenes/scene.h"
#include "tactus/solvers/require.h"

namespace tactus::apps {
namespace {

constexpr double kFileDuration = 5;  // [s] As 'tactus run' has it for files.

double DurationOf(const MatrixOptions& options, const std::string& scene) {
  if (options.duration) return *options.duration;
  for (const examples::Scene& each : examples::Scenes()) {
    if (each.name == scene) return each.duration;
  }
  return kFileDuration;
}

bool HasFixedStep(const std::string& integrator) {
  return integrator == "icf" || integrator == "comfree";
}

std::string LabelOf(const std::string& integrator, const std::string& norm) {
  return norm.empty() ? integrator : integrator + ", " + norm;
}

// What one integrator is asked for on one scene.
std::vector<RunSpec> SpecsOf(const MatrixOptions& options,
                             const std::string& scene,
                             const std::string& integrator,
                             const std::string& norm) {
  const RunSpec base{.competitor = LabelOf(integrator, norm),
                     .scene = scene,
                     .duration = DurationOf(options, scene),
                     .error_norm = norm,
                     .settings = {"--integrator", integrator}};
  const bool fixed = HasFixedStep(integrator);
  std::vector<RunSpec> specs;
  for (const double value : fixed ? options.steps : options.accuracies) {
    specs.push_back(base);
    (fixed ? specs.back().step : specs.back().accuracy) = value;
  }
  if (specs.empty()) specs.push_back(base);
  return specs;
}

// Methods with a fixed step have no error norm.
std::vector<std::string> NormsOf(const MatrixOptions& options,
                                 const std::string& integrator) {
  if (HasFixedStep(integrator) || options.error_norms.empty()) return {""};
  return options.error_norms;
}

template <typename Visit>
void ForEachSeries(const MatrixOptions& options, const std::string& scene,
                   const Visit& visit) {
  for (const std::string& integrator : options.integrators) {
    for (const std::string& norm : NormsOf(options, integrator))
      visit(SpecsOf(options, scene, integrator, norm));
  }
}

std::vector<RunSpec> Plan(const MatrixOptions& options) {
  std::vector<RunSpec> specs;
  for (const std::string& scene : options.scenes) {
    ForEachSeries(options, scene, [&](const std::vector<RunSpec>& series) {
      specs.insert(specs.end(), series.begin(), series.end());
    });
  }
  return specs;
}

Panel MakePanel(const MatrixOptions& options, const std::string& scene,
                bool fixed, const Results& results) {
  Panel panel{.title = scene,
              .x_label = fixed ? "step [s]" : "accuracy",
              .y_label = "wall s per simulated s",
              .level = 1,
              .level_label = "real time"};
  ForEachSeries(options, scene, [&](const std::vector<RunSpec>& specs) {
    Series series{.label = specs.front().competitor};
    for (const RunSpec& spec : specs) {
      const std::optional<double> x = fixed ? spec.step : spec.accuracy;
      if (x) AddPoint(MakeCostPoint(results.at(spec), *x), &series);
    }
    if (!series.points.empty()) panel.series.push_back(std::move(series));
  });
  return panel;
}

Table MakeTable(const std::vector<RunSpec>& specs, const Results& results) {
  Table table{.columns = {"scene", "integrator", "setting", "wall s",
                          "per simulated s", "steps", "rejected", "iterations",
                          "factorizations", "derivatives", "depth: most mm",
                          "instructions 1e9"}};
  for (const RunSpec& spec : specs) {
    const RunResult& result = results.at(spec);
    table.rows.push_back(
        {fmt::format("{}, {:g} s", spec.scene, spec.duration), spec.competitor,
         FormatSetting(spec), FormatWall(result), FormatOptional(result.cost()),
         FormatCount(result, "steps"), FormatCount(result, "rejected_steps"),
         FormatCount(result, "newton_iterations"),
         FormatCount(result, "factorizations"),
         FormatCount(result, "derivative_evaluations"),
         FormatOptional(result.number("penetration_max_m"), 1e3),
         FormatOptional(result.instructions, 1e-9)});
  }
  return table;
}

Section Present(const MatrixOptions& options, const Results& results) {
  Section section{.shows = "The matrix of runs that was asked for."};
  Plot plot{.caption = "Work and precision", .columns = 3};
  for (const std::string& scene : options.scenes) {
    for (const bool fixed : {false, true}) {
      Panel panel = MakePanel(options, scene, fixed, results);
      if (!panel.series.empty()) plot.panels.push_back(std::move(panel));
    }
  }
  const std::vector<RunSpec> specs = Plan(options);
  section.findings = ListAbsent(specs, results);
  if (!plot.panels.empty()) section.plots.push_back(std::move(plot));
  section.tables.push_back(MakeTable(specs, results));
  return section;
}

}  // namespace

Experiment MakeMatrix(const MatrixOptions& options) {
  Require(!options.scenes.empty() && !options.integrators.empty(),
          "bench: a matrix needs --scene and --integrator");
  const std::set<std::string> distinct(options.scenes.begin(),
                                       options.scenes.end());
  Require(distinct.size() == options.scenes.size(),
          "bench: --scene names a scene twice");
  return {"matrix", "Matrix",
          [options](const PlanOptions&) { return Plan(options); },
          [options](const PlanOptions&, const Results& results) {
            return Present(options, results);
          }};
}

}  // namespace tactus::apps
