#include "tactus/contact/geometry/shapes/qhull_triangles.h"

#include <stdexcept>

#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/triangle_mesh.h"

namespace tactus::contact {
namespace {

TEST_CASE(
    "CalcHullTriangles: a tetrahedron around a point -> closed, without it") {
  const std::vector<Vector3d> points{
      {0, 0, 0}, {1, 0, 0}, {0.1, 0.1, 0.1}, {0, 1, 0}, {0, 0, 1}};
  const auto triangles = CalcHullTriangles(points);
  CHECK(triangles.size() == 4);
  for (const auto& t : triangles) {
    for (const int v : t) CHECK(v != 2);
  }
  CHECK(IsClosed({points, triangles}));
}

TEST_CASE(
    "CalcHullTriangles: coplanar points on faces -> triangles that close") {
  std::vector<Vector3d> points;
  for (int i = 0; i < 27; ++i) {
    points.push_back({1e-3 * (i % 3), 1e3 + i / 3 % 3, i / 9 * 1.0});
  }
  CHECK(IsClosed({points, CalcHullTriangles(points)}));
}

TEST_CASE("CalcHullTriangles: a flat cloud -> refused in Qhull's words") {
  const std::vector<Vector3d> flat{
      {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 3, 0}};
  CHECK_THROWS_AS(CalcHullTriangles(flat), std::invalid_argument);
  CHECK_THROWS_WITH(CalcHullTriangles(flat), Catch::Contains("QH"));
}

}  // namespace
}  // namespace tactus::contact
