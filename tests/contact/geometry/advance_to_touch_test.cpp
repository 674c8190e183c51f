#include "tactus/contact/geometry/advance_to_touch.h"

#include <limits>
#include <vector>

#include <catch2/catch.hpp>

namespace tactus::contact::test {
namespace {

// Two surfaces of skins 1 that come nearer from `gap` at speed 1; the times
// looked at after 0.
std::vector<double> Look(double h, double gap, double speed = 1) {
  std::vector<double> times;
  AdvanceToTouch(h, speed, 1, -gap, [&](double t) {
    times.push_back(t);
    return speed * t - gap;
  });
  return times;
}

TEST_CASE(
    "AdvanceToTouch: no touch within the step -> a last look at its end") {
  const std::vector<double> times = Look(2, 3);
  REQUIRE_FALSE(times.empty());
  CHECK(times.back() == 2);
}

TEST_CASE("AdvanceToTouch: a touch -> a last look where it is a tenth deep") {
  const std::vector<double> times = Look(5, 3);
  REQUIRE_FALSE(times.empty());
  CHECK(times.back() <= 3.1);
  CHECK(times.back() > 3.0);
}

TEST_CASE("AdvanceToTouch: from within -> a last look a tenth deeper") {
  const double last = Look(5, -0.3).back();
  CHECK(last <= 0.1);
  CHECK(last > 0.05);
}

TEST_CASE("AdvanceToTouch: parting -> a last look at the end of the step") {
  std::vector<double> times;
  AdvanceToTouch(1.0, 1, 1, 0.2, [&](double t) {
    times.push_back(t);
    return 0.2 - t;
  });
  CHECK(times.back() == 1);
}

TEST_CASE("AdvanceToTouch: hardly a motion -> no further look") {
  CHECK(Look(0, 0.1).empty());
  CHECK(Look(1, 0.1, 0.9e-3).empty());
  CHECK_FALSE(Look(1, 0.1, 1.1e-3).empty());
}

TEST_CASE(
    "AdvanceToTouch: something thin on the way -> it is not stepped over") {
  // Touches from 3.0 to 3.4 alone.
  const auto depth = [](double t) {
    return 0.2 - std::abs(t - 3.2);
  };
  double last = 0;
  AdvanceToTouch(5.0, 1, 1, depth(0), [&](double t) {
    last = t;
    return depth(t);
  });
  CHECK(last == Approx(3.1).margin(0.02));
}

}  // namespace
}  // namespace tactus::contact::test
