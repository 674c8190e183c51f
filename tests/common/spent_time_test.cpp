#include "tactus/common/spent_time.h"

#include <catch2/catch.hpp>

namespace tactus {
namespace {

TEST_CASE("SpentTime: work between two readings -> is counted by both clocks") {
  const SpentTime start = SpentTime::Now();
  double sum = 0;
  while (SpentTime::Now().cpu - start.cpu < 1e-3) sum += 1;
  SpentTime spent{.wall = 5, .cpu = 7};
  spent += SpentTime::Now() - start;
  CHECK(sum > 0);
  CHECK(spent.cpu >= 7 + 1e-3);
  // One thread computes no longer than it lasts, but for the clocks' grains.
  CHECK(spent.wall - 5 >= spent.cpu - 7 - 1e-4);
}

}  // namespace
}  // namespace tactus
