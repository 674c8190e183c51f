#include "tactus/systems/trajectories/pose_trajectory.h"

#include <cmath>
#include <numbers>

#include <catch2/catch.hpp>

namespace tactus::systems {
namespace {

using Catch::Contains;
using Eigen::AngleAxisd;
using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using Timing = PoseTrajectory::Timing;

Isometry3d Pose(const Matrix3d& R, const Vector3d& p) {
  Isometry3d X = Isometry3d::Identity();
  X.linear() = R;
  X.translation() = p;
  return X;
}

Matrix3d Turn(double angle, const Vector3d& axis) {
  return AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}

const std::vector<double> kTimes{0.5, 1.5, 4.0};

std::vector<Isometry3d> Poses() {
  return {Pose(Turn(0.3, Vector3d(1, 2, 3)), Vector3d(1, 0, -1)),
          Pose(Turn(2.5, Vector3d(-1, 1, 0)), Vector3d(0, 2, 0)),
          Pose(Turn(-1.0, Vector3d(0, 1, 4)), Vector3d(3, 3, 1))};
}

TEST_CASE("PoseTrajectory: at its times -> its poses, outside -> held") {
  for (const Timing timing : {Timing::kLinear, Timing::kMinimumJerk}) {
    const PoseTrajectory X(kTimes, Poses(), timing);
    for (int k = 0; k < 3; ++k) {
      CHECK(X.value(kTimes[k]).isApprox(Poses()[k], 1e-14));
    }
    CHECK(X.value(-3).isApprox(Poses()[0], 1e-14));
    CHECK(X.value(99).isApprox(Poses()[2], 1e-14));
    for (const double t : {0.4, 4.1}) {
      CHECK(X.velocity(t).norm() == 0);
      CHECK(X.acceleration(t).norm() == 0);
    }
  }
}

TEST_CASE("PoseTrajectory: linear timing -> slerp") {
  const PoseTrajectory X(kTimes, Poses(), Timing::kLinear);
  const Quaterniond q0(Poses()[1].linear()), q1(Poses()[2].linear());
  for (const double s : {0.1, 0.5, 0.8}) {
    const Isometry3d X_WB = X.value(1.5 + 2.5 * s);
    CHECK(X_WB.linear().isApprox(q0.slerp(s, q1).toRotationMatrix(), 1e-13));
    CHECK(
        X_WB.translation().isApprox(Vector3d(0, 2, 0) + s * Vector3d(3, 1, 1)));
  }
}

TEST_CASE("PoseTrajectory: a turn about one axis -> closed form") {
  const Vector3d z(0, 0, 1);
  const PoseTrajectory X(
      {0, 2}, {Isometry3d::Identity(), Pose(Turn(1.2, z), Vector3d(4, 0, 0))});
  // Minimum jerk, halfway.
  CHECK(X.value(1).linear().isApprox(Turn(0.6, z)));
  CHECK(X.velocity(1).head<3>().isApprox(15.0 / 8 * 1.2 / 2 * z));
  CHECK(X.velocity(1).tail<3>().isApprox(Vector3d(15.0 / 8 * 4 / 2, 0, 0)));
  CHECK(X.acceleration(1).norm() < 1e-12);
  CHECK(X.velocity(0).norm() == 0);
  CHECK(X.velocity(2).norm() < 1e-12);
}

TEST_CASE(
    "PoseTrajectory: velocity and acceleration -> derivatives of the pose") {
  const double dt = 1e-5;
  for (const Timing timing : {Timing::kLinear, Timing::kMinimumJerk}) {
    const PoseTrajectory X(kTimes, Poses(), timing);
    for (const double t : {0.7, 1.3, 2.0, 3.9}) {
      const Isometry3d before = X.value(t - dt), after = X.value(t + dt);
      // [w] = R' R^T
      const Matrix3d W = (after.linear() - before.linear()) / (2 * dt) *
                         X.value(t).linear().transpose();
      const Vector3d w(W(2, 1), W(0, 2), W(1, 0));
      const Vector3d v =
          (after.translation() - before.translation()) / (2 * dt);
      CHECK((X.velocity(t).head<3>() - w).norm() < 1e-8);
      CHECK((X.velocity(t).tail<3>() - v).norm() < 1e-8);
      CHECK((X.acceleration(t) -
             (X.velocity(t + dt) - X.velocity(t - dt)) / (2 * dt))
                .norm() < 1e-7);
    }
  }
}

TEST_CASE(
    "PoseTrajectory: two ways round -> the shorter one, no turn -> none") {
  const Vector3d x(1, 0, 0);
  const double pi = std::numbers::pi;
  const PoseTrajectory X(
      {0, 1}, {Pose(Turn(-0.9 * pi, x), x), Pose(Turn(0.9 * pi, x), x)},
      Timing::kLinear);
  CHECK(X.velocity(0.5).head<3>().isApprox(-0.2 * pi * x));
  const PoseTrajectory still({0, 1},
                             {Pose(Turn(2, x), x), Pose(Turn(2, x), x)});
  CHECK(still.value(0.3).isApprox(Pose(Turn(2, x), x)));
  CHECK(still.velocity(0.3).norm() < 1e-14);
  // Half a turn has two shortest ways; one is taken.
  const PoseTrajectory half(
      {0, 1}, {Isometry3d::Identity(), Pose(Turn(pi, x), Vector3d::Zero())},
      Timing::kLinear);
  CHECK(half.velocity(0.5).head<3>().norm() == Approx(pi));
  CHECK(half.value(1).linear().isApprox(Turn(pi, x), 1e-12));
}

TEST_CASE("PoseTrajectory: too few poses, bad rotations, NaN -> refused") {
  const Isometry3d I = Isometry3d::Identity();
  CHECK_THROWS_WITH(PoseTrajectory({0, 1}, {I}),
                    Contains("needs as many poses, not 1"));
  CHECK_THROWS_WITH(PoseTrajectory({0}, {I}), Contains("at least two times"));
  CHECK_THROWS_WITH(PoseTrajectory({}, {}), Contains("at least two times"));
  const Vector3d o = Vector3d::Zero();
  const std::string message = "pose 1 of a trajectory is not a finite position";
  CHECK_THROWS_WITH(PoseTrajectory({0, 1}, {I, Pose(2 * I.linear(), o)}),
                    Contains(message));
  CHECK_THROWS_WITH(PoseTrajectory({0, 1}, {I, Pose(-I.linear(), o)}),
                    Contains(message));
  CHECK_THROWS_WITH(
      PoseTrajectory({0, 1},
                     {I, Pose(I.linear(), Vector3d(0, std::nan(""), 0))}),
      Contains(message));
}

}  // namespace
}  // namespace tactus::systems
