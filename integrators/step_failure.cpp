#include "tactus/integrators/step_failure.h"

#include <spdlog/fmt/fmt.h>

namespace tactus::integrators {

std::string Describe(const StepFailure& failure,
                     const multibody::Model& model) {
  using Kind = StepFailure::Kind;
  const std::string body =
      failure.body < 0 ? "?" : model.bodies()[failure.body].name;
  switch (failure.kind) {
    case Kind::kNotConverged:
      return fmt::format("the contact solve at body '{}' did not converge ({})",
                         body, failure.details);
    case Kind::kStalled:
      return fmt::format("contact at body '{}' stalls: {}", body,
                         failure.details);
    case Kind::kNotPositiveDefinite:
      return fmt::format(
          "the mass matrix at body '{}' is not positive definite", body);
    case Kind::kTurnsTooFar:
      return fmt::format(
          "body '{}' turns by more than half a revolution in a step of {}",
          body, failure.details);
    case Kind::kOther:
      break;
  }
  return failure.details;
}

int FindFirstBody(const multibody::Model& model, int tree) {
  return model.trees()[tree].first_body;
}

}  // namespace tactus::integrators
