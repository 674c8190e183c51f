#include "tactus/contact/geometry/narrow_phase/line_pair.h"

#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

struct Point {
  SegmentPair x;
  double weight;
};

/// Two rods of radius 0.5 whose axes are 1 - depth apart at the nearest.
std::vector<Point> FindPoints(const Segment& a, const Segment& b) {
  std::vector<Point> points;
  const auto depth_at = [&](const SegmentPair& x) {
    return 1 - (a.At(x.s) - b.At(x.t)).norm();
  };
  const SegmentPair nearest = NearestPoints(a, b);
  WriteLinePair(a, b, nearest, depth_at(nearest), 0, 1, depth_at,
                [&](const SegmentPair& x, double weight) {
                  points.push_back({x, weight});
                });
  return points;
}

constexpr double kApart = 1 - 1e-3;

TEST_CASE("WriteLinePair: parallel lines -> both ends of what they share") {
  const Segment a{{0, 0, 0}, {1, 0, 0}, 2};
  for (const double sign : {-1., 1.}) {
    const auto points = FindPoints(a, {{1, 0, kApart}, {sign, 0, 0}, 2});
    REQUIRE(points.size() == 2);
    // They share [-1, 2] of a: 3/4 of what they could.
    CHECK(points[0].x.s == Approx(-1));
    CHECK(points[1].x.s == Approx(2));
    CHECK(points[0].x.t == Approx(-2 * sign));
    CHECK(points[0].weight == Approx(0.875));
    CHECK(points[1].weight == Approx(0.875));
  }
}

TEST_CASE("WriteLinePair: lines that cross or meet end to end -> one point") {
  const Segment a{{0, 0, 0}, {1, 0, 0}, 2};
  for (const Segment& b : {Segment{{1, 0, kApart}, {0, 1, 0}, 2},
                           Segment{{1, 0, kApart}, {0.6, 0.8, 0}, 2},
                           Segment{{4 + kApart, 0, 0}, {1, 0, 0}, 2}}) {
    const auto points = FindPoints(a, b);
    REQUIRE(points.size() == 1);
    CHECK(points[0].weight == Approx(1));
  }
}

TEST_CASE("WriteLinePair: the angle grows -> no jump of the force") {
  const Segment a{{0, 0, 0}, {1, 0, 0}, 2};
  // Where one end is still as deep as the nearest points and the other end no
  // longer touches: 1 - (1 - share) / 2, with 3.5 m of 4 m shared.
  const double least = 1e-3 * (1 - 0.5 * (1 - 3.5 / 4));
  double last = 0;
  for (int i = 0; i <= 2000; ++i) {
    const double angle = 1e-3 * i;
    const Segment b{{0.5, 0, kApart}, {std::cos(angle), std::sin(angle), 0}, 2};
    double force = 0;
    for (const Point& p : FindPoints(a, b)) {
      force += p.weight * (1 - (a.At(p.x.s) - b.At(p.x.t)).norm());
    }
    if (i > 0) CHECK(std::abs(force - last) < 1e-4);
    CHECK(force >= least);
    last = force;
  }
  CHECK(last == Approx(1e-3));
}

TEST_CASE("WriteLinePair: a line that has faded -> one point") {
  const Segment a{{0, 0, 0}, {1, 0, 0}, 2}, b{{0, 0, kApart}, {1, 0, 0}, 2};
  int count = 0;
  WriteLinePair(
      a, b, {0, 0}, 1e-3, 0, 0, [](const SegmentPair&) { return 1e-3; },
      [&](const SegmentPair& x, double weight) {
        ++count;
        CHECK(x.s == 0);
        CHECK(weight == 1);
      });
  CHECK(count == 1);
}

}  // namespace
}  // namespace tactus::contact
