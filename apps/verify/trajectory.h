#pragma once

#include <functional>
#include <string>

#include "tactus/apps/methods/integrator_factory.h"
#include "tactus/apps/scenario/scenario.h"
#include "tactus/recording/verify/trajectory.h"

namespace tactus::apps {

using recording::CalcGap;
using recording::FindParting;
using recording::Quantity;
using recording::QuantityList;
using recording::Trajectory;
using recording::WriteCsv;

struct SamplingOptions {
  double period = 0.01;  ///< Between samples [s].
  /// Asked after each step and inside of it whether to stop; may be empty.
  std::function<bool()> stop = {};
};

/// Simulates `scenario` from its start, and samples `quantities` at the times k
/// period off the steps' dense output: the steps are those of any other run
/// with these options. The scenario is left as it was.
/// @throws std::invalid_argument for options that cannot be used, and where the
/// integrator refuses the scenario (Refusal).
Trajectory RunTrajectory(const Scenario& scenario,
                         const IntegratorOptions& integrator,
                         const QuantityList& quantities,
                         const SamplingOptions& options);

/// Why a run did not reach its end: it failed, or took its `seconds`.
std::string ExplainEnd(const Trajectory& run, double seconds);

}  // namespace tactus::apps
