#include "tactus/contact/geometry/point_grid.h"

#include <random>

#include <catch2/catch.hpp>

namespace tactus::contact::test {
namespace {

std::vector<Vector3d> MakePoints(int count, double size) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> at(-size / 2, size / 2);
  std::vector<Vector3d> points;
  for (int i = 0; i < count; ++i)
    points.emplace_back(at(random), at(random), at(random) / 10);
  return points;
}

TEST_CASE("PointGrid: random boxes -> all points in them, each once") {
  const std::vector<Vector3d> points = MakePoints(500, 1);
  const PointGrid grid(points, 0.1);
  for (int k = 0; k < 50; ++k) {
    const Vector3d lower = 1.5 * points[k],
                   upper = lower + Vector3d(0.3, 0.1, 1);
    std::vector<int> visits(points.size(), 0);
    grid.VisitBox(lower, upper, [&](int i) { ++visits[i]; });
    for (std::size_t i = 0; i < points.size(); ++i) {
      const bool is_inside = (points[i].array() >= lower.array()).all() &&
                             (points[i].array() <= upper.array()).all();
      CHECK(visits[i] <= 1);
      if (is_inside) CHECK(visits[i] == 1);
    }
  }
}

// As many as in cells around the box, whatever the number of points.
TEST_CASE("PointGrid: a sheet four times as large -> as many visits by box") {
  const auto count = [](int side) {
    std::vector<Vector3d> points;
    for (int i = 0; i < side; ++i) {
      for (int j = 0; j < side; ++j) points.emplace_back(i, j, 0);
    }
    const PointGrid grid(points, 2.0);
    int visits = 0;
    const Vector3d center = points[points.size() / 2 + side / 2];
    grid.VisitBox(center - Vector3d::Ones(), center + Vector3d::Ones(),
                  [&](int) { ++visits; });
    return visits;
  };
  CHECK(count(40) == count(20));
  CHECK(count(40) <= 16);
}

TEST_CASE("PointGrid: nothing, and one point far away -> found where it is") {
  const PointGrid none({}, 1.0);
  none.VisitBox(Vector3d::Zero(), Vector3d::Ones(), [](int) { FAIL(); });
  // The second is further away than cells of that size can be counted.
  const std::vector<Vector3d> points{Vector3d::Zero(), {1e9, 0, 0}};
  const PointGrid grid(points, 1e-3);
  int found = -1;
  grid.VisitBox({1e9 - 1, -1, -1}, {1e9 + 1, 1, 1}, [&](int i) { found = i; });
  CHECK(found == 1);
}

}  // namespace
}  // namespace tactus::contact::test
