#include "tactus/contact/geometry/shapes/hull_faces.h"

#include <cmath>

#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/convex_hull.h"

namespace tactus::contact {
namespace {

/// A unit cube whose top has a fifth vertex in the middle, raised by `bump`.
ConvexHull MakeTent(double bump) {
  std::vector<Vector3d> points;
  for (int i = 0; i < 8; ++i) {
    points.push_back({i % 2 * 1., i / 2 % 2 * 1., i / 4 * 1.});
  }
  points.push_back({0.5, 0.5, 1 + bump});
  return ConvexHull(points);
}

TEST_CASE("MergeTriangles: triangles within the slack of a plane -> one face") {
  const ConvexHull tent = MakeTent(1e-3);
  CHECK(tent.faces().size() == 9);
  CHECK(tent.edges().size() == 16);
  CHECK(MergeTriangles(tent.vertices(), tent.triangles(), 1e-12).faces.size() ==
        9);
  const HullSurface flat =
      MergeTriangles(tent.vertices(), tent.triangles(), 1e-2);
  CHECK(flat.faces.size() == 6);
  CHECK(flat.edges.size() == 12);
  for (const HullFace& face : flat.faces) CHECK(face.corners.size() == 4);
}

TEST_CASE("Hull faces: a face's polygon -> its corners, in its own axes") {
  const ConvexHull tent = MakeTent(0.3);
  for (const HullFace& face : tent.faces()) {
    CHECK(face.axes.isUnitary(1e-12));
    CHECK(face.axes.determinant() == Approx(1));
    CHECK((face.axes.col(2) - face.normal).norm() < 1e-12);
    REQUIRE(face.polygon.size() == face.corners.size());
    for (std::size_t k = 0; k < face.polygon.size(); ++k) {
      const PolygonCorner& corner = face.polygon[k];
      const Vector3d p = face.origin + face.axes.leftCols<2>() * corner.p;
      CHECK((p - tent.vertices()[face.corners[k]]).norm() < 1e-12);
      // The edge's normal is across it and leaves the others behind.
      for (std::size_t i = 0; i < face.polygon.size(); ++i) {
        const double beyond =
            corner.edge_normal.dot(face.polygon[i].p - corner.p);
        const bool on_edge = i == k || i == (k + 1) % face.polygon.size();
        CHECK((on_edge ? std::abs(beyond) < 1e-12 : beyond < 0));
      }
    }
  }
}

}  // namespace
}  // namespace tactus::contact
