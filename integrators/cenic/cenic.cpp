#include "tactus/integrators/cenic/cenic.h"

#include <algorithm>
#include <memory>

#include "tactus/common/require.h"
#include "tactus/integrators/step_functions/icf_step.h"

namespace tactus::integrators {
namespace {

// eps = max(kappa accuracy, 1e-12)  (34); the paper's floor is 1e-8: what every
// solve leaves adds up, and where steps are many and of second order it would
// be all of the error.
double CalcTolerance(const CenicOptions& options) {
  if (!options.adaptive_tolerance) return 1e-8;
  return std::max(options.kappa * options.accuracy, 1e-12);
}

AdaptiveStep::MakeFunction MakeIcfStep(const CenicOptions& options) {
  Require(options.kappa > 0, "kappa must be positive");
  return [step = IcfStepOptions{.tolerance = CalcTolerance(options),
                                .hessian_reuse = options.hessian_reuse,
                                .line_search_start = options.line_search_start,
                                .factor_method = options.factor_method,
                                .num_threads = options.num_threads,
                                .stop = options.stop}] {
    return std::make_unique<IcfStep>(step);
  };
}

AdaptiveStepOptions AdaptiveOptionsOf(const CenicOptions& options) {
  return {.control = {.accuracy = options.accuracy,
                      .h_max = options.h_max,
                      .h_min = options.h_min,
                      .first_step = options.first_step,
                      .error_norm = options.error_norm,
                      .length_scale = options.length_scale,
                      .stop = options.stop},
          .scheme = options.scheme,
          .external = options.external};
}

}  // namespace

Cenic::Cenic(const CenicOptions& options)
    : AdaptiveStep(MakeIcfStep(options), AdaptiveOptionsOf(options)),
      options_(options) {}

}  // namespace tactus::integrators
