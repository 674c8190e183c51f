#include "tactus/contact/pressure/volume/wall_thickness.h"

#include "contact/pressure/surface_cases.h"
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

double ThicknessOf(const TriangleMesh& mesh) {
  return CalcWallThickness(TriangleTree(mesh));
}

TEST_CASE("Wall thickness: a cube, a slab and a hollow cube -> their walls") {
  const TriangleMesh cube = test::MakeCube(2);
  CHECK(ThicknessOf(cube) == Approx(2));
  TriangleMesh slab = cube;
  for (Vector3d& p : slab.vertices) p.z() *= 0.05;
  CHECK(ThicknessOf(slab) == Approx(0.1));
  CHECK(ThicknessOf(test::Joined(cube, test::TurnRound(test::MakeCube(1.6)))) ==
        Approx(0.2));
}

// Across facets, a little less.
TEST_CASE("Wall thickness: a cup -> its wall, wherever it stands") {
  const TriangleMesh cup = test::MakeCup(1, 2, 0.1, 48);
  const double thickness = ThicknessOf(cup);
  CHECK(thickness > 0.095);
  CHECK(thickness < 0.1005);
  RigidTransform X(Eigen::Translation3d(3, -1, 2));
  X.rotate(Eigen::AngleAxisd(1, Vector3d(0.6, 0, 0.8)));
  CHECK(ThicknessOf(test::Moved(cup, X)) == Approx(thickness).epsilon(1e-3));
}

// The two sides of a ridge of 45 degrees are no wall of it.
TEST_CASE("Wall thickness: a wedge -> its size, or its height") {
  TriangleMesh wedge;
  for (const double x : {-1.0, 1.0}) {
    wedge.vertices.emplace_back(x, 0, 0);
    wedge.vertices.emplace_back(x, 1, 0);
    wedge.vertices.emplace_back(x, 0, 1);
  }
  wedge.triangles = {{0, 2, 1}, {3, 4, 5}, {0, 1, 4}, {0, 4, 3},
                     {1, 2, 5}, {1, 5, 4}, {2, 0, 3}, {2, 3, 5}};
  REQUIRE(test::CalcEnclosed(wedge) > 0);
  CHECK(ThicknessOf(wedge) > 1);
}

}  // namespace
}  // namespace tactus::contact
