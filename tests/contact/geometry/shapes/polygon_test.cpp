#include "tactus/contact/geometry/shapes/polygon.h"

#include <cmath>
#include <numbers>

#include "contact/geometry/narrow_phase/pair_cases.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/narrow_phase/face_contact.h"

namespace tactus::contact::test {
namespace {

std::vector<PolygonCorner> MakeRegular(int sides) {
  std::vector<PolygonCorner> corners;
  const double step = 2 * std::numbers::pi / sides;
  for (int k = 0; k < sides; ++k) {
    corners.push_back(
        {{std::cos(k * step), std::sin(k * step)},
         {std::cos((k + 0.5) * step), std::sin((k + 0.5) * step)}});
  }
  return corners;
}

double TotalShare(const ClippedPolygon& polygon) {
  double total = 0;
  for (int i = 0; i < polygon.size(); ++i) total += polygon.CalcShare(i);
  return total;
}

Vector2d Direction(double angle) {
  return {std::cos(angle), std::sin(angle)};
}

TEST_CASE("ClippedPolygon: a rectangle -> a share of one for each corner") {
  const ClippedPolygon square(MakeRectangle({1, 2}));
  REQUIRE(square.size() == 4);
  for (int i = 0; i < 4; ++i) CHECK(square.CalcShare(i) == 1);
}

TEST_CASE("ClippedPolygon: polygons cut at random -> shares that sum to four") {
  Random random(1);
  for (int sides = 3; sides <= 32; ++sides) {
    ClippedPolygon polygon(MakeRegular(sides));
    CHECK(TotalShare(polygon) == Approx(4));
    for (int cut = 0; cut < 6; ++cut) {
      polygon.Clip(Direction(Uniform(&random, 0, 7)),
                   Uniform(&random, 0.05, 1));
      REQUIRE(polygon.size() >= 3);
      CHECK(TotalShare(polygon) == Approx(4));
    }
  }
}

TEST_CASE("ClippedPolygon: a cut -> keeps what is behind the line") {
  ClippedPolygon square(MakeRectangle({1, 1}));
  square.Clip({1, 0}, 2);
  CHECK(square.size() == 4);
  square.Clip({1, 0}, 0.5);
  REQUIRE(square.size() == 4);
  double area2 = 0;
  for (int i = 0; i < 4; ++i) {
    const Vector2d &p = square.corner(i), &q = square.corner((i + 1) % 4);
    CHECK(p.x() <= 0.5);
    area2 += p.x() * q.y() - p.y() * q.x();
  }
  CHECK(area2 == Approx(6));  // Still counter-clockwise, 1.5 by 2.
  square.Clip({-1, 0}, -1);
  CHECK(square.size() == 0);
}

TEST_CASE("ClippedPolygon: a corner cut off -> its share is divided") {
  for (const double angle : {0.1, 0.5, std::numbers::pi / 4, 1.2}) {
    ClippedPolygon square(MakeRectangle({1, 1}));
    const Vector2d normal = Direction(angle);
    square.Clip(normal, normal.dot(Vector2d(1, 1)) - 1e-9);
    REQUIRE(square.size() == 5);
    double near_corner = 0;
    for (int i = 0; i < 5; ++i) {
      if ((square.corner(i) - Vector2d(1, 1)).norm() > 1e-6) {
        CHECK(square.CalcShare(i) == Approx(1));
      } else {
        near_corner += square.CalcShare(i);
      }
    }
    CHECK(near_corner == Approx(1));
  }
}

TEST_CASE(
    "ClippedPolygon: corners that nearly coincide -> one with both shares") {
  ClippedPolygon square(MakeRectangle({1, 1}));
  const Vector2d diagonal = Direction(std::numbers::pi / 4);
  for (const double turn : {0., 0.5, 1., 1.5}) {
    const Vector2d n = Direction(std::numbers::pi * (0.25 + turn));
    square.Clip(n, std::sqrt(2.) - 1e-10);
  }
  CHECK(square.size() == 8);
  square.JoinCloseCorners(1e-8);
  REQUIRE(square.size() == 4);
  for (int i = 0; i < 4; ++i) CHECK(square.CalcShare(i) == Approx(1));
  // What is left of a sliver: both ends of a line, and then a point.
  square.Clip(diagonal, -1);
  square.Clip(-diagonal, 1 + 1e-10);
  square.JoinCloseCorners(1e-8);
  REQUIRE(square.size() == 2);
  CHECK(square.CalcShare(0) == Approx(2));
  CHECK(square.CalcShare(1) == Approx(2));
  square.JoinCloseCorners(10);
  REQUIRE(square.size() == 1);
  CHECK(square.CalcShare(0) == 4);
}

}  // namespace
}  // namespace tactus::contact::test
