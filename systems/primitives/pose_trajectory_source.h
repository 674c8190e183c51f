#pragma once

#include <string>

#include "tactus/systems/leaf_system.h"
#include "tactus/systems/trajectories/pose_trajectory.h"

namespace tactus::systems {

/// A pose trajectory, as signals: the pose X_WB(t) itself, and how it changes.
/// Steps of integrators end at its kinks (kinks.h), as at periodic updates.
///
///     output          type                    holds
///     "pose"          Eigen::Isometry3d       X_WB
///     "velocity"      vector of 6             [w; v] in W  [rad/s, m/s]
///     "acceleration"  vector of 6             its derivative [rad/s^2, m/s^2]
///
/// For W, B, w and v see PoseTrajectory.
class PoseTrajectorySource final : public LeafSystem {
 public:
  PoseTrajectorySource(std::string name, PoseTrajectory trajectory);

  const OutputPort& pose_output() const { return get_output_port(0); }
  const OutputPort& velocity_output() const { return get_output_port(1); }
  const OutputPort& acceleration_output() const { return get_output_port(2); }

 private:
  void CalcPose(const LeafContext& context, Eigen::Isometry3d* X_WB) const;
  void CalcVelocity(const LeafContext& context, VectorXd* V) const;
  void CalcAcceleration(const LeafContext& context, VectorXd* A) const;

  const PoseTrajectory trajectory_;
};

}  // namespace tactus::systems
