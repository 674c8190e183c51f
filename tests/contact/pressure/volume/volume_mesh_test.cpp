#include "tactus/contact/pressure/volume/volume_mesh.h"

#include <cmath>
#include <map>
#include <numbers>
#include <random>
#include <set>
#include <string>

#include "contact/pressure/pressure_cases.h"
#include "contact/pressure/surface_cases.h"
#include "support/shared.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/shapes/mesh_file.h"
#include "tactus/contact/pressure/trees/triangle_tree.h"
#include "tactus/contact/pressure/volume/closed_surface.h"
#include "tactus/contact/pressure/volume/dihedral_angles.h"

namespace tactus::contact {
namespace {

constexpr double kPi = std::numbers::pi;

std::array<Vector3d, 4> CornersOf(const VolumeMesh& mesh,
                                  const std::array<int, 4>& t) {
  return {mesh.nodes[t[0]], mesh.nodes[t[1]], mesh.nodes[t[2]],
          mesh.nodes[t[3]]};
}

/// Each face that two tetrahedra share runs one way in one of them and the
/// other way in the other: none of them is inverted, or overlaps its neighbour.
bool FacesMatch(const VolumeMesh& mesh) {
  std::map<std::array<int, 3>, int> faces;  // From the least corner on.
  const auto key = [](std::array<int, 3> f) {
    std::ranges::rotate(f, std::ranges::min_element(f));
    return f;
  };
  for (const auto& [a, b, c, d] : mesh.tetrahedra) {
    for (const auto& f : {std::array{a, c, b}, std::array{a, b, d},
                          std::array{b, c, d}, std::array{a, d, c}})
      ++faces[key(f)];
  }
  for (const auto& [f, count] : faces) {
    const auto back = faces.find(key({f[0], f[2], f[1]}));
    if (count != 1 || (back != faces.end() && back->second != 1)) return false;
  }
  return true;
}

/// What holds for the mesh of any surface.
void CheckMesh(const VolumeMesh& mesh, const TriangleMesh& surface) {
  REQUIRE_FALSE(mesh.tetrahedra.empty());
  const AngleRange angles = FindAngleRange(mesh);
  double least = 1;
  for (const auto& t : mesh.tetrahedra) {
    const auto x = CornersOf(mesh, t);
    least = std::min(least, (x[1] - x[0]).cross(x[2] - x[0]).dot(x[3] - x[0]));
  }
  CHECK(angles.low > 10.7);
  CHECK(angles.high < 164.8);
  CHECK(least > 0);
  CHECK(FacesMatch(mesh));
  const TriangleMesh boundary{mesh.nodes, FindBoundary(mesh.tetrahedra)};
  CHECK(IsClosed(boundary));
  CHECK(test::CalcEnclosed(boundary) == Approx(CalcVolume(mesh)).epsilon(1e-9));
  const TriangleTree tree(CloseSurface(surface).mesh);
  std::set<int> on_boundary;
  for (const auto& t : boundary.triangles)
    on_boundary.insert(t.begin(), t.end());
  double farthest = 0;
  for (int v = 0; v < static_cast<int>(mesh.nodes.size()); ++v) {
    if (on_boundary.contains(v)) {
      farthest = std::max(farthest, tree.CalcDistance(mesh.nodes[v]));
    } else {
      CHECK(tree.CalcWindingNumber(mesh.nodes[v]) > 0.5);
      CHECK(tree.CalcDistance(mesh.nodes[v]) > 0);
    }
  }
  CHECK(farthest < 1e-6 * mesh.edge);
}

TEST_CASE("VolumeMesh: solids of all kinds -> good cells, volume within 1 %") {
  const TriangleMesh surfaces[] = {test::MakeCube(0.2), test::MakeBall(0.1, 48),
                                   test::MakeTorus(0.3, 0.1, 64),
                                   test::MakeCup(0.04, 0.1, 0.005, 48),
                                   test::MakeBowl(0.1, 0.01, 48)};
  std::mt19937 random(1);
  for (const TriangleMesh& surface : surfaces) {
    const TriangleMesh posed =
        test::Moved(surface, test::RandomPose(&random, 1));
    for (const TriangleMesh& each : {surface, posed}) {
      const VolumeMesh mesh = MakeVolumeMesh(each);
      CheckMesh(mesh, each);
      CHECK(mesh.volume == Approx(test::CalcEnclosed(each)));
      CHECK(CalcVolume(mesh) == Approx(mesh.volume).epsilon(0.01));
      CHECK(mesh.num_open == 0);
    }
  }
}

// Cells as large as the solid's details: nothing else is sure of them.
TEST_CASE("VolumeMesh: coarse lattices on random poses -> cells still good") {
  std::mt19937 random(2);
  for (int trial = 0; trial < 20; ++trial) {
    const TriangleMesh surface = test::Moved(test::MakeCup(0.04, 0.1, 0.02, 12),
                                             test::RandomPose(&random, 1));
    CheckMesh(
        MakeVolumeMesh(surface, {.edge = test::Uniform(&random, 0.01, 0.03)}),
        surface);
  }
}

TEST_CASE("VolumeMesh: half the edge -> a quarter of the error of a volume") {
  const std::pair<TriangleMesh, double> cases[] = {
      {test::MakeBall(0.1, 400), 0.1}, {test::MakeTorus(0.2, 0.1, 400), 0.1}};
  for (const auto& [surface, radius] : cases) {
    double before = 0;
    for (const double edge : {0.05, 0.025, 0.0125}) {
      const VolumeMesh mesh =
          MakeVolumeMesh(surface, {.edge = edge, .max_tetrahedra = 400'000});
      const double error = 1 - CalcVolume(mesh) / mesh.volume;
      INFO(edge << ": " << error);
      CHECK(error > 0);
      if (before > 0) CHECK(before / error > 3);
      if (before > 0) CHECK(before / error < 5.5);
      before = error;
    }
    CHECK(before < 0.005);
  }
}

TEST_CASE("VolumeMesh: ball and torus -> the smooth solids' volumes") {
  CHECK(CalcVolume(MakeVolumeMesh(test::MakeBall(0.1, 200))) ==
        Approx(4 * kPi / 3 * 1e-3).epsilon(0.011));
  CHECK(CalcVolume(MakeVolumeMesh(test::MakeTorus(0.3, 0.1, 200))) ==
        Approx(2 * kPi * kPi * 0.3 * 0.01).epsilon(0.011));
}

TEST_CASE("VolumeMesh: twice the same surface -> the same to the bit") {
  const TriangleMesh cup = test::MakeCup(0.04, 0.1, 0.005, 24);
  const VolumeMesh a = MakeVolumeMesh(cup), b = MakeVolumeMesh(cup);
  CHECK((a.nodes == b.nodes));
  CHECK((a.tetrahedra == b.tetrahedra));
}

/// How many tetrahedra the points between two others lie in.
std::size_t CountCellsBetween(const VolumeMesh& mesh, const Vector3d& from,
                              const Vector3d& to) {
  constexpr int kPoints = 40;
  std::set<std::size_t> cells;
  for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i) {
    const auto x = CornersOf(mesh, mesh.tetrahedra[i]);
    if ((x[0] - from).norm() > 0.02) continue;
    Matrix3d edges;
    edges << x[1] - x[0], x[2] - x[0], x[3] - x[0];
    const Matrix3d inverse = edges.inverse();
    for (int k = 1; k < kPoints; ++k) {
      const Vector3d w =
          inverse * (from + k / double{kPoints} * (to - from) - x[0]);
      if (w.minCoeff() > 0 && w.sum() < 1) cells.insert(i);
    }
  }
  return cells.size();
}

TEST_CASE("VolumeMesh: the wall of a cup -> two cells across or more") {
  const VolumeMesh mesh = MakeVolumeMesh(test::MakeCup(0.04, 0.1, 0.003, 96));
  for (int k = 0; k < 40; ++k) {
    const double angle = 0.1 + 2 * kPi * k / 40, z = 0.02 + 0.0015 * k;
    const Vector3d out(std::cos(angle), std::sin(angle), 0);
    const Vector3d up(0, 0, z);
    CHECK(CountCellsBetween(mesh, 0.037 * out + up, 0.04 * out + up) >= 2);
  }
}

TEST_CASE("VolumeMesh: shells that overlap -> what is in one of them") {
  // Two bars across each other: 2 L a^2 - a^3.
  TriangleMesh bar = test::MakeCube(0.1);
  for (Vector3d& p : bar.vertices) p.x() *= 4;
  TriangleMesh other = bar;
  for (Vector3d& p : other.vertices) p = Vector3d(p.y(), p.x(), p.z());
  const TriangleMesh cross = test::Joined(bar, test::TurnRound(other));
  const VolumeMesh mesh = MakeVolumeMesh(cross, {.edge = 0.01});
  CHECK(CalcVolume(mesh) == Approx(2 * 0.4 * 0.01 - 0.001).epsilon(0.02));
  CHECK(CalcVolume(MakeVolumeMesh(cross)) == Approx(0.007).epsilon(0.05));
}

TEST_CASE("VolumeMesh: a cube with a hollow -> the hollow is outside") {
  const TriangleMesh hollow =
      test::Joined(test::MakeCube(0.2), test::TurnRound(test::MakeCube(0.1)));
  CHECK(CalcVolume(MakeVolumeMesh(hollow)) == Approx(0.007).epsilon(0.01));
}

TEST_CASE("VolumeMesh: a cube without a face -> refused with its open edges") {
  TriangleMesh open = test::MakeCube(1);
  open.triangles.resize(10);
  CHECK_THROWS_WITH(MakeVolumeMesh(open),
                    Catch::Contains("open at 4 edges: 1 hole of 20 %") &&
                        Catch::Contains("close them"));
}

TEST_CASE("VolumeMesh: a small hole -> closed, and said") {
  TriangleMesh ball = test::MakeBall(0.1, 24);
  const double whole = test::CalcEnclosed(ball);
  ball.triangles.erase(ball.triangles.begin() + 100,
                       ball.triangles.begin() + 102);
  const VolumeMesh mesh = MakeVolumeMesh(ball);
  CHECK(mesh.num_open == 4);
  CHECK(mesh.num_holes == 1);
  CHECK(mesh.volume == Approx(whole).epsilon(1e-3));
  CheckMesh(mesh, ball);
}

TEST_CASE("VolumeMesh: a solid beforehand -> its volume, and no coarser edge") {
  const TriangleMesh torus = test::MakeTorus(0.3, 0.1, 48);
  const VolumeMesh foreseen = ForeseeVolumeMesh(torus);
  CHECK(foreseen.tetrahedra.empty());
  CHECK(foreseen.volume == Approx(test::CalcEnclosed(torus)));
  CHECK(foreseen.edge >= MakeVolumeMesh(torus).edge);
}

TEST_CASE("VolumeMesh: what is no solid -> refused in one sentence") {
  const TriangleMesh cube = test::MakeCube(1);
  CHECK_THROWS_WITH(MakeVolumeMesh(test::TurnRound(cube)),
                    Catch::Contains("inside out"));
  const TriangleMesh small =
      test::Moved(test::MakeCube(0.5), test::At(2, 0, 0));
  CHECK_THROWS_WITH(MakeVolumeMesh(test::Joined(cube, test::TurnRound(small))),
                    Catch::Contains("part of the mesh is inside out"));
  TriangleMesh flat = cube;
  for (Vector3d& p : flat.vertices) p.z() = 0;
  CHECK_THROWS_WITH(MakeVolumeMesh(flat), Catch::Contains("flat"));
  CHECK_THROWS_WITH(MakeVolumeMesh({}), Catch::Contains("no triangles"));
  CHECK_THROWS_WITH(MakeVolumeMesh(cube, {.edge = 0.01}),
                    Catch::Contains("resolution hint"));
  CHECK_THROWS_WITH(MakeVolumeMesh(cube, {.edge = 20}),
                    Catch::Contains("thinner"));
  CHECK_THROWS_WITH(MakeVolumeMesh(cube, {.edge = -1}),
                    Catch::Contains("positive"));
}

TEST_CASE("VolumeMesh: shared bowl, plate and bunny -> good cells") {
  const std::pair<const char*, int> files[] = {
      {"models/drake_models/dishes/assets/evo_bowl_col.obj", 0},
      {"models/drake_models/dishes/assets/plate_8in_col.obj", 0},
      {"models/mujoco/model/replicate/bunny.obj", 42}};
  for (const auto& [file, num_open] : files) {
    if (!tactus::test::HasShared(file)) continue;
    INFO(file);
    const TriangleMesh surface =
        ReadMeshFile(tactus::test::SharedDirectory() / file);
    const VolumeMesh mesh = MakeVolumeMesh(surface);
    CheckMesh(mesh, surface);
    CHECK(mesh.num_open == num_open);
    CHECK(CalcVolume(mesh) == Approx(mesh.volume).epsilon(0.01));
  }
}

// Its walls are 1 % of its width, and its foot is solid: cells of one size are
// too many.
TEST_CASE("VolumeMesh: shared mug -> refused, with the count and what to do") {
  const char* file = "models/isaacgymenvs/urdf/ycb/025_mug/mug_collision.obj";
  if (!tactus::test::HasShared(file)) return;
  const TriangleMesh mug = ReadMeshFile(tactus::test::SharedDirectory() / file);
  const auto check = [](const auto& make) {
    CHECK_THROWS_WITH(make(),
                      Catch::Contains("needs about 2700000 tetrahedra") &&
                          Catch::Contains("more than 250000") &&
                          Catch::Contains("make it rigid"));
  };
  check([&] { MakeVolumeMesh(mug); });
  check([&] { ForeseeVolumeMesh(mug); });
  CheckMesh(MakeVolumeMesh(mug, {.edge = 0.4}), mug);
}

}  // namespace
}  // namespace tactus::contact
