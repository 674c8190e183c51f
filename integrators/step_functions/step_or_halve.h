#pragma once

#include <functional>
#include <optional>

#include "tactus/integrators/step_functions/step_failure.h"
#include "tactus/integrators/step_functions/step_function.h"

namespace tactus::integrators {

/// How often a step that fails is halved, at most, where it may be.
inline constexpr int kMostHalvings = 6;

/// What came of a step that was halved until it had a next state.
struct HalvedStep {
  double h{};                               ///< Of the last attempt [s].
  int num_halvings{};                       ///< Attempts that failed before it.
  std::optional<StepFailure> failure = {};  ///< Of the last attempt, too.
};

/// A step by `function` of h, or of h/2, h/4, ..., at most kMostHalvings times
/// halved, until `attempt` of that length does not fail. Halves only where the
/// function allows it, and not where something is not finite, which no shorter
/// step of the same start would mend.
HalvedStep StepOrHalve(
    const StepFunction& function, double h,
    const std::function<std::optional<StepFailure>(double h)>& attempt);

}  // namespace tactus::integrators
