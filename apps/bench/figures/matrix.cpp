// A matrix of runs that the command line spells out.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/figures/experiment.h"
#include "tactus/apps/bench/figures/present.h"
#include "tactus/apps/io/command_line.h"
#include "tactus/apps/methods/integrator_factory.h"
#include "tactus/apps/methods/method_options.h"
#include "tactus/apps/scenario/scenario.h"
#include "tactus/common/require.h"
#include "tactus/examples/scenes/scene.h"

namespace tactus::apps {
namespace {

/// What was asked for, and for how long that simulates each scene.
struct Matrix : MatrixOptions {
  std::map<std::string, double> durations = {};  ///< [s], by scene.
};

bool IsBuiltIn(const std::string& scene) {
  return std::ranges::find(examples::Scenes(), scene, &examples::Scene::name) !=
         examples::Scenes().end();
}

// The duration that 'tactus run' would take.
double DurationOf(const MatrixOptions& options, const std::string& scene) {
  if (options.duration) return *options.duration;
  if (IsBuiltIn(scene)) return examples::FindScene(scene).duration;
  return MakeScenario({.target = scene}).duration;
}

std::string LabelOf(const std::string& integrator, const std::string& norm) {
  return norm.empty() ? integrator : integrator + ", " + norm;
}

/// The scene's parameter of that name; null: it has none.
const examples::SceneParameter* FindParameter(const std::string& scene,
                                              const std::string& name) {
  if (!IsBuiltIn(scene)) return nullptr;
  const auto parameters = examples::FindScene(scene).parameters;
  const auto found =
      std::ranges::find(parameters, name, &examples::SceneParameter::name);
  return found == parameters.end() ? nullptr : &*found;
}

// The matrix's settings that the scene has, as flags of 'tactus run'.
std::vector<std::string> FlagsOf(const Matrix& matrix, const std::string& scene,
                                 const std::string& integrator) {
  std::vector<std::string> flags = {"--integrator", integrator};
  for (const auto& [name, value] : matrix.settings) {
    if (FindParameter(scene, name) != nullptr)
      flags.insert(flags.end(), {"--set", name + "=" + value});
  }
  return flags;
}

// What one integrator is asked for on one scene.
std::vector<RunSpec> SpecsOf(const Matrix& matrix, const std::string& scene,
                             const std::string& integrator,
                             const std::string& norm) {
  const RunSpec base{.competitor = LabelOf(integrator, norm),
                     .scene = scene,
                     .duration = matrix.durations.at(scene),
                     .error_norm = norm,
                     .settings = FlagsOf(matrix, scene, integrator)};
  const bool fixed = HasFixedStep(integrator);
  std::vector<RunSpec> specs;
  for (const double value : fixed ? matrix.steps : matrix.accuracies) {
    specs.push_back(base);
    (fixed ? specs.back().step : specs.back().accuracy) = value;
  }
  if (specs.empty()) specs.push_back(base);
  return specs;
}

// Methods with a fixed step have no error norm.
std::vector<std::string> NormsOf(const Matrix& matrix,
                                 const std::string& integrator) {
  if (HasFixedStep(integrator) || matrix.error_norms.empty()) return {""};
  return matrix.error_norms;
}

template <typename Visit>
void ForEachSeries(const Matrix& matrix, const std::string& scene,
                   const Visit& visit) {
  for (const std::string& integrator : matrix.integrators) {
    for (const std::string& norm : NormsOf(matrix, integrator))
      visit(SpecsOf(matrix, scene, integrator, norm));
  }
}

std::vector<RunSpec> Plan(const Matrix& matrix) {
  std::vector<RunSpec> specs;
  for (const std::string& scene : matrix.scenes) {
    ForEachSeries(matrix, scene, [&](const std::vector<RunSpec>& series) {
      specs.insert(specs.end(), series.begin(), series.end());
    });
  }
  return specs;
}

Panel MakePanel(const Matrix& matrix, const std::string& scene, bool fixed,
                const Results& results) {
  Panel panel{.title = scene,
              .x_label = fixed ? "step [s]" : "accuracy",
              .y_label = "wall s per simulated s",
              .level = 1,
              .level_label = "real time"};
  ForEachSeries(matrix, scene, [&](const std::vector<RunSpec>& specs) {
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
         FormatSetting(spec), FormatWall(result),
         FormatOptional(result.cost(), to_string(result.status)),
         FormatCount(result, "steps"), FormatCount(result, "rejected_steps"),
         FormatCount(result, "newton_iterations"),
         FormatCount(result, "factorizations"),
         FormatCount(result, "derivative_evaluations"),
         FormatNumberOf(result, "penetration_max_m", 1e3),
         FormatInstructions(result)});
  }
  return table;
}

Section Present(const Matrix& matrix, const Results& results) {
  Section section{.shows = "The matrix of runs that was asked for."};
  Plot plot{.caption = "Work and precision", .columns = 3};
  for (const std::string& scene : matrix.scenes) {
    for (const bool fixed : {false, true}) {
      Panel panel = MakePanel(matrix, scene, fixed, results);
      if (!panel.series.empty()) plot.panels.push_back(std::move(panel));
    }
  }
  const std::vector<RunSpec> specs = Plan(matrix);
  section.findings = ListAbsent(specs, results);
  if (!plot.panels.empty()) section.plots.push_back(std::move(plot));
  section.tables.push_back(MakeTable(specs, results));
  return section;
}

// A run that is asked for twice would be made, and shown, once.
template <typename T>
void RequireDistinct(const char* option, const std::vector<T>& values) {
  std::set<T> seen;
  for (const T& value : values) {
    Require(seen.insert(value).second,
            fmt::format("bench: {} has {} twice", option, value));
  }
}

void RequireSettings(const MatrixOptions& options) {
  for (const auto& [name, value] : options.settings) {
    int takers = 0;
    for (const std::string& scene : options.scenes) {
      const auto* const parameter = FindParameter(scene, name);
      if (parameter == nullptr) continue;
      examples::ParseValue(*parameter, value);
      ++takers;
    }
    Require(
        takers > 0,
        fmt::format("bench: none of the scenes has a parameter '{}'", name));
  }
}

}  // namespace

void RequireValid(const MatrixOptions& options) {
  Require(!options.scenes.empty() && !options.integrators.empty(),
          "bench: a matrix needs --scene and --integrator");
  RequireDistinct("--scene", options.scenes);
  RequireDistinct("--integrator", options.integrators);
  RequireDistinct("--error-norm", options.error_norms);
  RequireDistinct("--accuracy", options.accuracies);
  RequireDistinct("--step", options.steps);
  for (const double value : options.accuracies)
    RequirePositive("--accuracy", value);
  for (const double value : options.steps) RequirePositive("--step", value);
  RequirePositive("--duration", options.duration);
  for (const std::string& norm : options.error_norms)
    FindMethodOption("error_norm").Check(norm, "--error-norm");
  for (const std::string& scene : options.scenes) {
    Require(IsBuiltIn(scene) || std::filesystem::is_regular_file(scene),
            fmt::format("there is no file and no scene '{}'; 'tactus scenes' "
                        "lists the scenes",
                        scene));
  }
  RequireSettings(options);
  const auto fixed = std::ranges::count_if(options.integrators, &HasFixedStep);
  const bool all_fixed = fixed == std::ssize(options.integrators);
  Require(options.steps.empty() || fixed > 0,
          "bench: --step is for methods with a fixed step");
  Require(options.accuracies.empty() || !all_fixed,
          "bench: --accuracy is not for methods with a fixed step");
  Require(options.error_norms.empty() || !all_fixed,
          "bench: --error-norm is not for methods with a fixed step");
}

Experiment MakeMatrix(const MatrixOptions& options) {
  Matrix matrix{options};
  for (const std::string& scene : options.scenes)
    matrix.durations.emplace(scene, DurationOf(options, scene));
  return {"matrix", "Matrix",
          [matrix](const PlanOptions&) { return Plan(matrix); },
          [matrix](const PlanOptions&, const Results& results) {
            return Present(matrix, results);
          }};
}

}  // namespace tactus::apps
