#include "tactus/contact/pressure/trees/bounding_tree.h"

#include <algorithm>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

/// Small boxes around random points.
std::vector<CellBounds> MakeCells(int count) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<CellBounds> cells(count);
  for (CellBounds& cell : cells) {
    for (double& x : cell.center) x = uniform(random);
    for (double& x : cell.half_extents) x = 0.1 + 0.05 * uniform(random);
    cell.min_pressure = 0;
    cell.max_pressure = 1;
  }
  return cells;
}

/// The cells that a pass over all of them finds.
std::vector<int> FindNearPlane(const std::vector<CellBounds>& cells,
                               const Vector3d& normal, double offset,
                               bool both_sides) {
  std::vector<int> near;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const double height = normal.dot(cells[i].center) - offset;
    const double reach = normal.cwiseAbs().dot(cells[i].half_extents);
    if (height > reach || (both_sides && height < -reach)) continue;
    near.push_back(static_cast<int>(i));
  }
  return near;
}

TEST_CASE("CalcCellBounds: corners -> the box around them, with room") {
  const std::vector<Vector3d> points = {
      {0, 0, 0}, {2, 0, -1}, {1, 4, 0}, {1, 1, 1}};
  const CellBounds bounds = CalcCellBounds(points);
  CHECK(bounds.center.isApprox(Vector3d(1, 2, 0)));
  for (const Vector3d& p : points) {
    const Vector3d room = bounds.half_extents - (p - bounds.center).cwiseAbs();
    CHECK(room.minCoeff() > 0);
  }
  CHECK(bounds.half_extents.isApprox(Vector3d(1, 2, 1), 1e-6));
}

TEST_CASE("BoundingTree: planes across a cloud of boxes -> those they meet") {
  const std::vector<CellBounds> cells = MakeCells(97);
  const BoundingTree tree(cells);
  std::mt19937 random(1);
  std::normal_distribution<double> gauss;
  for (int trial = 0; trial < 50; ++trial) {
    Vector3d normal;
    for (double& x : normal) x = gauss(random);
    normal.normalize();
    const double offset = 0.5 * gauss(random);
    const bool both_sides = trial % 2 == 0;
    std::vector<int> found;
    tree.VisitNearPlane(normal, offset, both_sides,
                        [&](int cell) { found.push_back(cell); });
    std::ranges::sort(found);
    CHECK(found == FindNearPlane(cells, normal, offset, both_sides));
  }
}

TEST_CASE("BoundingTree: any node -> its bounds hold its children's") {
  const std::vector<CellBounds> cells = MakeCells(31);
  const BoundingTree tree(cells);
  int leaves = 0;
  const auto check = [&](const CellBounds& outer, const CellBounds& inner) {
    const Vector3d room = outer.half_extents - inner.half_extents -
                          (inner.center - outer.center).cwiseAbs();
    CHECK(room.minCoeff() > -1e-12);
    CHECK(outer.min_pressure <= inner.min_pressure);
    CHECK(outer.max_pressure >= inner.max_pressure);
  };
  const auto visit = [&](const auto& self, const CellBounds& outer,
                         int i) -> void {
    const BoundingTree::Node& node = tree.nodes()[i];
    for (int k = 0; k < node.num_children; ++k) {
      const CellBounds inner = node.BoundsOf(k);
      check(outer, inner);
      const int child = node.children[k];
      if (child >= 0) {
        self(self, inner, child);
      } else {
        ++leaves;
        check(inner, cells[~child]);
      }
    }
  };
  visit(visit, tree.bounds(), 0);
  CHECK(leaves == 31);
}

TEST_CASE("BoundingTree: several boxes of a cell -> it is visited for each") {
  const std::vector<CellBounds> boxes = MakeCells(6);
  const std::vector<int> owners = {0, 0, 1, 1, 1, 2};
  const BoundingTree tree(boxes, owners);
  std::vector<int> found;
  tree.VisitNearPlane(Vector3d::UnitZ(), 10, false,
                      [&](int cell) { found.push_back(cell); });
  std::ranges::sort(found);
  CHECK(found == owners);
}

}  // namespace
}  // namespace tactus::contact
