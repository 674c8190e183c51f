#pragma once

#include <vector>

#include <Eigen/Geometry>

#include "tactus/systems/trajectories/piecewise_polynomial.h"

namespace tactus::systems {

/// A frame B that moves from pose to pose in a frame W: its origin along
/// straight lines, its axes by the shortest rotation about a fixed axis
/// (slerp),
///
///     p(t) = p_k + s (p_(k+1) - p_k)
///     R(t) = exp(s [r_k]) R_k               for t_k <= t < t_(k+1)
///
/// Since the axis is fixed, velocity and acceleration are as simple:
///
///     w  = s' r_k          v  = s' (p_(k+1) - p_k)
///     w' = s'' r_k         v' = s'' (p_(k+1) - p_k)
///
///     p, R  origin [m] and axes of B in W: the pose X_WB
///     r_k   rotation vector from R_k to R_(k+1), expressed in W, no longer
///           than pi [rad]: exp([r_k]) = R_(k+1) R_k'
///     s(t)  the timing, from 0 at t_k to 1 at t_(k+1): linear, or of
///           minimum jerk, which rests at every pose
///     w, v  angular velocity of B [rad/s] and velocity of its origin [m/s],
///           expressed in W
///
/// Before t_0 and after the last time the pose is held, and is at rest.
/// Source: [Shoemake85].
class PoseTrajectory {
 public:
  enum class Timing { kLinear, kMinimumJerk };
  using Vector6d = Eigen::Matrix<double, 6, 1>;

  /// Two times [s] or more, increasing, and a pose X_WB for each.
  /// @throws std::invalid_argument unless that is so, all numbers are finite
  /// and the rotations are rotations.
  PoseTrajectory(const std::vector<double>& times,
                 const std::vector<Eigen::Isometry3d>& poses,
                 Timing timing = Timing::kMinimumJerk);

  const std::vector<double>& times() const { return timing_.breaks(); }
  double start_time() const { return timing_.start_time(); }
  double end_time() const { return timing_.end_time(); }

  /// X_WB(t)
  Eigen::Isometry3d value(double t) const;
  /// [w; v] in W.
  Vector6d velocity(double t) const { return Rate(t, 1); }
  /// The derivative of [w; v] in W.
  Vector6d acceleration(double t) const { return Rate(t, 2); }

 private:
  struct Piece {
    Eigen::Isometry3d start;       // X_WB at t_k
    Eigen::Vector3d rotation;      // r_k
    Eigen::Vector3d displacement;  // p_(k+1) - p_k
  };

  static Piece MakePiece(const Eigen::Isometry3d& start,
                         const Eigen::Isometry3d& end);
  Vector6d Rate(double t, int order) const;

  PiecewisePolynomial timing_;  // k + s
  std::vector<Piece> pieces_;
};

}  // namespace tactus::systems
