#include "tactus/integrators/dojo/face_planes.h"

#include <memory>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/convex_hull.h"

namespace tactus::integrators {
namespace {

// The corners of a box, and of the same box as a mesh.
const Vector3d kHalf(0.3, 0.2, 0.1);
std::vector<Vector3d> Corners() {
  std::vector<Vector3d> corners;
  for (const double x : {-1., 1.})
    for (const double y : {-1., 1.})
      for (const double z : {-1., 1.})
        corners.push_back(kHalf.cwiseProduct(Vector3d(x, y, z)));
  return corners;
}

TEST_CASE("VisitFacePlanes: a box, and as a mesh -> all corners beneath all") {
  const bool is_mesh = GENERATE(false, true);
  const std::vector<Vector3d> corners = Corners();
  contact::Shape shape = contact::Box{kHalf};
  if (is_mesh)
    shape = contact::ConvexMesh{std::make_shared<contact::ConvexHull>(
        std::span<const Vector3d>(corners))};
  int num_planes = 0;
  VisitFacePlanes(shape, [&](const Matrix3d& axes, const Vector3d& origin) {
    ++num_planes;
    CHECK((axes.transpose() * axes).isIdentity(1e-12));
    CHECK(axes.determinant() == Approx(1));
    int num_on = 0;
    for (const Vector3d& corner : corners) {
      const double height = axes.col(2).dot(corner - origin);
      CHECK(height < 1e-12);
      if (height > -1e-12) ++num_on;
    }
    CHECK(num_on == 4);
  });
  CHECK(num_planes == 6);
}

TEST_CASE("VisitFacePlanes: what has no faces -> none") {
  for (const contact::Shape& shape : {contact::Shape(contact::Sphere{1}),
                                      contact::Shape(contact::HalfSpace{}),
                                      contact::Shape(contact::Cylinder{1, 1})})
    VisitFacePlanes(shape, [](const Matrix3d&, const Vector3d&) { FAIL(); });
}

}  // namespace
}  // namespace tactus::integrators
