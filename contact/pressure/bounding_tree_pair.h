#pragma once

#include <span>

#include "tactus/common/types.h"
#include "tactus/contact/pressure/bounding_tree.h"

namespace tactus::contact {

/// Pairs of cells of two trees, posed at X_AB, whose boxes may overlap (an axis
/// of one of the boxes parts those that are left out) and whose pressures may
/// be equal.
class BoundingTreePair {
 public:
  BoundingTreePair(const BoundingTree& a, const BoundingTree& b,
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
