#pragma once

#include "tactus/common/types.h"

namespace tactus::apps::impacts {

/// Coulomb's law for one body on level ground, read from velocities alone: what
/// its momentum gained in a step less gravity's share is the impulse of contact
///
///     J = m (v1 - v0 - g h),   |J_t| <= mu J_n
///
///   symbol  meaning                                            unit
///   v       of the centre of mass, at the ends of the step     m/s
///   excess  (|J_t| - mu J_n) / (mu J_n)                        -
///
/// An impulse below m v_least counts as v_least's: what Newton's tolerance
/// leaves in a velocity says nothing about friction. Steps in contact that
/// follow each other are one impact; the largest excess of its sum is what
/// leaves the ground with the body.
class ConeMeter {
 public:
  explicit ConeMeter(double mu, const Vector3d& gravity = {0, 0, -9.81})
      : mu_(mu), gravity_(gravity) {}

  /// The next end of a step, at `t` [s].
  void Add(double t, const Vector3d& v);

  double worst_step() const { return worst_step_; }
  /// The sum that is under way included.
  double worst_impact() const;

 private:
  double CalcExcess(const Vector3d& impulse_per_mass) const;

  double mu_;
  Vector3d gravity_;
  bool has_last_ = false;
  double t_{};
  Vector3d v_ = Vector3d::Zero();
  Vector3d sum_ = Vector3d::Zero();  ///< Of the impact under way.
  double worst_step_{}, worst_impact_{};
};

}  // namespace tactus::apps::impacts
