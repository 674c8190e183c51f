#include "tactus/contact/pressure/trees/triangle_tree.h"

#include <algorithm>
#include <limits>
#include <random>

#include "contact/pressure/pressure_cases.h"
#include "contact/pressure/surface_cases.h"
#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

using test::RandomVector;

double CalcBoxDistance(const Vector3d& x, double half) {
  const Vector3d over = x.cwiseAbs() - Vector3d::Constant(half);
  return over.cwiseMax(0).norm() + std::min(over.maxCoeff(), 0.0);
}

TEST_CASE(
    "TriangleTree: points about a cube -> its distance, and which are inside") {
  const TriangleTree tree(test::MakeCube(0.2));
  std::mt19937 random(1);
  int inside = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const Vector3d x = 0.2 * RandomVector(&random);
    const double expected = CalcBoxDistance(x, 0.1);
    inside += expected < 0;
    CHECK(tree.CalcDistance(x) == Approx(std::abs(expected)).margin(1e-15));
    CHECK(tree.CalcWindingNumber(x) ==
          Approx(expected < 0 ? 1 : 0).margin(1e-9));
    CHECK(tree.IsWithin(x, std::abs(expected) + 1e-12));
    CHECK_FALSE(tree.IsWithin(x, std::abs(expected) - 1e-12));
  }
  CHECK(inside > 100);
}

/// The least over a fine grid of weights on each triangle.
double CalcDistanceByTrial(const TriangleMesh& mesh, const Vector3d& x) {
  constexpr int kSteps = 40;
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [i, j, k] : mesh.triangles) {
    const Vector3d &a = mesh.vertices[i], &b = mesh.vertices[j],
                   &c = mesh.vertices[k];
    for (int s = 0; s <= kSteps; ++s) {
      for (int t = 0; s + t <= kSteps; ++t) {
        const Vector3d p =
            a + s / double{kSteps} * (b - a) + t / double{kSteps} * (c - a);
        least = std::min(least, (p - x).norm());
      }
    }
  }
  return least;
}

TEST_CASE("TriangleTree: triangles at random -> the distance found by trial") {
  std::mt19937 random(2);
  TriangleMesh mesh;
  for (int i = 0; i < 12; ++i) {
    for (int k = 0; k < 3; ++k) mesh.vertices.push_back(RandomVector(&random));
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  const TriangleTree tree(mesh);
  for (int trial = 0; trial < 100; ++trial) {
    const Vector3d x = 2 * RandomVector(&random);
    const double found = tree.CalcDistance(x);
    const double tried = CalcDistanceByTrial(mesh, x);
    CHECK(found <= tried * (1 + 1e-12));
    CHECK(found > tried - 0.03);
  }
}

TEST_CASE("TriangleTree: a triangle without area -> the distance of its side") {
  const TriangleTree tree(
      TriangleMesh{{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 1, 2}}});
  CHECK(tree.CalcDistance({1.5, 3, 4}) == Approx(5));
  CHECK(tree.CalcDistance({3, 0, 0}) == Approx(1));
}

// Far triangles count together; a half is far from where they err to.
TEST_CASE(
    "TriangleTree: a torus of many facets -> winding numbers near whole") {
  const TriangleTree tree(test::MakeTorus(0.3, 0.1, 96));
  std::mt19937 random(3);
  for (int trial = 0; trial < 2000; ++trial) {
    const Vector3d x = 0.5 * RandomVector(&random);
    const double ring = std::hypot(x.x(), x.y()) - 0.3;
    const double depth = 0.1 - std::hypot(ring, x.z());
    if (std::abs(depth) < 1e-3) continue;
    CHECK(tree.CalcWindingNumber(x) == Approx(depth > 0 ? 1 : 0).margin(0.1));
  }
}

TEST_CASE("TriangleTree: a cube without a face -> 5/6 at its centre") {
  TriangleMesh open = test::MakeCube(1);
  open.triangles.resize(10);
  CHECK(TriangleTree(open).CalcWindingNumber({0, 0, 0}) == Approx(5.0 / 6));
}

TEST_CASE("TriangleTree: a segment through a hollow cube -> in and out twice") {
  const TriangleTree tree(
      test::Joined(test::MakeCube(2), test::TurnRound(test::MakeCube(1))));
  std::vector<TriangleTree::Crossing> crossings;
  tree.FindCrossings({-2, 0.1, 0.2}, {2, 0.1, 0.2}, &crossings);
  std::ranges::sort(crossings, {}, &TriangleTree::Crossing::t);
  REQUIRE(crossings.size() == 4);
  const double expected[] = {0.25, 0.375, 0.625, 0.75};
  for (int k = 0; k < 4; ++k) {
    CHECK(crossings[k].t == Approx(expected[k]));
    CHECK(crossings[k].is_exit() == (k % 2 == 1));
    CHECK(std::abs(crossings[k].rise) == Approx(4));
  }
  tree.FindCrossings({-2, 0.1, 0.2}, {-1.1, 0.1, 0.2}, &crossings);
  CHECK(crossings.empty());
}

}  // namespace
}  // namespace tactus::contact
