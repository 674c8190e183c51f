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

/// Pairs of cells of two trees, posed at X_AB, whose boxes may overlap (an axis
/// of one of the boxes parts those that are left out) and whose pressures may
/// be equal.
class TreePair {
 public:
  TreePair(const BoundingTree& a, const BoundingTree& b,
           const RigidTransform& X_AB)
      : a_(a.nodes()),
        b_(b.nodes()),
        R_AB_(X_AB.linear()),
        abs_R_AB_(R_AB_.cwiseAbs()),
        p_AB_(X_AB.translation()) {}

  /// Calls visit(cell of A, cell of B).
  template <class Visitor>
  void Visit(const Visitor& visit, int i = 0, int j = 0) const {
    const BoundingTree::Node &a = a_[i], &b = b_[j];
    if (!MayMeet(a, b)) return;
    if (a.is_leaf() && b.is_leaf()) return visit(a.cell, b.cell);
    const bool split_a =
        b.is_leaf() || (!a.is_leaf() && a.half_extents.squaredNorm() >
                                            b.half_extents.squaredNorm());
    for (int k = 0; k < 2; ++k) {
      Visit(visit, split_a ? a.children[k] : i, split_a ? j : b.children[k]);
    }
  }

 private:
  bool MayMeet(const CellBounds& a, const CellBounds& b) const {
    if (a.min_pressure > b.max_pressure || b.min_pressure > a.max_pressure) {
      return false;
    }
    const Vector3d d = R_AB_ * b.center + p_AB_ - a.center;
    const Vector3d reach_a = a.half_extents + abs_R_AB_ * b.half_extents;
    if ((d.cwiseAbs().array() > reach_a.array()).any()) return false;
    const Vector3d d_B = R_AB_.transpose() * d;
    const Vector3d reach_b =
        b.half_extents + abs_R_AB_.transpose() * a.half_extents;
    return (d_B.cwiseAbs().array() <= reach_b.array()).all();
  }

  std::span<const BoundingTree::Node> a_, b_;
  Matrix3d R_AB_, abs_R_AB_;
  Vector3d p_AB_;
};

}  // namespace tactus::contact
