#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tactus/apps/bench/suite/run_result.h"
#include "tactus/apps/bench/suite/section.h"
#include "tactus/apps/scenario/scenario.h"

namespace tactus::apps {

/// What experiments may depend on.
struct PlanOptions {
  bool quick = false;         ///< The smallest cases that still show something.
  double time_limit = 100;    ///< [s]
  std::string spot;           ///< A model file of Spot, if there is one.
  std::filesystem::path out;  ///< Where exported scenes lie.
};

/// A figure or table: which runs it needs, and what it makes of their results.
struct Experiment {
  std::string name, title;
  std::function<std::vector<RunSpec>(const PlanOptions&)> plan;
  std::function<Section(const PlanOptions&, const Results&)> present;
};

/// The accuracies of a figure, coarsest first: 0.1, 0.01, ..., `least`; quick:
/// 0.1 and 1e-3.
std::vector<double> AccuraciesDownTo(double least, const PlanOptions& options);

/// All that the suite has, in the order of the paper, what is ours last.
std::span<const Experiment> Experiments();

/// Nothing if there is none.
const Experiment* FindExperiment(std::string_view name);

/// A matrix that the command line spells out.
struct MatrixOptions {
  std::vector<std::string> scenes, integrators, error_norms;
  std::vector<double> accuracies, steps;
  std::optional<double> duration;  ///< [s]; else as 'tactus run' has it.
  /// Parameters of built-in scenes; a scene gets those that it has.
  SceneSettings settings = {};
};

/// @throws std::invalid_argument for a matrix without rows or columns; a scene,
/// an integrator or a norm that there is not, a scene that is named twice, a
/// number that is not positive, a parameter that none of the scenes has, a
/// value that one of them cannot take, and an option that none of the
/// integrators has a use for.
void RequireValid(const MatrixOptions& options);

/// Reads files, unless the duration is given. @pre options are valid.
/// @throws std::invalid_argument, multibody::ModelFileError for a file that
/// cannot be used.
Experiment MakeMatrix(const MatrixOptions& options);

}  // namespace tactus::apps
