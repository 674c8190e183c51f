#include "tactus/systems/trajectories/pose_trajectory.h"

#include <algorithm>
#include <stdexcept>

#include <spdlog/fmt/fmt.h>

#include "tactus/systems/trajectories/minimum_jerk.h"

namespace tactus::systems {
namespace {

using Eigen::AngleAxisd;
using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Vector3d;

void CheckPose(const Isometry3d& X, std::size_t index) {
  // What a rotation may be off by when it was read from decimal numbers.
  constexpr double kTolerance = 1e-6;
  const Matrix3d& R = X.linear();
  if (X.matrix().allFinite() &&
      (R.transpose() * R - Matrix3d::Identity()).norm() < kTolerance &&
      R.determinant() > 0) {
    return;
  }
  throw std::invalid_argument(fmt::format(
      "pose {} of a trajectory is not a finite position and a rotation",
      index));
}

// The number k + s of the pose, from 0 to K.
PiecewisePolynomial MakeTiming(const std::vector<double>& times,
                               PoseTrajectory::Timing timing) {
  const auto num = static_cast<Eigen::Index>(times.size());
  const MatrixXd numbers =
      Eigen::RowVectorXd::LinSpaced(num, 0, static_cast<double>(num - 1));
  return timing == PoseTrajectory::Timing::kLinear
             ? MakePiecewiseLinear(times, numbers)
             : MakeMinimumJerk(times, numbers);
}

}  // namespace

PoseTrajectory::PoseTrajectory(const std::vector<double>& times,
                               const std::vector<Isometry3d>& poses,
                               Timing timing)
    : timing_(MakeTiming(times, timing)) {
  if (poses.size() != times.size()) {
    throw std::invalid_argument(
        fmt::format("a trajectory over {} times needs as many poses, not {}",
                    times.size(), poses.size()));
  }
  for (std::size_t k = 0; k < poses.size(); ++k) CheckPose(poses[k], k);
  for (std::size_t k = 0; k + 1 < poses.size(); ++k) {
    pieces_.push_back(MakePiece(poses[k], poses[k + 1]));
  }
}

PoseTrajectory::Piece PoseTrajectory::MakePiece(const Isometry3d& start,
                                                const Isometry3d& end) {
  // An AngleAxis made from a matrix turns by at most pi: the shorter way.
  const AngleAxisd turn(Matrix3d(end.linear() * start.linear().transpose()));
  return {start, turn.angle() * turn.axis(),
          end.translation() - start.translation()};
}

Isometry3d PoseTrajectory::value(double t) const {
  const int k = timing_.FindPiece(t);
  const Piece& piece = pieces_[k];
  Eigen::Matrix<double, 1, 1> number;
  timing_.CalcDerivative(t, 0, number);
  const double s = number[0] - k;
  Isometry3d X_WB = piece.start;
  X_WB.translation() += s * piece.displacement;
  const double angle = piece.rotation.norm();
  if (angle > 0) {
    X_WB.linear() =
        AngleAxisd(s * angle, piece.rotation / angle) * piece.start.linear();
  }
  return X_WB;
}

PoseTrajectory::Vector6d PoseTrajectory::Rate(double t, int order) const {
  const Piece& piece = pieces_[timing_.FindPiece(t)];
  Eigen::Matrix<double, 1, 1> rate;
  timing_.CalcDerivative(t, order, rate);
  Vector6d result;
  result << rate[0] * piece.rotation, rate[0] * piece.displacement;
  return result;
}

}  // namespace tactus::systems
