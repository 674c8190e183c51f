#include "tactus/recording/srgb.h"

#include <catch2/catch.hpp>

namespace tactus::recording {
namespace {

TEST_CASE(
    "LinearFromSrgb: ends, middle grey, where pieces join -> 0, 1, 0.214, no "
    "jump") {
  CHECK(LinearFromSrgb(0) == 0);
  CHECK(LinearFromSrgb(1) == Approx(1));
  CHECK(LinearFromSrgb(0.5) == Approx(0.21404).epsilon(1e-4));
  CHECK(LinearFromSrgb(0.04045) ==
        Approx(LinearFromSrgb(0.04046)).epsilon(1e-3));
}

}  // namespace
}  // namespace tactus::recording
