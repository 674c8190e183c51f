#pragma once

#include <array>
#include <span>
#include <vector>

#include "tactus/common/types.h"

namespace tactus::contact {

/// What a cell or a facet is inside: a box along the axes of its geometry, and
/// the pressures in it, of a facet all.
struct CellBounds {
  Vector3d center, half_extents;          ///< [m]
  double min_pressure{}, max_pressure{};  ///< [Pa]
};

/// Of points; larger by 1e-9 of their extent, so that round-off of a pose never
/// parts what touches.
CellBounds CalcCellBounds(std::span<const Vector3d> points);

/// A binary tree of bounds, built once.
class BoundingTree {
 public:
  struct Node : CellBounds {
    std::array<int, 2> children{-1, -1};
    int cell = -1;  ///< Of a leaf; -1 in between.

    bool is_leaf() const { return cell >= 0; }
  };

  BoundingTree() = default;
  explicit BoundingTree(std::span<const CellBounds> cells);

  /// The root first.
  const std::vector<Node>& nodes() const { return nodes_; }

  /// Calls visit(cell) for each cell whose box may reach below the plane
  /// normal . x <= offset and, if `both_sides`, above it too.
  template <class Visitor>
  void VisitNearPlane(const Vector3d& normal, double offset, bool both_sides,
                      const Visitor& visit, int i = 0) const {
    const Node& node = nodes_[i];
    const double height = normal.dot(node.center) - offset;
    const double reach = normal.cwiseAbs().dot(node.half_extents);
    if (height > reach || (both_sides && height < -reach)) return;
    if (node.is_leaf()) return visit(node.cell);
    for (const int child : node.children) {
      VisitNearPlane(normal, offset, both_sides, visit, child);
    }
  }

 private:
  int Add(std::span<const CellBounds> cells, std::span<int> part);

  std::vector<Node> nodes_;
};

}  // namespace tactus::contact
