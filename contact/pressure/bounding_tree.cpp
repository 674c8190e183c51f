#include "tactus/contact/pressure/bounding_tree.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tactus::contact {
namespace {

constexpr double kRoom = 1e-9;  ///< Of a box's extent.

CellBounds Join(std::span<const CellBounds> cells, std::span<const int> part) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
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

}  // namespace

CellBounds CalcCellBounds(std::span<const Vector3d> points) {
  Vector3d low = points.front(), high = low;
  for (const Vector3d& p : points) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  const double room = kRoom * (high - low).norm();
  return {.center = (low + high) / 2,
          .half_extents = (high - low) / 2 + Vector3d::Constant(room),
          .min_pressure = -std::numeric_limits<double>::infinity(),
          .max_pressure = std::numeric_limits<double>::infinity()};
}

BoundingTree::BoundingTree(std::span<const CellBounds> cells) {
  if (cells.empty()) return;
  nodes_.reserve(2 * cells.size());
  std::vector<int> all(cells.size());
  std::iota(all.begin(), all.end(), 0);
  Add(cells, all);
}

int BoundingTree::Add(std::span<const CellBounds> cells, std::span<int> part) {
  const int index = static_cast<int>(nodes_.size());
  nodes_.push_back({Join(cells, part)});
  if (part.size() == 1) {
    nodes_[index].cell = part.front();
    return index;
  }
  int axis = 0;
  nodes_[index].half_extents.maxCoeff(&axis);
  std::sort(part.begin(), part.end(), [&](int i, int j) {
    const double x = cells[i].center[axis], y = cells[j].center[axis];
    return x != y ? x < y : i < j;
  });
  const std::size_t half = part.size() / 2;
  const int left = Add(cells, part.first(half));
  const int right = Add(cells, part.subspan(half));
  nodes_[index].children = {left, right};
  return index;
}

}  // namespace tactus::contact
