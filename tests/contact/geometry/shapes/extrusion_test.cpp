#include "tactus/contact/geometry/shapes/extrusion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

using Catch::Contains;
using Contours = std::vector<Contour>;

Contour MakeSquare(double half, const Vector2d& center = Vector2d::Zero()) {
  return {center + Vector2d(-half, -half), center + Vector2d(half, -half),
          center + Vector2d(half, half), center + Vector2d(-half, half)};
}

// Of a polygon, positive when it runs counter-clockwise.
double CalcArea(const Contour& polygon) {
  double sum = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vector2d& p = polygon[i];
    const Vector2d& q = polygon[(i + 1) % polygon.size()];
    sum += (p.x() * q.y() - q.x() * p.y()) / 2;
  }
  return sum;
}

bool IsConvexPolygon(const Contour& polygon) {
  const std::size_t n = polygon.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Vector2d u = polygon[(i + 1) % n] - polygon[i];
    const Vector2d v = polygon[(i + 2) % n] - polygon[(i + 1) % n];
    if (u.x() * v.y() - u.y() * v.x() < -1e-12) return false;
  }
  return true;
}

// The pieces are convex and make up `area`; the surface is closed and encloses
// that times the height.
void CheckSolid(const Extrusion& extrusion, double area) {
  double sum = 0;
  for (const Contour& piece : extrusion.pieces()) {
    CHECK(IsConvexPolygon(piece));
    CHECK(CalcArea(piece) > 0);
    sum += CalcArea(piece);
  }
  CHECK(sum == Approx(area).epsilon(1e-9));
  CHECK(extrusion.MakeConvexParts().size() == extrusion.pieces().size());
  const TriangleMesh surface = extrusion.MakeSurface();
  CHECK(IsClosed(surface));
  const VolumeIntegrals integrals = CalcSolidIntegrals(surface);
  CHECK(integrals.volume == Approx(area * extrusion.height()).epsilon(1e-9));
  CHECK(integrals.centroid.z() == Approx(extrusion.height() / 2));
}

TEST_CASE("Extrusion: convex polygons -> one piece") {
  Contour circle;
  for (int i = 0; i < 24; ++i) {
    const double a = 2 * std::numbers::pi * i / 24;
    circle.emplace_back(std::cos(a), std::sin(a));
  }
  const Extrusion disk(Contours{circle}, 0.5);
  CHECK(disk.pieces().size() == 1);
  CheckSolid(disk, 12 * std::sin(2 * std::numbers::pi / 24));

  Contour closed = MakeSquare(1);
  closed.push_back(closed.front());
  const Extrusion square(Contours{closed}, 2);
  CHECK(square.pieces().size() == 1);
  CHECK(square.pieces()[0].size() == 4);
  CheckSolid(square, 4);
}

TEST_CASE("Extrusion: an L, either way round -> two pieces") {
  Contour ell = {{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 2}, {0, 2}};
  for (int i = 0; i < 2; ++i) {
    const Extrusion extrusion(Contours{ell}, 0.1);
    CHECK(extrusion.pieces().size() == 2);
    CheckSolid(extrusion, 4);
    std::ranges::reverse(ell);
  }
}

TEST_CASE("Extrusion: contours within contours -> holes, and islands in them") {
  const Contours rings = {MakeSquare(3), MakeSquare(2), MakeSquare(1),
                          MakeSquare(0.5, {7, 0})};
  const Extrusion extrusion(rings, 0.3);
  CheckSolid(extrusion, 36 - 16 + 4 + 1);
  CHECK(extrusion.pieces().size() == 6);
}

// Stars about the origin: their rays have random lengths, their area is the sum
// of the triangles between them.
TEST_CASE("Extrusion: random stars with holes -> all of their area") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> outer(2, 4), inner(0.3, 1);
  for (int trial = 0; trial < 50; ++trial) {
    const int n = 5 + trial % 20;
    Contour star, hole;
    for (int i = 0; i < n; ++i) {
      const double a = 2 * std::numbers::pi * i / n + 0.01 * trial;
      const Vector2d ray(std::cos(a), std::sin(a));
      star.push_back(outer(random) * ray);
      hole.push_back(inner(random) * ray);
    }
    CheckSolid(Extrusion(Contours{star, hole}, 1),
               CalcArea(star) - CalcArea(hole));
    CheckSolid(Extrusion(Contours{hole, star}, 1),
               CalcArea(star) - CalcArea(hole));
  }
}

TEST_CASE("Extrusion: what is no region -> refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto make = [](const Contour& contour, double height = 1) {
    Extrusion(Contours{contour}, height);
  };
  CHECK_THROWS_WITH(make(MakeSquare(1), 0), Contains("height"));
  CHECK_THROWS_WITH(make(MakeSquare(1), nan), Contains("height"));
  CHECK_THROWS_WITH(make({{0, 0}, {1, 0}}), Contains("at least three"));
  CHECK_THROWS_WITH(make({{0, 0}, {1, 0}, {1, 0}, {0, 0}}),
                    Contains("at least three"));
  CHECK_THROWS_WITH(make({{0, 0}, {1, 0}, {nan, 1}}), Contains("finite"));
  CHECK_THROWS_WITH(make({{0, 0}, {1, 1}, {2, 2}}), Contains("no area"));
  CHECK_THROWS_WITH(make({{0, 0}, {2, 2}, {2, 0}, {0, 2}}), Contains("cross"));
  CHECK_THROWS_WITH(Extrusion({}, 1), Contains("no area"));
}

}  // namespace
}  // namespace tactus::contact
