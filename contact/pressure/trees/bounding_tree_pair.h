#pragma once

#include <array>
#include <vector>

#include "tactus/common/types.h"
#include "tactus/contact/pressure/trees/bounding_tree.h"

namespace tactus::contact {

/// Pairs of cells of two trees, posed at X_AB, whose boxes may overlap (an axis
/// of one of the boxes parts those that are left out) and whose pressures may
/// be equal.
class BoundingTreePair {
 public:
  BoundingTreePair(const BoundingTree& a, const BoundingTree& b,
                   const RigidTransform& X_AB)
      : a_(a), b_(b), X_AB_(X_AB), X_BA_(X_AB.inverse()) {}

  /// Calls visit(cell of A, cell of B) for each pair of boxes.
  template <class Visitor>
  void Visit(const Visitor& visit) const {
    Visit(visit, a_.bounds(), 0, b_.bounds(), 0);
  }

  /// Two boxes, and the nodes or cells in them.
  struct Part {
    CellBounds a;
    int i{};
    CellBounds b;
    int j{};
  };
  /// At least so many parts, or all pairs of cells there are, whose pairs are
  /// together those of all.
  std::vector<Part> Split(int num_parts) const {
    std::vector<Part> parts = {{a_.bounds(), 0, b_.bounds(), 0}}, next;
    while (static_cast<int>(parts.size()) < num_parts) {
      next.clear();
      bool ends = true;
      for (const Part& part : parts) {
        if (part.i < 0 && part.j < 0) {
          next.push_back(part);
          continue;
        }
        ends = false;
        VisitChildren(part, [&](const Part& child) { next.push_back(child); });
      }
      parts.swap(next);
      if (ends) break;
    }
    return parts;
  }
  template <class Visitor>
  void Visit(const Visitor& visit, const Part& part) const {
    Visit(visit, part.a, part.i, part.b, part.j);
  }

 private:
  using Lanes = BoundingTree::Lanes;

  struct Pose {
    explicit Pose(const RigidTransform& X)
        : R(X.linear()), abs_R(R.cwiseAbs()), p(X.translation()) {}
    Matrix3d R, abs_R;
    Vector3d p;
  };

  template <class Visitor>
  void Visit(const Visitor& visit, const CellBounds& a, int i,
             const CellBounds& b, int j) const {
    if (i < 0 && j < 0) return visit(~i, ~j);
    VisitChildren({a, i, b, j}, [&](const Part& child) {
      Visit(visit, child.a, child.i, child.b, child.j);
    });
  }

  /// Of the larger of two boxes. @pre one of them is no cell's.
  template <class Visitor>
  void VisitChildren(const Part& part, const Visitor& visit) const {
    const auto& [a, i, b, j] = part;
    const bool split_a = j < 0 || (i >= 0 && a.half_extents.squaredNorm() >
                                                 b.half_extents.squaredNorm());
    const BoundingTree::Node& node = split_a ? a_.nodes()[i] : b_.nodes()[j];
    const Lanes gaps =
        split_a ? CalcGaps(b, node, X_BA_) : CalcGaps(a, node, X_AB_);
    for (int k = 0; k < node.num_children; ++k) {
      if (gaps[k] > 0) continue;
      if (split_a) {
        visit(Part{node.BoundsOf(k), node.children[k], b, j});
      } else {
        visit(Part{a, i, node.BoundsOf(k), node.children[k]});
      }
    }
  }

  /// Of a box and a node's children: positive if they are apart along one of
  /// the axes, or if their pressures are. X poses the node in the box's frame.
  static Lanes CalcGaps(const CellBounds& box, const BoundingTree::Node& node,
                        const Pose& X) {
    Lanes gaps = (box.min_pressure - node.max_pressure)
                     .max(node.min_pressure - box.max_pressure);
    std::array<Lanes, 3> d;
    for (int i = 0; i < 3; ++i) {
      d[i] = X.R(i, 0) * node.center[0] + X.R(i, 1) * node.center[1] +
             X.R(i, 2) * node.center[2] + (X.p[i] - box.center[i]);
      const Lanes reach = X.abs_R(i, 0) * node.half_extents[0] +
                          X.abs_R(i, 1) * node.half_extents[1] +
                          X.abs_R(i, 2) * node.half_extents[2] +
                          box.half_extents[i];
      gaps = gaps.max(d[i].abs() - reach);
    }
    for (int j = 0; j < 3; ++j) {
      const Lanes along =
          X.R(0, j) * d[0] + X.R(1, j) * d[1] + X.R(2, j) * d[2];
      const double reach = X.abs_R.col(j).dot(box.half_extents);
      gaps = gaps.max(along.abs() - node.half_extents[j] - reach);
    }
    return gaps;
  }

  const BoundingTree &a_, &b_;
  Pose X_AB_, X_BA_;
};

}  // namespace tactus::contact
