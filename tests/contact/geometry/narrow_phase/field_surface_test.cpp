#include "tactus/contact/geometry/narrow_phase/field_surface.h"

#include <algorithm>
#include <cmath>

#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

template <class Height>
HeightGrid MakeGrid(int n, double half_extent, const Height& height) {
  std::vector<double> heights;
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < n; ++c) {
      const double x = (2.0 * c / (n - 1) - 1) * half_extent;
      const double y = (2.0 * r / (n - 1) - 1) * half_extent;
      heights.push_back(height(x, y));
    }
  }
  return {n, n, {half_extent, half_extent}, heights, 10};
}

Bounds Around(const Vector3d& p, double reach) {
  return {p, Vector3d::Constant(reach)};
}

TEST_CASE("Field surface: a slope -> one face, no edges") {
  const HeightGrid grid =
      MakeGrid(21, 1, [](double x, double y) { return 0.3 * x - 0.2 * y; });
  const FieldSurface surface(grid, Around({0, 0, 0}, 0.5));
  REQUIRE(surface.faces().size() == 1);
  CHECK(surface.edges().empty());
  CHECK(surface.faces()[0].normal.isApprox(Vector3d(-0.3, 0.2, 1).normalized(),
                                           1e-12));
}

TEST_CASE("Field surface: a roof -> two faces and one edge between them") {
  const HeightGrid grid =
      MakeGrid(21, 1, [](double x, double) { return -0.5 * std::abs(x); });
  const FieldSurface surface(grid, Around({0, 0, 0}, 0.5));
  REQUIRE(surface.faces().size() == 2);
  REQUIRE(surface.edges().size() == 1);
  const FieldSurface::Edge& edge = surface.edges()[0];
  CHECK(edge.from.head<1>().norm() < 1e-12);
  CHECK((edge.to - edge.from).norm() > 0.9);
  const Vector3d &a = surface.faces()[edge.face_a].normal,
                 &b = surface.faces()[edge.face_b].normal;
  CHECK(a.dot(edge.into_a) == Approx(0).margin(1e-12));
  CHECK(a.dot(edge.into_b) < -0.1);
  CHECK(b.dot(edge.into_a) < -0.1);
  CHECK(edge.sine == Approx(a.cross(b).norm()));
}

TEST_CASE("Field surface: a valley -> two faces and no edge") {
  const HeightGrid grid =
      MakeGrid(21, 1, [](double x, double) { return 0.5 * std::abs(x); });
  const FieldSurface surface(grid, Around({0, 0, 0}, 0.5));
  CHECK(surface.faces().size() == 2);
  CHECK(surface.edges().empty());
}

// 1000 x 1000 rough cells.
TEST_CASE("Field surface: a large field -> only what is near is looked at") {
  const HeightGrid grid = MakeGrid(1001, 10, [](double x, double y) {
    return 1e-3 * std::sin(1e3 * x) * std::cos(777 * y);
  });
  const FieldSurface surface(grid, Around({1.3, -2.1, 0}, 0.03));
  CHECK(surface.faces().size() == 2 * 4 * 4);
  CHECK(surface.edges().size() < 3 * 4 * 4);
  CHECK(FieldSurface(grid, Around({1.3, -2.1, 1}, 0.03)).faces().empty());
  CHECK(FieldSurface(grid, Around({30, 0, 0}, 0.03)).faces().empty());
}

TEST_CASE("Field surface: near a corner of the field -> walls, with edges") {
  const HeightGrid grid = MakeGrid(5, 1, [](double, double) { return 0.2; });
  const FieldSurface surface(grid, Around({1, -1, 0.2}, 0.1));
  REQUIRE(surface.faces().size() == 3);
  CHECK(surface.edges().size() == 3);
  for (const FieldSurface::Edge& edge : surface.edges()) {
    CHECK(edge.sine == Approx(1));
    // Into the solid's surface, not out of it.
    CHECK(edge.into_a.dot(surface.faces()[edge.face_b].normal) < -0.9);
    CHECK(edge.into_b.dot(surface.faces()[edge.face_a].normal) < -0.9);
  }
}

TEST_CASE("Field surface: points in and beside a face -> its nearest points") {
  const HeightGrid grid =
      MakeGrid(5, 1, [](double x, double) { return -std::max(x, 0.0); });
  const FieldSurface surface(grid, Around({0, 0, 0}, 2));
  int num_flat = 0;
  for (int i = 0; i < static_cast<int>(surface.faces().size()); ++i) {
    const FieldSurface::Face& face = surface.faces()[i];
    if (face.normal.z() < 0.99) continue;
    ++num_flat;
    const Vector3d inside(-0.3, 0.2, 0), outside(0.3, 0.2, 0);
    CHECK(surface.FindNearest(i, inside) == inside);
    CHECK(surface.FindNearest(i, outside).isApprox(Vector3d(0, 0.2, 0)));
  }
  CHECK(num_flat == 1);
}

// One cell, flat above its diagonal and folded down below it.
TEST_CASE("Field surface: a point beyond the diagonal -> nearest is on it") {
  const HeightGrid grid(2, 2, {1, 1}, {0, -1, 0, 0}, 5);
  const FieldSurface surface(grid, Around({0, 0, 0}, 0.4));
  REQUIRE(surface.faces().size() == 2);
  const int flat = surface.faces()[0].normal.z() > 0.99 ? 0 : 1;
  const Vector3d above(-0.3, 0.3, 0), below(0.3, -0.3, 0);
  CHECK(surface.FindNearest(flat, above) == above);
  CHECK(surface.FindNearest(flat, below).norm() < 1e-12);
}

// Among a wavy field's faces, and the base and a wall.
TEST_CASE("Field surface: faces near a point -> all that are within reach") {
  const HeightGrid grid = MakeGrid(21, 1, [](double x, double y) {
    return 0.1 * std::sin(5 * x) * std::cos(7 * y);
  });
  const FieldSurface surface(grid, Around({0.4, 0, 0}, 0.7));
  std::vector<int> near;
  for (const double reach : {0.02, 0.15, 0.4}) {
    for (int k = 0; k < 50; ++k) {
      const Vector3d p(0.4 + 0.6 * std::sin(3 * k), 0.6 * std::cos(4 * k),
                       0.1 * std::sin(7 * k));
      surface.FindFacesNear(p, reach, &near);
      CHECK(std::ranges::is_sorted(near));
      int within = 0;
      for (int i = 0; i < std::ssize(surface.faces()); ++i) {
        const FieldSurface::Face& face = surface.faces()[i];
        const Vector3d on_plane = p + face.DepthOf(p) * face.normal;
        if ((surface.FindNearest(i, on_plane) - p).norm() >= reach) continue;
        ++within;
        CHECK(std::ranges::binary_search(near, i));
      }
      CHECK((reach < 0.1 || within > 0));
    }
  }
  surface.FindFacesNear({0.4, 0, 0}, 0.02, &near);
  CHECK(near.size() < 20);
}

}  // namespace
}  // namespace tactus::contact
