#include "tactus/contact/geometry/narrow_phase/segments.h"

#include <algorithm>

#include "contact/geometry/narrow_phase/pair_cases.h"
#include <catch2/catch.hpp>

namespace tactus::contact::test {
namespace {

double Distance(const Segment& a, const Segment& b, const SegmentPair& x) {
  return (a.At(x.s) - b.At(x.t)).norm();
}

Segment RandomSegment(Random* random) {
  return {RandomVector(random, -1, 1), RandomDirection(random),
          Uniform(random, 0, 1)};
}

/// Distance is convex: no better pair next to x means none at all.
void CheckNearest(const Segment& a, const Segment& b) {
  const SegmentPair x = NearestPoints(a, b);
  CHECK(std::abs(x.s) <= a.half_length);
  CHECK(std::abs(x.t) <= b.half_length);
  for (const double ds : {-1e-3, 0., 1e-3}) {
    for (const double dt : {-1e-3, 0., 1e-3}) {
      const SegmentPair y{std::clamp(x.s + ds, -a.half_length, a.half_length),
                          std::clamp(x.t + dt, -b.half_length, b.half_length)};
      CHECK(Distance(a, b, y) >= Distance(a, b, x) - 1e-14);
    }
  }
}

TEST_CASE("NearestPoints: random segments -> no pair beside it is nearer") {
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const Segment a = RandomSegment(&random);
    Segment b = RandomSegment(&random);
    if (i % 4 == 0) b.direction = a.direction;
    if (i % 4 == 1) {
      b.direction = (a.direction + 1e-8 * b.direction).normalized();
    }
    if (i % 7 == 0) b.half_length = 0;
    CheckNearest(a, b);
  }
}

TEST_CASE("NearestPoints: crossing lines -> on their common perpendicular") {
  const Segment a{{0, 0, 0}, {1, 0, 0}, 1}, b{{0.3, 0.2, 0.5}, {0, 1, 0}, 1};
  const SegmentPair x = NearestPoints(a, b);
  CHECK(x.s == Approx(0.3));
  CHECK(x.t == Approx(-0.2));
  CHECK(Distance(a, b, x) == Approx(0.5));
}

}  // namespace
}  // namespace tactus::contact::test
