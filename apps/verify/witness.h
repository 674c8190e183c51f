#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "tactus/apps/verify/trajectory.h"

namespace tactus::apps {

/// One more run of a scene that is verified, of a kind that does not deceive
/// itself as runs at finer accuracies may, all of which step over the same
/// wall:
///
///   * no body moves farther in a step than kTravel times its smallest
///     half-extent (integrators/step_size/travel_limit.h), so that what meets
///     is seen;
///   * it is by rk3, to which contact is a force like any other, with its error
///     in velocities, too, controlled at a hundredth of the finest accuracy.
///
/// Where the model has parts that rk3 knows other laws for (limits, locks,
/// couplers, rigid constraints, which it holds with springs of 1 ms), or where
/// rk3 does not get through (friction of what is light and fast is too stiff
/// for it), it is by CENIC with the error in velocities controlled, at the
/// accuracy of the run that is judged; and where no step is short enough for
/// that either, with the error in positions alone.
struct Witness {
  static constexpr double kTravel = 0.2;

  Trajectory run;
  bool is_independent = false;
  std::string why_not;  ///< What kept rk3.

  /// Until when it tells anything [s].
  double end() const { return run.times.empty() ? 0 : run.times.back(); }
};

struct WitnessOptions {
  double period = 0.01;    ///< Between samples [s].
  double patience = 10;    ///< What each of its runs may take [s].
  double accuracy = 1e-3;  ///< Of the run that is judged.
  double finest = 1e-5;    ///< Of the finest run beside it.
  int num_threads = 1;
  std::function<bool()> stop = {};
};

/// Runs it. Where it does not come to the end it tells of as much as it has.
Witness CallWitness(const Scenario& scenario, const QuantityList& quantities,
                    const WitnessOptions& options);

nlohmann::ordered_json MakeWitnessJson(const Witness& witness);
/// A line or two for the terminal.
std::string MakeWitnessText(const Witness& witness);

}  // namespace tactus::apps
