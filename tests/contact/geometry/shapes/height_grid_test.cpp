#include "tactus/contact/geometry/shapes/height_grid.h"

#include <limits>

#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

// Heights 0.1 (row + 2 column) of 3 rows and 4 columns.
HeightGrid MakeSlope() {
  std::vector<double> heights;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 4; ++c) heights.push_back(0.1 * (r + 2 * c));
  }
  return {3, 4, {3, 2}, heights, 0.5};
}

TEST_CASE("Height grid: rows and columns -> corners and triangles in place") {
  const HeightGrid grid = MakeSlope();
  CHECK(grid.Corner(0, 0).isApprox(Vector3d(-3, -2, 0)));
  CHECK(grid.Corner(2, 3).isApprox(Vector3d(3, 2, 0.8)));
  CHECK(grid.cell().isApprox(Vector2d(2, 2)));
  CHECK(grid.most_height() == Approx(0.8));
  for (const int half : {0, 1}) {
    const auto [a, b, c] = grid.Triangle(1, 1, half);
    CHECK((b - a).cross(c - a).z() > 0);
    CHECK(a == grid.Corner(1, 1));
  }
  CHECK(grid.Triangle(1, 1, 0)[1] == grid.Corner(1, 2));
  CHECK(grid.Triangle(1, 1, 1)[2] == grid.Corner(2, 1));
}

TEST_CASE("Height grid: heights between corners -> those of the triangles") {
  const HeightGrid grid(2, 3, {1, 0.5}, {0, 1, 3, 2, 5, 4}, 0.5);
  for (const int column : {0, 1}) {
    for (const int half : {0, 1}) {
      const auto triangle = grid.Triangle(0, column, half);
      const Vector3d p =
          0.5 * triangle[0] + 0.3 * triangle[1] + 0.2 * triangle[2];
      CHECK(grid.HeightAt(p.head<2>()) == Approx(p.z()));
    }
  }
  CHECK(grid.HeightAt({1, 0.5}) == 4);
  CHECK(grid.HeightAt({7, -9}) == 3);
}

// Its volume is that below a plane of mean height 0.4.
TEST_CASE("Height grid: its surface -> closed, around the solid") {
  const TriangleMesh surface = MakeSlope().MakeSurface();
  REQUIRE(IsClosed(surface));
  const VolumeIntegrals integrals = CalcSolidIntegrals(surface);
  CHECK(integrals.volume == Approx(6 * 4 * 0.9));
  CHECK(integrals.centroid.x() > 0);
  CHECK(integrals.centroid.y() > 0);
}

TEST_CASE("Height grid: wrong sizes or NaN heights -> refused") {
  const std::vector<double> flat(4, 0.0);
  CHECK_THROWS_AS(HeightGrid(1, 4, {1, 1}, flat, 1), std::invalid_argument);
  CHECK_THROWS_AS(HeightGrid(2, 3, {1, 1}, flat, 1), std::invalid_argument);
  CHECK_THROWS_AS(HeightGrid(2, 2, {1, 0}, flat, 1), std::invalid_argument);
  CHECK_THROWS_AS(HeightGrid(2, 2, {1, 1}, flat, 0), std::invalid_argument);
  CHECK_THROWS_AS(
      HeightGrid(2, 2, {1, 1},
                 {0, 0, 0, std::numeric_limits<double>::quiet_NaN()}, 1),
      std::invalid_argument);
}

}  // namespace
}  // namespace tactus::contact
