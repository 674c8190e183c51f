#include "tactus/solvers/stop.h"

#include <catch2/catch.hpp>

namespace tactus::solvers {
namespace {

TEST_CASE("ThrowIfStopped: nobody asks, no, yes -> throws at yes alone") {
  const StopRequest no = [] { return false; }, yes = [] {
    return true;
  };
  CHECK_NOTHROW(ThrowIfStopped(nullptr));
  CHECK_NOTHROW(ThrowIfStopped(&no));
  CHECK_THROWS_AS(ThrowIfStopped(&yes), Stopped);
}

}  // namespace
}  // namespace tactus::solvers
