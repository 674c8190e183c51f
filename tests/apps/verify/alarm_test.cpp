#include "tactus/apps/verify/alarm.h"

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

constexpr double kNever = 1e6;  // [s]

TEST_CASE("MakeAlarm: a time that has passed -> rings, one to come -> not") {
  CHECK(MakeAlarm(-1, {})());
  CHECK_FALSE(MakeAlarm(kNever, {})());
}

TEST_CASE("MakeAlarm: another predicate turns true -> rings with it") {
  bool stops = false;
  const auto alarm = MakeAlarm(kNever, [&] { return stops; });
  CHECK_FALSE(alarm());
  stops = true;
  CHECK(alarm());
}

}  // namespace
}  // namespace tactus::apps
