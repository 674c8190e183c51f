#include "tactus/multibody/mesh_inertia.h"

#include <cmath>
#include <limits>
#include <utility>

#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/convex_hull.h"

namespace tactus::multibody {
namespace {

contact::TriangleMesh MakeBoxSurface(const Vector3d& center,
                                     const Vector3d& half_extents) {
  std::vector<Vector3d> corners;
  for (int i = 0; i < 8; ++i) {
    const Vector3d sign(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    corners.push_back(center + sign.cwiseProduct(half_extents));
  }
  const contact::ConvexHull hull(corners);
  return {hull.vertices(), hull.triangles()};
}

TEST_CASE("A mesh of a box has the inertia of the box") {
  const Vector3d center(1, -2, 3), half_extents(0.1, 0.2, 0.3);
  const SpatialInertia mesh =
      MakeMeshInertia(MakeBoxSurface(center, half_extents), 500);
  const SpatialInertia box =
      MakeSolidInertia(contact::Box{half_extents}, 500,
                       RigidTransform(Eigen::Translation3d(center)));
  CHECK(mesh.mass == Approx(box.mass).epsilon(1e-13));
  CHECK((mesh.p_BoBcm - center).norm() < 1e-13);
  CHECK((mesh.I_Bcm - box.I_Bcm).norm() < 1e-12 * box.I_Bcm.norm());
}

TEST_CASE("A mesh that bounds no solid has no inertia") {
  const auto mesh = MakeBoxSurface({0, 0, 0}, {1, 1, 1});
  auto open = mesh;
  open.triangles.pop_back();
  CHECK_THROWS_WITH(MakeMeshInertia(open, 1), Catch::Contains("not closed"));
  auto turned = mesh;
  for (auto& triangle : turned.triangles) std::swap(triangle[0], triangle[1]);
  CHECK_THROWS_WITH(MakeMeshInertia(turned, 1), Catch::Contains("inside out"));
  CHECK_THROWS_WITH(MakeMeshInertia(mesh, -1), Catch::Contains("density"));
  CHECK_THROWS_WITH(
      MakeMeshInertia(mesh, std::numeric_limits<double>::infinity()),
      Catch::Contains("density"));
}

}  // namespace
}  // namespace tactus::multibody
