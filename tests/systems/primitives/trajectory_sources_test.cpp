#include <cmath>
#include <limits>

#include "systems/primitives/one_block.h"
#include <catch2/catch.hpp>

#include "tactus/systems/primitives/pose_trajectory_source.h"
#include "tactus/systems/primitives/trajectory_source.h"
#include "tactus/systems/trajectories/minimum_jerk.h"

namespace tactus::systems {
namespace {

using test::OneBlock;

PiecewisePolynomial MakeReach() {
  return MakeMinimumJerk({1, 3}, MatrixXd{{0, 4}, {2, -2}});
}

TEST_CASE("TrajectorySource: two derivatives -> below the value, in order") {
  OneBlock<TrajectorySource> source("reach", MakeReach(), 2);
  source.context.SetTime(2);
  // Halfway: the middle, 15/8 d/T, and no acceleration.
  const VectorXd y = source.Output();
  REQUIRE(y.size() == 6);
  CHECK(y.head(2).isApprox(Eigen::Vector2d(2, 0)));
  CHECK(y.segment(2, 2).isApprox(15.0 / 16 * Eigen::Vector2d(4, -4)));
  CHECK(y.tail(2).norm() < 1e-13);
  source.context.SetTime(10);
  CHECK(source.Output().head(2).isApprox(Eigen::Vector2d(4, -2)));
  CHECK(source.Output().tail(4).norm() == 0);
}

TEST_CASE(
    "TrajectorySource: no number of derivatives -> one, out of range -> "
    "refused") {
  CHECK(OneBlock<TrajectorySource>("reach", MakeReach()).Output().size() == 4);
  CHECK(OneBlock<TrajectorySource>("reach", MakeReach(), 0).Output().size() ==
        2);
  CHECK_THROWS_WITH(TrajectorySource("reach", MakeReach(), -1),
                    "block 'reach': the number of derivatives must be from 0 "
                    "to 10");
  CHECK_THROWS_WITH(
      TrajectorySource("reach", MakeReach(), std::numeric_limits<int>::max()),
      Catch::Contains("from 0 to 10"));
}

TEST_CASE(
    "PoseTrajectorySource: any time -> the trajectory's pose and rates then") {
  Eigen::Isometry3d end = Eigen::Isometry3d::Identity();
  end.translation() << 1, 2, 3;
  end.rotate(Eigen::AngleAxisd(0.5, Eigen::Vector3d::UnitX()));
  const PoseTrajectory trajectory({0, 2}, {Eigen::Isometry3d::Identity(), end});
  OneBlock<PoseTrajectorySource> source("reach", trajectory);
  for (const double t : {0.0, 0.7, 5.0}) {
    source.context.SetTime(t);
    CHECK(source.leaf->pose_output()
              .Eval<Eigen::Isometry3d>(source.context)
              .matrix() == trajectory.value(t).matrix());
    CHECK(source.leaf->velocity_output().Eval(source.context) ==
          trajectory.velocity(t));
    CHECK(source.leaf->acceleration_output().Eval(source.context) ==
          trajectory.acceleration(t));
  }
}

TEST_CASE("TrajectorySource: kinks -> times of updates that change nothing") {
  OneBlock<TrajectorySource> source(
      "path", MakePiecewiseLinear({0, 1, 2, 5}, MatrixXd{{0, 1, 2, 0}}));
  const Diagram& diagram = source.context.diagram();
  CHECK(diagram.CalcNextUpdateTime(0) == 2);
  CHECK(diagram.CalcNextUpdateTime(2) == 5);
  CHECK(diagram.CalcNextUpdateTime(5) > 1e9);
}

TEST_CASE("PoseTrajectorySource: kinks -> times of updates") {
  Eigen::Isometry3d end = Eigen::Isometry3d::Identity();
  end.translation() << 1, 2, 3;
  const auto start = Eigen::Isometry3d::Identity();
  for (const auto timing : {PoseTrajectory::Timing::kLinear,
                            PoseTrajectory::Timing::kMinimumJerk}) {
    OneBlock<PoseTrajectorySource> source(
        "reach",
        PoseTrajectory({1, 2, 3, 4}, {start, start, end, start}, timing));
    const Diagram& diagram = source.context.diagram();
    CHECK(diagram.CalcNextUpdateTime(0) == 2);
    CHECK(diagram.CalcNextUpdateTime(2) ==
          (timing == PoseTrajectory::Timing::kLinear ? 3 : 4));
    CHECK(diagram.CalcNextUpdateTime(3) == 4);
  }
}

}  // namespace
}  // namespace tactus::systems
