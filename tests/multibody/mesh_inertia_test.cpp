#include "tactus/multibody/mesh_inertia.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

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

TEST_CASE("MakeMeshInertia: a mesh of a box -> the inertia of the box") {
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

TEST_CASE(
    "MakeMeshInertia: open, inside out, or of a wrong density -> refused") {
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

TEST_CASE("Unsigned inertia: a closed mesh, turned or not -> the solid's") {
  auto mesh = MakeBoxSurface({1, -2, 3}, {0.1, 0.2, 0.3});
  const SpatialInertia solid = MakeMeshInertia(mesh, 1);
  std::swap(mesh.triangles[3][0], mesh.triangles[3][1]);
  const SpatialInertia any = MakeUnsignedInertia(mesh);
  CHECK(any.mass == Approx(solid.mass).epsilon(1e-13));
  CHECK((any.p_BoBcm - solid.p_BoBcm).norm() < 1e-13);
  CHECK((any.I_Bcm - solid.I_Bcm).norm() < 1e-12 * solid.I_Bcm.norm());
}

// A cube of half extent 1 without its top. Its surface's centroid lies at
// z = -4 / 20, that of the pyramids to there at -1.12 / 6.4 = -0.175. The
// pyramids to that point have heights d = 0.825 (the bottom's) and 1, and
// second moments d / 5 times that of their base.
TEST_CASE("Unsigned inertia: a box without a top -> pyramids to one point") {
  auto mesh = MakeBoxSurface({0, 0, 0}, {1, 1, 1});
  std::erase_if(mesh.triangles, [&](const auto& triangle) {
    return std::ranges::all_of(triangle,
                               [&](int i) { return mesh.vertices[i].z() > 0; });
  });
  REQUIRE(mesh.triangles.size() == 10);
  const SpatialInertia open = MakeUnsignedInertia(mesh);
  CHECK(open.mass == Approx(4 * 0.825 / 3 + 16. / 3).epsilon(1e-13));
  CHECK((open.p_BoBcm - Vector3d(0, 0, -0.175)).norm() < 1e-13);
  const double d = 0.825, up = 1.175;
  const double xx = d / 5 * 4 / 3 + 2. / 5 * (4 + 4. / 3);
  const double zz = 4 * d * d * d / 5 + 8. / 15 * (up * up * up + d * d * d);
  const Vector3d diagonal(xx + zz, xx + zz, 2 * xx);
  CHECK((open.I_Bcm - Matrix3d(diagonal.asDiagonal())).norm() < 1e-12);
}

TEST_CASE("Shell inertia: a mesh of a box -> that of its six faces") {
  const Vector3d center(1, -2, 3);
  const SpatialInertia shell =
      MakeShellInertia(MakeBoxSurface(center, {1, 1, 1}));
  // xx of S = sum of p p' dA: 2 faces of 4 at x = 1, four of 4 / 3.
  const double S = 2 * 4. + 4 * 4. / 3;
  CHECK(shell.mass == Approx(24).epsilon(1e-13));
  CHECK((shell.p_BoBcm - center).norm() < 1e-13);
  CHECK((shell.I_Bcm - 2 * S * Matrix3d::Identity()).norm() < 1e-12 * S);
}

}  // namespace
}  // namespace tactus::multibody
