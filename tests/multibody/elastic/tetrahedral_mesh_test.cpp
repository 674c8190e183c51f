#include "tactus/multibody/elastic/tetrahedral_mesh.h"

#include <cmath>

#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

// Of the surface, by the divergence theorem: sum of (a x b) . c / 6.
double CalcEnclosedVolume(const TetrahedralMesh& mesh) {
  double sum = 0;
  for (const auto& [a, b, c] : FindSurface(mesh)) {
    sum += mesh.nodes[a].cross(mesh.nodes[b]).dot(mesh.nodes[c]) / 6;
  }
  return sum;
}

TEST_CASE("TetrahedralMesh: a box -> its volume, filled without gaps") {
  const TetrahedralMesh mesh = MakeBoxMesh({0.5, 0.2, 0.1}, {3, 4, 5});
  RequireValid(mesh);
  CHECK(mesh.nodes.size() == 4 * 5 * 6);
  CHECK(mesh.tetrahedra.size() == 6 * 3 * 4 * 5);
  CHECK(CalcVolume(mesh) == Approx(8 * 0.5 * 0.2 * 0.1));
  CHECK(CalcEnclosedVolume(mesh) == Approx(8 * 0.5 * 0.2 * 0.1));
  CHECK(FindSurface(mesh).size() == 4 * (3 * 4 + 4 * 5 + 5 * 3));
}

TEST_CASE("TetrahedralMesh: finer balls and cylinders -> the round volume") {
  const double ball = 4.0 / 3 * M_PI, cylinder = 2 * M_PI;
  double ball_error = 1, cylinder_error = 1;
  for (const int cells : {2, 4, 8, 16}) {
    INFO(cells);
    const TetrahedralMesh round = MakeBallMesh(1, cells);
    const TetrahedralMesh can = MakeCylinderMesh(1, 1, cells, 2);
    RequireValid(round);
    RequireValid(can);
    CHECK(CalcEnclosedVolume(round) == Approx(CalcVolume(round)));
    CHECK(CalcEnclosedVolume(can) == Approx(CalcVolume(can)));
    const double ball_now = 1 - CalcVolume(round) / ball;
    const double cylinder_now = 1 - CalcVolume(can) / cylinder;
    CHECK(ball_now > 0);
    CHECK(cylinder_now > 0);
    CHECK(ball_now < ball_error / (cells > 2 ? 3 : 1));
    CHECK(cylinder_now < cylinder_error / (cells > 2 ? 3 : 1));
    ball_error = ball_now;
    cylinder_error = cylinder_now;
  }
}

TEST_CASE("TetrahedralMesh: what is no solid -> one line that names it") {
  const TetrahedralMesh good{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                             {{0, 1, 2, 3}}};
  RequireValid(good);
  TetrahedralMesh inverted = good, flat = good, loose = good, outside = good,
                  twice = good, beyond = good;
  inverted.tetrahedra[0] = {0, 2, 1, 3};
  flat.nodes[3] = {0.3, 0.3, 0};
  loose.nodes.emplace_back(2, 2, 2);
  outside.tetrahedra.push_back({0, 1, 2, 4});
  CHECK_THROWS_WITH(RequireValid(inverted), "tetrahedron 0 is inverted");
  CHECK_THROWS_WITH(RequireValid(flat), "tetrahedron 0 is flat");
  CHECK_THROWS_WITH(RequireValid(loose), "node 4 is in no tetrahedron");
  // On the face 0 2 1 from above, as the first one, or from below.
  twice.nodes.emplace_back(0.5, 0.5, 2);
  twice.tetrahedra.push_back({2, 0, 1, 4});
  CHECK_THROWS_WITH(RequireValid(twice),
                    "tetrahedron 1 overlaps tetrahedron 0: they are on the "
                    "same side of a face");
  beyond.nodes.emplace_back(0.5, 0.5, -2);
  beyond.tetrahedra.push_back({2, 1, 0, 4});
  CHECK_NOTHROW(RequireValid(beyond));
  CHECK_THROWS_WITH(RequireValid(outside),
                    "tetrahedron 1 has node 4, which is not of 4");
  CHECK_THROWS_WITH(RequireValid(TetrahedralMesh{}),
                    "a mesh needs a tetrahedron");
  CHECK_THROWS_WITH(MakeBallMesh(-1, 4), Catch::Contains("positive radius"));
  CHECK_THROWS_WITH(MakeBoxMesh({1, 1, 1}, {1, 0, 1}),
                    Catch::Contains("a cell in each direction"));
}

}  // namespace
}  // namespace tactus::multibody
