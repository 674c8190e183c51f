#include "tactus/contact/pressure/volume/stuffing.h"

#include "contact/pressure/surface_cases.h"
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

// volume_mesh_test.cpp has what the cells must be.
struct Stuffed {
  VolumeMesh mesh;
  double overlap_share{}, inverted_share{};
};

// About the origin, within 1.3 m.
Stuffed Stuff(const TriangleMesh& surface, double edge) {
  const TriangleTree tree(surface);
  const int count = static_cast<int>(std::ceil(2.6 / edge)) + 5;
  Stuffing stuffing(&tree, Lattice(Vector3d::Constant(-1.3 - 2.137 * edge),
                                   edge, Site::Constant(count)));
  Stuffed result{.mesh = stuffing.Run()};
  result.overlap_share = stuffing.overlap_share();
  result.inverted_share = stuffing.inverted_share();
  return result;
}

TEST_CASE("Stuffing: a ball, finer and finer -> its volume, to second order") {
  const TriangleMesh ball = test::MakeBall(1, 96);
  const double volume = test::CalcEnclosed(ball);
  double errors[2];
  for (int k = 0; k < 2; ++k) {
    const Stuffed result = Stuff(ball, k == 0 ? 0.3 : 0.15);
    errors[k] = std::abs(CalcVolume(result.mesh) / volume - 1);
    CHECK(result.overlap_share == 0);
    CHECK(result.inverted_share == 0);
  }
  CHECK(errors[0] < 0.06);
  CHECK(errors[1] < 0.35 * errors[0]);
}

// Both have 0.6 of 1.8 m.
TEST_CASE("Stuffing: two cubes through each other -> the share of both") {
  const TriangleMesh cube = test::MakeCube(1.2);
  const auto at = [&](double x) {
    return test::Moved(cube, RigidTransform(Eigen::Translation3d(x, 0, 0)));
  };
  const Stuffed result = Stuff(test::Joined(at(-0.3), at(0.3)), 0.07);
  CHECK(result.overlap_share == Approx(0.6 / 1.8).margin(0.05));
  CHECK(result.inverted_share == 0);
  CHECK(CalcVolume(result.mesh) == Approx(1.8 * 1.44).epsilon(0.03));
}

TEST_CASE("Stuffing: a cube, and beside it one inside out -> its share") {
  const TriangleMesh cube = test::MakeCube(0.8);
  const auto at = [&](double x) {
    return test::Moved(cube, RigidTransform(Eigen::Translation3d(x, 0, 0)));
  };
  const Stuffed result =
      Stuff(test::Joined(at(-0.6), test::TurnRound(at(0.6))), 0.07);
  CHECK(result.inverted_share == Approx(1).margin(0.1));
  CHECK(CalcVolume(result.mesh) == Approx(0.512).epsilon(0.03));
}

TEST_CASE("Stuffing: the same surface -> the same mesh, to the bit") {
  const TriangleMesh cup = test::MakeCup(0.9, 1, 0.3, 24);
  const VolumeMesh a = Stuff(cup, 0.15).mesh, b = Stuff(cup, 0.15).mesh;
  CHECK(a.nodes == b.nodes);
  CHECK(a.tetrahedra == b.tetrahedra);
  CHECK_FALSE(a.tetrahedra.empty());
}

}  // namespace
}  // namespace tactus::contact
