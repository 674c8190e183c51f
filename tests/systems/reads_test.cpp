#include "tactus/systems/reads.h"

#include <catch2/catch.hpp>

namespace tactus::systems {
namespace {

TEST_CASE("Reads: combined -> like sets") {
  constexpr Reads both = Reads::kTime | Reads::kDiscrete;
  STATIC_REQUIRE(Contains(both, Reads::kTime));
  STATIC_REQUIRE(Contains(both, Reads::kDiscrete));
  STATIC_REQUIRE(!Contains(both, Reads::kContinuous));
  STATIC_REQUIRE(!Contains(both, Reads::kTime | Reads::kContinuous));
  STATIC_REQUIRE(Contains(both, Reads::kNothing));
  STATIC_REQUIRE((both & Reads::kTime) == Reads::kTime);
  STATIC_REQUIRE(Reads::kEverything == (Reads::kTime | Reads::kState |
                                        Reads::kParameters | Reads::kInputs));
}

TEST_CASE("ReadSet: single inputs -> included, others not") {
  const ReadSet reads(Reads::kTime,
                      {InputPort{nullptr, 2}, InputPort{nullptr, 5}});
  CHECK(reads.IncludesInput(2));
  CHECK(reads.IncludesInput(5));
  CHECK(!reads.IncludesInput(3));
  CHECK(reads.Includes(Reads::kTime));
  CHECK(!reads.Includes(Reads::kInputs));

  const ReadSet all = Reads::kInputs;
  CHECK(all.IncludesInput(0));
  CHECK(all.IncludesInput(99));
  const ReadSet none = Reads::kTime;
  CHECK(!none.IncludesInput(0));
}

TEST_CASE("ReadSet: another one -> included if all of it is") {
  const InputPort first{nullptr, 0}, second{nullptr, 1};
  const ReadSet all = Reads::kEverything;
  const ReadSet time_and_first(Reads::kTime, {first});
  const ReadSet time_and_both(Reads::kTime, {first, second});
  CHECK(all.Includes(time_and_both));
  CHECK(time_and_both.Includes(time_and_first));
  CHECK(!time_and_first.Includes(time_and_both));
  CHECK(!time_and_both.Includes(all));
  CHECK(!ReadSet(Reads::kNothing, {first}).Includes(time_and_first));
}

}  // namespace
}  // namespace tactus::systems
