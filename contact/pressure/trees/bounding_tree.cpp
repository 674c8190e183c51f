#include "tactus/contact/pressure/trees/bounding_tree.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tactus::contact {
namespace {

constexpr double kBoxRoom = 1e-9;  ///< Of a box's extent.

CellBounds Join(std::span<const CellBounds> cells, std::span<const int> part) {
  Vector3d low = Vector3d::Constant(kInfinity), high = -low;
  CellBounds bounds{low, high, kInfinity, -kInfinity};
  for (const int i : part) {
    const CellBounds& cell = cells[i];
    low = low.cwiseMin(cell.center - cell.half_extents);
    high = high.cwiseMax(cell.center + cell.half_extents);
    bounds.min_pressure = std::min(bounds.min_pressure, cell.min_pressure);
    bounds.max_pressure = std::max(bounds.max_pressure, cell.max_pressure);
  }
  bounds.center = (low + high) / 2;
  bounds.half_extents = (high - low) / 2;
  return bounds;
}

/// In two, across the longest side of the box around them.
std::size_t Split(std::span<const CellBounds> bounds, std::span<int> part) {
  int axis = 0;
  Join(bounds, part).half_extents.maxCoeff(&axis);
  std::sort(part.begin(), part.end(), [&](int i, int j) {
    const double x = bounds[i].center[axis], y = bounds[j].center[axis];
    return x != y ? x < y : i < j;
  });
  return part.size() / 2;
}

}  // namespace

CellBounds CalcCellBounds(std::span<const Vector3d> points) {
  Vector3d low = points.front(), high = low;
  for (const Vector3d& p : points) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  const double room = kBoxRoom * (high - low).norm();
  return {.center = (low + high) / 2,
          .half_extents = (high - low) / 2 + Vector3d::Constant(room),
          .min_pressure = -std::numeric_limits<double>::infinity(),
          .max_pressure = std::numeric_limits<double>::infinity()};
}

CellBounds BoundingTree::Node::BoundsOf(int lane) const {
  return {.center = {center[0][lane], center[1][lane], center[2][lane]},
          .half_extents = {half_extents[0][lane], half_extents[1][lane],
                           half_extents[2][lane]},
          .min_pressure = min_pressure[lane],
          .max_pressure = max_pressure[lane]};
}

BoundingTree::BoundingTree(std::span<const CellBounds> bounds,
                           std::span<const int> cells) {
  if (bounds.empty()) return;
  std::vector<int> all(bounds.size());
  std::iota(all.begin(), all.end(), 0);
  bounds_ = Join(bounds, all);
  AddNode(bounds, cells, all);
}

BoundingTree::BoundingTree(std::span<const CellBounds> bounds) {
  std::vector<int> cells(bounds.size());
  std::iota(cells.begin(), cells.end(), 0);
  *this = BoundingTree(bounds, cells);
}

int BoundingTree::AddNode(std::span<const CellBounds> bounds,
                          std::span<const int> cells, std::span<int> part) {
  std::vector<std::span<int>> groups{part};
  while (groups.size() < kWidth) {
    const auto largest = std::ranges::max_element(
        groups, {}, [](std::span<int> group) { return group.size(); });
    if (largest->size() == 1) break;
    const std::span<int> group = *largest;
    const std::size_t half = Split(bounds, group);
    *largest = group.first(half);
    groups.push_back(group.subspan(half));
  }

  const int index = static_cast<int>(nodes_.size());
  Node node;
  nodes_.push_back(node);
  node.num_children = static_cast<int>(groups.size());
  for (int k = 0; k < kWidth; ++k) {
    // Lanes that are not used repeat the first.
    const std::span<int> group = groups[k < node.num_children ? k : 0];
    const CellBounds box = Join(bounds, group);
    for (int i = 0; i < 3; ++i) {
      node.center[i][k] = box.center[i];
      node.half_extents[i][k] = box.half_extents[i];
    }
    node.min_pressure[k] = box.min_pressure;
    node.max_pressure[k] = box.max_pressure;
    if (k < node.num_children) {
      node.children[k] = group.size() == 1 ? ~cells[group.front()]
                                           : AddNode(bounds, cells, group);
    }
  }
  nodes_[index] = node;
  return index;
}

}  // namespace tactus::contact
