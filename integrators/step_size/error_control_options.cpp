#include "tactus/integrators/step_size/error_control_options.h"

#include "tactus/common/require.h"

namespace tactus::integrators {

void CheckErrorControlOptions(const ErrorControlOptions& options) {
  Require(options.accuracy > 0, "the accuracy must be positive");
  Require(
      options.h_max > 0 && options.h_min > 0 && options.h_min < options.h_max,
      "steps must satisfy 0 < h_min < h_max");
  Require(!options.first_step ||
              (*options.first_step > 0 && *options.first_step <= 1),
          "the first step must be a fraction of h_max, in (0, 1]");
  Require(options.length_scale > 0, "the length scale must be positive");
}

}  // namespace tactus::integrators
