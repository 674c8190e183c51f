#include "tactus/contact/pressure/volume/closed_surface.h"

#include "contact/pressure/surface_cases.h"
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

TEST_CASE("Closed surface: a cube -> as it is") {
  const TriangleMesh cube = test::MakeCube(2);
  const ClosedSurface closed = CloseSurface(cube);
  CHECK(closed.mesh.triangles == cube.triangles);
  CHECK(closed.volume == Approx(8));
  CHECK(closed.num_open == 0);
  CHECK(closed.num_holes == 0);
}

// A triangle is 1/12 of a cube's surface; of its cap, the centre lies in it.
TEST_CASE("Closed surface: a cube without a triangle -> closed, and told") {
  TriangleMesh open = test::MakeCube(2);
  open.triangles.pop_back();
  const ClosedSurface closed = CloseSurface(open);
  CHECK(IsClosed(closed.mesh));
  CHECK(closed.mesh.triangles.size() == 11 + 3);
  CHECK(closed.num_open == 3);
  CHECK(closed.num_holes == 1);
  CHECK(closed.volume == Approx(8));
}

TEST_CASE("Closed surface: two cubes, a hole in each -> two holes") {
  TriangleMesh open = test::MakeCube(2);
  open.triangles.pop_back();
  const ClosedSurface closed = CloseSurface(test::Joined(
      open, test::Moved(open, RigidTransform(Eigen::Translation3d(5, 0, 0)))));
  CHECK(closed.num_open == 6);
  CHECK(closed.num_holes == 2);
  CHECK(closed.volume == Approx(16));
}

TEST_CASE("Closed surface: what is no solid -> refused, with what to do") {
  const TriangleMesh cube = test::MakeCube(2);
  TriangleMesh without_face = cube;
  without_face.triangles.resize(10);
  CHECK_THROWS_WITH(
      CloseSurface(without_face),
      Catch::Contains("open at 4 edges") && Catch::Contains("make it rigid"));
  CHECK_THROWS_WITH(CloseSurface(test::TurnRound(cube)),
                    Catch::Contains("inside out"));
  TriangleMesh flat = cube;
  for (Vector3d& p : flat.vertices) p.z() = 0;
  CHECK_THROWS_WITH(CloseSurface(flat), Catch::Contains("flat"));
  CHECK_THROWS_WITH(CloseSurface({}), Catch::Contains("no triangles"));
}

}  // namespace
}  // namespace tactus::contact
