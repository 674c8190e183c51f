#include "tactus/integrators/step_size/error_control_options.h"

#include <catch2/catch.hpp>

#include "tactus/integrators/step_size/step_attempts.h"

namespace tactus::integrators {
namespace {

TEST_CASE("Error control options: values out of range -> refused by name") {
  CHECK_NOTHROW(CheckErrorControlOptions({}));
  CHECK_THROWS_WITH(CheckErrorControlOptions({.accuracy = 0}),
                    Catch::Contains("accuracy"));
  CHECK_THROWS_WITH(CheckErrorControlOptions({.h_max = 1e-3, .h_min = 1e-3}),
                    Catch::Contains("h_min < h_max"));
  CHECK_THROWS_WITH(CheckErrorControlOptions({.first_step = 1.1}),
                    Catch::Contains("first step"));
  CHECK_THROWS_WITH(CheckErrorControlOptions({.length_scale = 0}),
                    Catch::Contains("length scale"));
  // Whoever takes steps by them looks at them first.
  CHECK_THROWS_WITH(StepAttempts(ErrorControlOptions{.accuracy = 0}, {}),
                    Catch::Contains("accuracy"));
}

}  // namespace
}  // namespace tactus::integrators
