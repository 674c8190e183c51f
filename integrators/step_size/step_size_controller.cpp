#include "tactus/integrators/step_size/step_size_controller.h"

#include <algorithm>
#include <cmath>

namespace tactus::integrators {

namespace {

// p, with which error ~ h^p in the last two attempts.
double CalcObservedOrder(const StepSizeController& controller, double h,
                         double error, const RejectedAttempt& before) {
  if (!std::isfinite(before.error)) return controller.order;
  const double p = std::log(before.error / error) / std::log(before.h / h);
  return std::clamp(p, 0.5, static_cast<double>(controller.order));
}

}  // namespace

StepDecision Decide(const StepSizeController& controller, double h,
                    double error, double accuracy,
                    const std::optional<RejectedAttempt>& before) {
  const bool accepted = error <= accuracy;  // false for NaN
  if (!std::isfinite(error)) return {false, controller.min_factor * h};
  const bool was_rejected = before && controller.remembers_rejections;
  const double order = was_rejected && !accepted
                           ? CalcObservedOrder(controller, h, error, *before)
                           : controller.order;
  double h_new = error == 0 ? controller.max_factor * h
                            : controller.safety * h *
                                  std::pow(accuracy / error, 1 / order);
  if (accepted) {
    if (was_rejected || h_new < controller.hysteresis_high * h) h_new = h;
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
