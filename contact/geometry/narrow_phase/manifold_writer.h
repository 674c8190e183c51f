#pragma once

#include <algorithm>
#include <vector>

#include "tactus/common/types.h"
#include "tactus/contact/geometry/narrow_phase/manifold.h"

namespace tactus::contact {

/// Appends the points of one pair, found in a frame F of the narrow phase's
/// choice, to a list in the world. A narrow-phase routine is written for one
/// order of its two shapes, P and Q; the writer exchanges them where the pair
/// was asked for in the other order, so no routine has to.
class ManifoldWriter {
 public:
  /// @param exchanged  true when P is the pair's second geometry.
  /// @param margin  points are wanted up to this distance apart [m].
  ManifoldWriter(const RigidTransform& X_WF, bool exchanged, double margin,
                 std::vector<ManifoldPoint>* points)
      : R_WF_(X_WF.linear()),
        p_WF_(X_WF.translation()),
        exchanged_(exchanged),
        margin_(margin),
        points_(points) {}

  /// Witnesses on the surfaces of P and Q and the unit normal from P into Q, in
  /// F. Nothing is written unless the depth (p_FP - p_FQ) . normal_F is more
  /// than minus the margin and the weight is positive.
  void Add(const Vector3d& p_FP, const Vector3d& p_FQ, const Vector3d& normal_F,
           double depth, double weight = 1) {
    if (is_apart_) depth = std::min(depth, 0.0);
    if (!(depth > -margin_ && weight > 0)) return;
    num_overlapping_ += depth > 0;
    ManifoldPoint& point = points_->emplace_back();
    (exchanged_ ? point.p_WB : point.p_WA) = p_WF_ + R_WF_.lazyProduct(p_FP);
    (exchanged_ ? point.p_WA : point.p_WB) = p_WF_ + R_WF_.lazyProduct(p_FQ);
    point.normal_W = R_WF_.lazyProduct(normal_F);
    if (exchanged_) point.normal_W = -point.normal_W;
    point.depth = depth;
    point.weight = weight;
  }

  double margin() const { return margin_; }
  /// Points written so far that overlap.
  int num_overlapping() const { return num_overlapping_; }
  /// Says that the solids do not overlap: depths above zero are round-off.
  void SetApart() { is_apart_ = true; }

 private:
  Matrix3d R_WF_;
  Vector3d p_WF_;
  bool exchanged_;
  double margin_;
  bool is_apart_ = false;
  int num_overlapping_ = 0;
  std::vector<ManifoldPoint>* points_;
};

}  // namespace tactus::contact
