#include "tactus/systems/primitives/pose_trajectory_source.h"

#include <utility>
#include <vector>

#include "tactus/systems/trajectories/kinks.h"

namespace tactus::systems {

PoseTrajectorySource::PoseTrajectorySource(std::string name,
                                           PoseTrajectory trajectory)
    : LeafSystem(std::move(name)), trajectory_(std::move(trajectory)) {
  DeclareAbstractOutputPort("pose",
                            Eigen::Isometry3d(Eigen::Isometry3d::Identity()),
                            &PoseTrajectorySource::CalcPose, Reads::kTime);
  DeclareVectorOutputPort("velocity", 6, &PoseTrajectorySource::CalcVelocity,
                          Reads::kTime);
  DeclareVectorOutputPort(
      "acceleration", 6, &PoseTrajectorySource::CalcAcceleration, Reads::kTime);
  // Poses do not jump.
  const std::vector<double> kinks =
      FindKinks({.breaks = trajectory_.times(),
                 .value = [](double) { return VectorXd::Zero(1); },
                 .rate =
                     [&](double t) {
                       return trajectory_.velocity(t);
                     }});
  for (const double t : kinks) {
    if (t > 0) DeclarePeriodicUpdate(kNoSecondTime, MakeNoUpdate(), t);
  }
}

void PoseTrajectorySource::CalcPose(const LeafContext& context,
                                    Eigen::Isometry3d* X_WB) const {
  *X_WB = trajectory_.value(context.time());
}

void PoseTrajectorySource::CalcVelocity(const LeafContext& context,
                                        VectorXd* V) const {
  *V = trajectory_.velocity(context.time());
}

void PoseTrajectorySource::CalcAcceleration(const LeafContext& context,
                                            VectorXd* A) const {
  *A = trajectory_.acceleration(context.time());
}

}  // namespace tactus::systems
