#include "tactus/contact/geometry/shapes/direction_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/geometry/narrow_phase/pair_cases.h"
#include <catch2/catch.hpp>

namespace tactus::contact::test {
namespace {

TEST_CASE("Direction grid: the middle of a cell -> that cell, at any length") {
  for (const int k : {1, 2, 3, 16}) {
    const DirectionGrid grid(k);
    for (int cell = 0; cell < grid.num_cells(); ++cell) {
      CHECK(grid.CellOf(grid.MiddleOf(cell)) == cell);
      CHECK(grid.CellOf(1e-200 * grid.MiddleOf(cell)) == cell);
    }
  }
}

TEST_CASE("Direction grid: any direction -> a cell whose middle is near") {
  Random random(6);
  const DirectionGrid grid(8);
  for (int i = 0; i < 1000; ++i) {
    const Vector3d n = RandomDirection(&random);
    const Vector3d middle = grid.MiddleOf(grid.CellOf(n)).normalized();
    // Half the diagonal of a square of 2 / 8 on the cube, seen from its centre.
    CHECK(std::acos(std::min(1.0, middle.dot(n))) < 0.1768);
  }
}

TEST_CASE("Direction grid: nothing and not a number -> some cell") {
  const DirectionGrid grid(4);
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Vector3d& n : {Vector3d(0, 0, 0), Vector3d(nan, nan, nan)}) {
    CHECK(grid.CellOf(n) >= 0);
    CHECK(grid.CellOf(n) < grid.num_cells());
  }
}

}  // namespace
}  // namespace tactus::contact::test
