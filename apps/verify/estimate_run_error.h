#pragma once

#include <functional>
#include <optional>
#include <string>

#include "tactus/apps/verify/run_error.h"
#include "tactus/apps/verify/trajectory.h"

namespace tactus::apps {

struct RunErrorOptions {
  double period = 0.01;  ///< Of the run's samples [s].
  std::function<bool()> stop = {};
};

/// The settings of level 1 or 2 of a run that was made with `base`. Of error
/// control, the longest step that `run` took grows as steps do with the
/// accuracy, so that steps are longer where something else limits them.
IntegratorOptions Coarsen(const IntegratorOptions& base, const Trajectory& run,
                          int level);

/// E of one quantity, from the largest differences, of levels whose accuracies,
/// or steps, are f apart.
double EstimateTail(double finer_gap, double coarser_gap, double f);

/// The error of a run by `base` from the start of the scenario, sampled at the
/// period, with its setting and steps.
/// @returns nothing where a coarser run fails or is stopped, or is no coarser,
///   since something else chooses its steps; and in `*reason` why.
std::optional<RunError> EstimateRunError(const Scenario& scenario,
                                         const IntegratorOptions& base,
                                         const QuantityList& poses,
                                         const Trajectory& run,
                                         const RunErrorOptions& options,
                                         std::string* reason);

}  // namespace tactus::apps
