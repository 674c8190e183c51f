#include "tactus/apps/run/progress.h"

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

std::string LineAt(double now, double elapsed) {
  integrators::Statistics statistics;
  statistics.last_step = 4.5e-3;
  return MakeProgressLine(
      {.start = 1, .end = 11, .now = now, .elapsed = elapsed}, statistics);
}

TEST_CASE("Progress: a part of the run -> its share, and what remains") {
  CHECK_THAT(LineAt(3, 2),
             Catch::StartsWith("20 %, 8 s left, 3.000 s of 11 s, 1 x real "
                               "time, step 4.5 ms, limited by"));
  CHECK_THAT(LineAt(3, 30), Catch::StartsWith("20 %, 2:00 left"));
  CHECK_THAT(LineAt(2, 1000), Catch::StartsWith("10 %, 2:30:00 left"));
}

TEST_CASE("Progress: nothing simulated yet -> no guess") {
  CHECK_THAT(LineAt(1, 5), Catch::StartsWith("0 %, ? left"));
}

}  // namespace
}  // namespace tactus::apps
