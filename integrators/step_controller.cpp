#include "tactus/integrators/step_controller.h"

#include <algorithm>
#include <cmath>

namespace tactus::integrators {

StepDecision Decide(const StepController& controller, double h, double error,
                    double accuracy) {
  const bool accepted = error <= accuracy;  // false for NaN
  if (!std::isfinite(error)) return {false, controller.min_factor * h};
  double h_new = error == 0
                     ? controller.max_factor * h
                     : controller.safety * h *
                           std::pow(accuracy / error, 1.0 / controller.order);
  if (accepted) {
    if (h_new < controller.hysteresis_high * h) h_new = h;
  } else {
    h_new = std::min(h_new, controller.hysteresis_low * h);
  }
  return {accepted, std::clamp(h_new, controller.min_factor * h,
                               controller.max_factor * h)};
}

std::string_view to_string(StepLimit limit) {
  switch (limit) {
    case StepLimit::kAccuracy:
      return "accuracy";
    case StepLimit::kMaximumStep:
      return "maximum step";
    case StepLimit::kEvent:
      return "event";
    case StepLimit::kSolver:
      return "solver";
    case StepLimit::kFirstStep:
      return "first step";
    case StepLimit::kContact:
      return "contact ahead";
  }
  return "unknown";
}

PlannedStep PlanStep(double h_ideal, double t, double t_limit) {
  const double left = t_limit - t;
  if (left < 0.95 * h_ideal) return {left, true, true};
  if (left <= 1.001 * h_ideal) return {left, true, false};
  return {h_ideal, false, false};
}

}  // namespace tactus::integrators
