#include "tactus/integrators/step_functions/step_failure.h"

#include <utility>

#include <spdlog/fmt/fmt.h>

namespace tactus::integrators {

std::string Describe(const StepFailure& failure) {
  using enum StepFailure::Kind;
  const std::string& culprit = failure.culprit;
  const std::string& details = failure.details;
  switch (failure.kind) {
    case kNotConverged:
      if (culprit.empty()) return "Newton's method does not converge";
      return fmt::format("the contact solve at body '{}' did not converge ({})",
                         culprit, details);
    case kStalled:
      return fmt::format("contact at body '{}' stalls: {}", culprit, details);
    case kNotPositiveDefinite:
      return fmt::format(
          "the mass matrix at body '{}' is not positive definite", culprit);
    case kTurnsTooFar:
      return fmt::format(
          "body '{}' turns by more than half a revolution in a step of {}",
          culprit, details);
    case kInputNotFinite:
      return fmt::format(
          "input '{}' is not finite{}", culprit,
          details.empty()
              ? ""
              : fmt::format("; it comes from output '{}'", details));
    case kDerivativeNotFinite:
      return details.empty() ? "a time derivative is not finite" : details;
    case kVelocityNotFinite:
      return "the velocities are not finite";
    case kPositionNotFinite:
      return "the positions are not finite";
    case kOuterStateNotFinite:
      return "a continuous state outside the plant is not finite";
    case kInaccurate:
      return fmt::format("the error of {} is too large", culprit);
    case kImpactNotResolved:
      return "an impact is not resolved";
    case kTurnNotResolved:
      return "a body turns too far";
    case kOther:
      break;
  }
  return details;
}

bool IsNotFinite(StepFailure::Kind kind) {
  using enum StepFailure::Kind;
  return kind == kInputNotFinite || kind == kDerivativeNotFinite ||
         kind == kVelocityNotFinite || kind == kPositionNotFinite ||
         kind == kOuterStateNotFinite;
}

const std::string& NameFirstBody(const multibody::Model& model, int tree) {
  return model.bodies()[model.trees()[tree].first_body].name;
}

StepError::StepError(double time, StepFailure failure,
                     const std::string& circumstances)
    : IntegrationError(time, Describe(failure) + circumstances),
      failure_(std::move(failure)) {}

}  // namespace tactus::integrators
