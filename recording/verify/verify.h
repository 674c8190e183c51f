#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tactus/recording/verify/estimate.h"
#include "tactus/recording/verify/trajectory.h"
#include "tactus/systems/context.h"
#include "tactus/systems/diagram.h"
#include "tactus/systems/integrator.h"

/// How wrong is a run? Runs at finer accuracies tell (estimate.h):
///
///     const Verification verification = Verify(
///         *diagram, start, 5,
///         [](double accuracy, double h_max) {
///           return std::make_unique<Cenic>(
///               CenicOptions{.accuracy = accuracy, .h_max = h_max});
///         });
///     if (!verification.held()) ...;
///
/// They tell nothing of what all runs have wrong: of a wall that all step over,
/// of a wrong model. `tactus verify` adds a run by another method.
namespace tactus::recording {

struct SampleOptions {
  double duration = 1;   ///< [s]
  double period = 0.01;  ///< Between samples [s].
  /// Asked after each step whether to stop; may be empty.
  std::function<bool()> stop = {};
  /// Told of each accepted step; may be empty. What it throws, passes.
  std::function<void(const systems::Context&)> after_step = {};
};

/// Simulates from `start`, which stays as it is, and samples `quantities` at
/// the times k period off the steps' dense output: the steps are those of any
/// other run. Fills in what a simulation tells of itself: not rejected steps
/// and contacts, which are the integrator's to tell, nor its settings.
/// @throws std::invalid_argument where the integrator refuses the diagram.
Trajectory SampleRun(const systems::Diagram& diagram,
                     const systems::Context& start,
                     std::unique_ptr<systems::Integrator> integrator,
                     const QuantityList& quantities,
                     const SampleOptions& options);

struct VerifyOptions {
  double accuracy = 1e-3;  ///< Of the run that is judged.
  double h_max = 0.1;      ///< Likewise, its longest step [s].
  int levels = 3;          ///< Each at a tenth of the accuracy before.
  int samples = 1000;      ///< Times at which runs are compared.
  /// Patterns of multibody/plant/quantities/find_signals.h.
  std::vector<std::string> quantities = {"body/*/pose"};
  /// In a quantity's unit: m, rad, J; ten times the accuracy if not given.
  std::optional<double> tolerance = {};
  std::function<bool()> stop = {};
};

struct Verification {
  std::vector<Trajectory> levels;
  std::vector<Estimate> estimates;  ///< None unless all levels are complete.

  /// All levels ran to their end.
  bool is_complete() const;
  /// Every quantity holds its tolerance to the end.
  bool held() const;
};

/// An integrator with error control of this accuracy, whose steps are at most
/// `h_max` long [s].
using MakeIntegrator = std::function<std::unique_ptr<systems::Integrator>(
    double accuracy, double h_max)>;

/// Runs all levels and assesses each quantity. Of level k > 0, steps are at
/// most 1/2^k of the longest that level 0 took, so that they shrink where
/// something else than the accuracy limits them.
/// @throws std::invalid_argument for options that cannot be used.
Verification Verify(const systems::Diagram& diagram,
                    const systems::Context& start, double duration,
                    const MakeIntegrator& make_integrator,
                    const VerifyOptions& options = {});

}  // namespace tactus::recording
