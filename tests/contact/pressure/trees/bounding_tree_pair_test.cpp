#include "tactus/contact/pressure/trees/bounding_tree_pair.h"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

std::vector<CellBounds> MakeCells(int count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<CellBounds> cells(count);
  for (CellBounds& cell : cells) {
    for (double& x : cell.center) x = uniform(random);
    for (double& x : cell.half_extents) x = 0.02 + 0.1 * uniform(random);
    cell.min_pressure = uniform(random);
    cell.max_pressure = cell.min_pressure + 0.3 * uniform(random);
  }
  return cells;
}

/// Whether an axis of one of the boxes parts them, box B posed at X_AB.
bool AreApart(const CellBounds& a, const CellBounds& b,
              const RigidTransform& X_AB) {
  const Matrix3d R = X_AB.linear();
  const Vector3d d = X_AB * b.center - a.center;
  const auto parts = [&](const Vector3d& axis) {
    return std::abs(axis.dot(d)) >
           axis.cwiseAbs().dot(a.half_extents) +
               (R.transpose() * axis).cwiseAbs().dot(b.half_extents);
  };
  for (int i = 0; i < 3; ++i) {
    if (parts(Vector3d::Unit(i)) || parts(R.col(i))) return true;
  }
  return false;
}

TEST_CASE(
    "BoundingTreePair: trees at any pose -> cells that meet at a pressure") {
  const std::vector<CellBounds> a = MakeCells(40, 1), b = MakeCells(25, 2);
  const BoundingTree tree_a(a), tree_b(b);
  int met = 0;
  for (int trial = 0; trial < 20; ++trial) {
    RigidTransform X_AB = RigidTransform::Identity();
    X_AB.rotate(Eigen::AngleAxisd(0.3 * trial, Vector3d(1, 2, 3).normalized()));
    X_AB.translation() << 0.05 * trial, 0.1, -0.2;
    std::vector<std::pair<int, int>> found, expected;
    BoundingTreePair(tree_a, tree_b, X_AB).Visit([&](int i, int j) {
      found.emplace_back(i, j);
    });
    for (int i = 0; i < 40; ++i) {
      for (int j = 0; j < 25; ++j) {
        const bool equal_pressure = a[i].min_pressure <= b[j].max_pressure &&
                                    b[j].min_pressure <= a[i].max_pressure;
        if (equal_pressure && !AreApart(a[i], b[j], X_AB))
          expected.emplace_back(i, j);
      }
    }
    std::ranges::sort(found);
    CHECK(found == expected);
    met += static_cast<int>(found.size());
  }
  CHECK(met > 50);
}

}  // namespace
}  // namespace tactus::contact
