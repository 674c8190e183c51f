#include "tactus/contact/cond/options.h"

#include <cmath>

#include "tactus/common/require.h"

namespace tactus::contact {

void RequireValid(const CondOptions& options) {
  Require(options.theta == 1 || options.theta == 0.5,
          "COND's theta must be 1 or 1/2");
  Require(
      !options.virtual_damping || (std::isfinite(*options.virtual_damping) &&
                                   *options.virtual_damping > 0),
      "COND's virtual damping must be positive");
  Require(options.push_out >= 0 && options.push_out <= 1,
          "COND's push-out must be a share");
  Require(std::isfinite(options.regularization) && options.regularization >= 0,
          "COND's regularization must not be negative");
  Require(std::isfinite(options.residual) && options.residual > 0,
          "COND's residual must be positive");
  Require(options.max_iterations >= 1,
          "COND's most iterations must be at least 1");
  Require(!options.iterations || *options.iterations >= 1,
          "COND's iterations must be at least 1");
  Require(!options.change ||
              (std::isfinite(*options.change) && *options.change > 0),
          "COND's change must be positive");
  Require(!options.change || options.method == NodalMethod::kVelocityFixedPoint,
          "iterations on impulses do not end by their change");
  Require(!options.change || !options.iterations,
          "COND's iterations end by their number or by their change, not both");
  Require(options.num_threads >= 1, "COND's threads must be at least 1");
}

}  // namespace tactus::contact
