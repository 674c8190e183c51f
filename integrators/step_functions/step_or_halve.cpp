#include "tactus/integrators/step_functions/step_or_halve.h"

namespace tactus::integrators {

HalvedStep StepOrHalve(
    const StepFunction& function, double h,
    const std::function<std::optional<StepFailure>(double h)>& attempt) {
  HalvedStep step{.h = h};
  while (true) {
    step.failure = attempt(step.h);
    const bool may_halve = step.failure && function.allows_shorter_steps() &&
                           !IsNotFinite(step.failure->kind) &&
                           step.num_halvings < kMostHalvings;
    if (!may_halve) return step;
    step.h /= 2;
    ++step.num_halvings;
  }
}

}  // namespace tactus::integrators
