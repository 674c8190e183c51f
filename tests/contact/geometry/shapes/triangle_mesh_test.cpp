#include "tactus/contact/geometry/shapes/triangle_mesh.h"

#include <limits>

#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

// A box with corners p and p + edges, its faces cut into triangles.
TriangleMesh MakeBox(const Vector3d& p, const Vector3d& edges) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i) {
    const Vector3d corner(i & 1, (i >> 1) & 1, (i >> 2) & 1);
    mesh.vertices.push_back(p + edges.cwiseProduct(corner));
  }
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                    {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                    {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

TriangleMesh MakeTetrahedron() {
  return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
          {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
}

TriangleMesh InsideOut(TriangleMesh mesh) {
  for (auto& triangle : mesh.triangles) std::swap(triangle[0], triangle[1]);
  return mesh;
}

TEST_CASE("CalcVolumeIntegrals: a box anywhere -> exact") {
  const Vector3d p = GENERATE(Vector3d(0, 0, 0), Vector3d(-1, 2, 100));
  const Vector3d edges(0.2, 0.3, 0.5);
  const double V = edges.prod();
  for (const bool inside_out : {false, true}) {
    TriangleMesh mesh = MakeBox(p, edges);
    if (inside_out) mesh = InsideOut(mesh);
    const VolumeIntegrals box = CalcVolumeIntegrals(mesh);
    CHECK(box.volume == Approx(V).epsilon(1e-12));
    CHECK((box.centroid - p - edges / 2).norm() < 1e-12);
    const Matrix3d S = (V / 12 * edges.cwiseAbs2()).asDiagonal();
    CHECK((box.second_moment - S).cwiseAbs().maxCoeff() < 1e-15);
    const Matrix3d I = box.CalcUnitDensityInertia();
    CHECK(I(0, 0) == Approx(V / 12 * (0.09 + 0.25)).epsilon(1e-12));
    CHECK(I(1, 1) == Approx(V / 12 * (0.04 + 0.25)).epsilon(1e-12));
    CHECK(I(2, 2) == Approx(V / 12 * (0.04 + 0.09)).epsilon(1e-12));
  }
}

// For x + y + z <= 1: V = 1/6, <x> = 1/4, ∫x² = 1/60, ∫xy = 1/120.
TEST_CASE(
    "CalcVolumeIntegrals: a tetrahedron -> its products of inertia, too") {
  const VolumeIntegrals solid = CalcVolumeIntegrals(MakeTetrahedron());
  CHECK(solid.volume == Approx(1.0 / 6).epsilon(1e-14));
  CHECK((solid.centroid - Vector3d::Constant(0.25)).norm() < 1e-15);
  const double diagonal = 1.0 / 60 - 1.0 / 96, off = 1.0 / 120 - 1.0 / 96;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      CHECK(solid.second_moment(i, k) ==
            Approx(i == k ? diagonal : off).epsilon(1e-13));
    }
  }
  const Matrix3d I = solid.CalcUnitDensityInertia();
  CHECK(I(0, 0) == Approx(2 * diagonal).epsilon(1e-13));
  CHECK(I(0, 1) == Approx(-off).epsilon(1e-13));
}

// Two boxes, one inside out within the other: a box with a hole.
TEST_CASE(
    "CalcVolumeIntegrals: a box with a hole -> the difference of two boxes") {
  TriangleMesh mesh = MakeBox({0, 0, 0}, {1, 1, 1});
  const TriangleMesh hole = InsideOut(MakeBox({0.5, 0, 0}, {0.5, 0.5, 0.5}));
  for (const auto& [i, j, k] : hole.triangles) {
    mesh.triangles.push_back({i + 8, j + 8, k + 8});
  }
  mesh.vertices.insert(mesh.vertices.end(), hole.vertices.begin(),
                       hole.vertices.end());
  const VolumeIntegrals solid = CalcVolumeIntegrals(mesh);
  CHECK(solid.volume == Approx(1 - 0.125).epsilon(1e-13));
  CHECK(solid.centroid.x() ==
        Approx((0.5 - 0.125 * 0.75) / 0.875).epsilon(1e-13));
}

TEST_CASE(
    "CalcSolidIntegrals: a mesh open or inside out -> refused with a remedy") {
  TriangleMesh open = MakeBox({0, 0, 0}, {1, 2, 3});
  open.triangles.pop_back();
  CHECK_THROWS_WITH(
      CalcSolidIntegrals(open),
      Catch::Contains(
          "not closed (no triangle lies against 3 of its 33 sides)") &&
          Catch::Contains("close its holes"));
  const TriangleMesh turned = InsideOut(MakeTetrahedron());
  CHECK_NOTHROW(CalcVolumeIntegrals(turned));
  CHECK_THROWS_WITH(
      CalcSolidIntegrals(turned),
      Catch::Contains("inside out") && Catch::Contains("turn them round"));
  CHECK(CalcSolidIntegrals(MakeTetrahedron()).volume ==
        Approx(1.0 / 6).epsilon(1e-14));
  CHECK_THROWS_WITH(CalcSolidIntegrals({}),
                    Catch::Contains("has no triangles"));
}

TEST_CASE("IsClosed: rims and turned triangles -> not closed") {
  CHECK(IsClosed(MakeTetrahedron()));
  CHECK(IsClosed(InsideOut(MakeTetrahedron())));
  CHECK_FALSE(IsClosed({}));

  TriangleMesh open = MakeTetrahedron();
  open.triangles.pop_back();
  CHECK_FALSE(IsClosed(open));
  CHECK_THROWS_WITH(CalcVolumeIntegrals(open), Catch::Contains("not closed"));

  TriangleMesh turned = MakeTetrahedron();
  std::swap(turned.triangles[0][0], turned.triangles[0][1]);
  CHECK_FALSE(IsClosed(turned));
}

TEST_CASE("CalcVolumeIntegrals: a closed surface without volume -> refused") {
  const TriangleMesh flat = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                             {{0, 1, 2}, {0, 2, 1}}};
  REQUIRE(IsClosed(flat));
  CHECK_THROWS_WITH(CalcVolumeIntegrals(flat), Catch::Contains("flat"));
}

TEST_CASE("MergeEqualVertices: triangles that repeat their corners -> joined") {
  const TriangleMesh shared = MakeTetrahedron();
  TriangleMesh soup;
  for (const auto& triangle : shared.triangles) {
    const int first = static_cast<int>(soup.vertices.size());
    for (const int i : triangle) soup.vertices.push_back(shared.vertices[i]);
    soup.triangles.push_back({first, first + 1, first + 2});
  }
  soup.triangles.push_back({0, 3, 1});  // Corners 0 and 3 coincide.
  CHECK_FALSE(IsClosed(soup));
  const TriangleMesh merged = MergeEqualVertices(soup);
  CHECK(merged.vertices.size() == 4);
  CHECK(merged.triangles.size() == 4);
  CHECK(IsClosed(merged));
}

TEST_CASE("RequireValid: bad indices or coordinates -> refused") {
  CHECK_NOTHROW(RequireValid(MakeTetrahedron()));
  TriangleMesh bad = MakeTetrahedron();
  bad.triangles[0][0] = 4;
  CHECK_THROWS_WITH(RequireValid(bad), Catch::Contains("4 is no vertex"));
  bad.triangles[0][0] = -1;
  CHECK_THROWS_AS(RequireValid(bad), std::invalid_argument);
  bad = MakeTetrahedron();
  bad.vertices[1].y() = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_WITH(RequireValid(bad), Catch::Contains("not finite"));
}

}  // namespace
}  // namespace tactus::contact
