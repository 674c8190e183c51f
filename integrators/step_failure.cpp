#include "tactus/integrators/step_failure.h"

#include <utility>

#include <spdlog/fmt/fmt.h>

namespace tactus::integrators {

using Kind = StepFailure::Kind;

std::string Describe(const StepFailure& failure) {
  const std::string& culprit = failure.culprit;
  const std::string& details = failure.details;
  switch (failure.kind) {
    case Kind::kNotConverged:
      if (culprit.empty()) return "Newton's method does not converge";
      return fmt::format("the contact solve at body '{}' did not converge ({})",
                         culprit, details);
    case Kind::kStalled:
      return fmt::format("contact at body '{}' stalls: {}", culprit, details);
    case Kind::kNotPositiveDefinite:
      return fmt::format(
          "the mass matrix at body '{}' is not positive definite", culprit);
    case Kind::kTurnsTooFar:
      return fmt::format(
          "body '{}' turns by more than half a revolution in a step of {}",
          culprit, details);
    case Kind::kInputNotFinite:
      return fmt::format(
          "input '{}' is not finite{}", culprit,
          details.empty()
              ? ""
              : fmt::format("; it comes from output '{}'", details));
    case Kind::kDerivativeNotFinite:
      return details.empty() ? "a time derivative is not finite" : details;
    case Kind::kVelocityNotFinite:
      return "the velocities are not finite";
    case Kind::kPositionNotFinite:
      return "the positions are not finite";
    case Kind::kOuterStateNotFinite:
      return "a continuous state outside the plant is not finite";
    case Kind::kInaccurate:
      return fmt::format("the error of {} is too large", culprit);
    case Kind::kImpactNotResolved:
      return "an impact is not resolved";
    case Kind::kTurnNotResolved:
      return "a body turns too far";
    case Kind::kOther:
      break;
  }
  return details;
}

bool IsNotFinite(Kind kind) {
  return kind == Kind::kInputNotFinite || kind == Kind::kDerivativeNotFinite ||
         kind == Kind::kVelocityNotFinite || kind == Kind::kPositionNotFinite ||
         kind == Kind::kOuterStateNotFinite;
}

const std::string& NameFirstBody(const multibody::Model& model, int tree) {
  return model.bodies()[model.trees()[tree].first_body].name;
}

StepError::StepError(double time, StepFailure failure,
                     const std::string& circumstances)
    : IntegrationError(time, Describe(failure) + circumstances),
      failure_(std::move(failure)) {}

}  // namespace tactus::integrators
