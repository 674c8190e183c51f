#pragma once

#include <array>
#include <cmath>
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

/// A tree of bounds, built once. A cell may have several: what each of them is
/// around adds up to the cell, which is then visited more than once.
class BoundingTree {
 public:
  static constexpr int kWidth = 4;
  using Lanes = Eigen::Array<double, kWidth, 1>;

  /// The bounds of up to four children side by side: what is asked of one of
  /// them is asked of all at once.
  struct Node {
    std::array<Lanes, 3> center, half_extents;
    Lanes min_pressure, max_pressure;
    /// A node, or of a leaf ~cell.
    std::array<int, kWidth> children{};
    int num_children{};

    CellBounds BoundsOf(int lane) const;
  };

  BoundingTree() = default;
  /// `cells` has the cell of each of the bounds.
  BoundingTree(std::span<const CellBounds> bounds, std::span<const int> cells);
  /// Of one for each cell, in order.
  explicit BoundingTree(std::span<const CellBounds> bounds);

  /// The root first.
  const std::vector<Node>& nodes() const { return nodes_; }
  /// Of all cells.
  const CellBounds& bounds() const { return bounds_; }

  /// Calls visit(cell) for each box that may reach below the plane
  /// normal . x <= offset and, if `both_sides`, above it too.
  template <class Visitor>
  void VisitNearPlane(const Vector3d& normal, double offset, bool both_sides,
                      const Visitor& visit, int i = 0) const {
    const Node& node = nodes_[i];
    Lanes height = Lanes::Constant(-offset), reach = Lanes::Zero();
    for (int k = 0; k < 3; ++k) {
      height += normal[k] * node.center[k];
      reach += std::abs(normal[k]) * node.half_extents[k];
    }
    if (both_sides) height = height.abs();
    for (int k = 0; k < node.num_children; ++k) {
      if (height[k] > reach[k]) continue;
      const int child = node.children[k];
      if (child < 0) {
        visit(~child);
      } else {
        VisitNearPlane(normal, offset, both_sides, visit, child);
      }
    }
  }

 private:
  int AddNode(std::span<const CellBounds> bounds, std::span<const int> cells,
              std::span<int> part);

  CellBounds bounds_;
  std::vector<Node> nodes_;
};

}  // namespace tactus::contact
