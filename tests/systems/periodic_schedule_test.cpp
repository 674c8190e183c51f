#include "tactus/systems/periodic_schedule.h"

#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>

#include <catch2/catch.hpp>

namespace tactus::systems {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double NextAfter(double t) {
  return std::nextafter(t, kInfinity);
}
double NextBefore(double t) {
  return std::nextafter(t, -kInfinity);
}

TEST_CASE("PeriodicSchedule: 100000 events -> at exact products") {
  const PeriodicSchedule schedule{0.1, 0};
  double t = 0;
  for (int k = 1; k <= 100000; ++k) {
    t = schedule.NextTime(t);
    REQUIRE(t == k * 0.1);
    REQUIRE(schedule.IsDue(t));
  }
}

TEST_CASE("PeriodicSchedule: an offset -> the first event") {
  const PeriodicSchedule schedule{0.25, 1.0};
  CHECK(schedule.NextTime(-3) == 1.0);
  CHECK(schedule.NextTime(0) == 1.0);
  CHECK(schedule.NextTime(0.999) == 1.0);
  CHECK(schedule.NextTime(1.0) == 1.25);
  CHECK(!schedule.IsDue(0));
  CHECK(!schedule.IsDue(0.75));
  CHECK(schedule.IsDue(1.0));
  CHECK(schedule.IsDue(1.25));
}

TEST_CASE("PeriodicSchedule: no offset -> time zero is an event") {
  const PeriodicSchedule schedule{0.5, 0};
  CHECK(schedule.IsDue(0));
  CHECK(schedule.NextTime(NextBefore(0)) == 0);
  CHECK(schedule.NextTime(0) == 0.5);
}

TEST_CASE("PeriodicSchedule: between events -> none is due") {
  const PeriodicSchedule schedule{0.5, 0};
  CHECK(!schedule.IsDue(0.25));
  CHECK(!schedule.IsDue(0.5 - 1e-12));
  CHECK(!schedule.IsDue(0.5 + 1e-12));
  CHECK(!schedule.IsDue(-0.5));
}

TEST_CASE("PeriodicSchedule: a time off by rounding -> the same event") {
  const PeriodicSchedule schedule{0.5, 0};
  CHECK(schedule.IsDue(NextAfter(1.0)));
  CHECK(schedule.IsDue(NextBefore(1.0)));
  CHECK(schedule.NextTime(NextBefore(1.0)) == 1.5);
  CHECK(schedule.NextTime(NextAfter(1.0)) == 1.5);
  CHECK(schedule.NextTime(1.0 - 1e-14) == 1.0);
}

TEST_CASE("PeriodicSchedule: decimals that coincide -> events that coincide") {
  // 3 * 0.1 > 0.3 by a rounding; so it is for many multiples of 0.001.
  CHECK(3 * 0.1 != 0.3);
  CHECK(SameTime(3 * 0.1, 0.3));
  const PeriodicSchedule fast{0.001, 0}, slow{0.007, 0}, shifted{0.01, 0.003};
  for (int k = 0; k < 100000; ++k) {
    REQUIRE(fast.IsDue(k * 0.007));
    REQUIRE(fast.IsDue(0.003 + k * 0.01));
    REQUIRE(slow.IsDue(7 * k * 0.001));
    REQUIRE(shifted.IsDue((10 * k + 3) * 0.001));
  }
}

TEST_CASE(
    "PeriodicSchedule: random times -> the first event later, on the grid") {
  std::mt19937 random(1);
  const auto pick = [&random](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  for (int trial = 0; trial < 10000; ++trial) {
    const PeriodicSchedule schedule{pick(1, 100000) * 1e-4,
                                    pick(0, 1000) * 1e-2};
    const double t = pick(-1000000, 100000000) * 1e-5;
    const double next = schedule.NextTime(t);
    REQUIRE(next > t);
    REQUIRE(schedule.IsDue(next));
    const double k = std::round((next - schedule.offset) / schedule.period);
    REQUIRE(next == schedule.offset + k * schedule.period);
    if (k == 0) continue;
    const double previous = schedule.offset + (k - 1) * schedule.period;
    REQUIRE((previous <= t || SameTime(previous, t)));
  }
}

TEST_CASE("PeriodicSchedule: bad periods and offsets -> refused") {
  CHECK_NOTHROW(PeriodicSchedule{1, 0}.Validate());
  CHECK_THROWS_AS((PeriodicSchedule{0, 0}.Validate()), std::invalid_argument);
  CHECK_THROWS_AS((PeriodicSchedule{-1, 0}.Validate()), std::invalid_argument);
  CHECK_NOTHROW(PeriodicSchedule{1e-9, 0}.Validate());
  CHECK_THROWS_WITH((PeriodicSchedule{1e-12, 0}.Validate()),
                    Catch::Contains("1e-09 s at least"));
  CHECK_THROWS_AS((PeriodicSchedule{1, -1}.Validate()), std::invalid_argument);
  CHECK_THROWS_AS((PeriodicSchedule{kInfinity, 0}.Validate()),
                  std::invalid_argument);
  CHECK_THROWS_AS((PeriodicSchedule{std::nan(""), 0}.Validate()),
                  std::invalid_argument);
  CHECK_THROWS_AS((PeriodicSchedule{1, std::nan("")}.Validate()),
                  std::invalid_argument);
}

TEST_CASE("PeriodicSchedule: a period too short to be counted -> refused") {
  const PeriodicSchedule schedule{1e-18, 0};
  CHECK(schedule.NextTime(0) == 1e-18);
  CHECK_THROWS_WITH(
      schedule.NextTime(0.5),
      "a period of 1e-18 s is too short to be counted at t = 0.5 s");
}

}  // namespace
}  // namespace tactus::systems
