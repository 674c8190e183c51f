// Solids in each other by a good part of their size, as links of robots whose
// models start so.
#include <algorithm>
#include <cmath>

#include "contact/geometry/narrow_phase/overlap_oracle.h"
#include "contact/geometry/narrow_phase/touching_pair.h"

namespace tactus::contact::test {
namespace {

constexpr double kRadius = 0.1;

ConvexMesh MakeFineEllipsoid(Random* random) {
  std::vector<Vector3d> cloud;
  for (int i = 0; i < 400; ++i) {
    cloud.push_back(
        kRadius * Vector3d(1.5, 1.2, 1).cwiseProduct(RandomDirection(random)));
  }
  return MakeMesh(cloud);
}

TEST_CASE("Deep contact: fine hulls -> eight points, normals near the axis") {
  Random random(31);
  for (int i = 0; i < 20; ++i) {
    const Shape a = MakeFineEllipsoid(&random), b = MakeFineEllipsoid(&random);
    const RigidTransform X_WA = RandomPose(&random, 0.3);
    RigidTransform X_WB = RandomPose(&random, 0);
    X_WB.translation() =
        X_WA.translation() + 1.4 * kRadius * RandomDirection(&random);
    const OverlapOracle oracle(a, X_WA, b, X_WB);
    const double least = oracle.Least();
    REQUIRE(least > 0.3 * kRadius);
    const auto points = FindManifold(a, X_WA, b, X_WB);
    CHECK(points.size() <= 8);
    for (const ManifoldPoint& p : points) {
      // A tenth of the size, and what a mean of such normals adds.
      CHECK(oracle.Overlap(p.normal_W) < 1.02 * least + 0.1 * kRadius);
    }
  }
}

// From shallow to deep, through the depth at which faces begin to be compared
// less what they have in common.
TEST_CASE("Deep contact: sinking in -> the wrench changes without a jump") {
  Random random(32);
  for (int i = 0; i < 12; ++i) {
    const Shape a = MakeFineEllipsoid(&random);
    const Shape b = i % 2 == 0 ? Shape(Box{{0.15, 0.12, 0.1}})
                               : Shape(MakeFineEllipsoid(&random));
    const RigidTransform X_WA = RandomPose(&random, 0);
    const Quaterniond R_WB = RandomRotation(&random);
    const Vector3d away = RandomDirection(&random);
    Vector3d last = Vector3d::Zero();
    int num_jumps = 0, num_touching = 0;
    constexpr int kSteps = 1800;
    constexpr double kStep = 1e-3 * kRadius;
    for (int k = 0; k < kSteps; ++k) {
      const double x = 3.2 * kRadius - k * kStep;
      const auto points = FindManifold(a, X_WA, b, MakePose(R_WB, x * away));
      const Vector3d force = CalcWrench(points).force;
      num_touching += !points.empty();
      // A face is four times as stiff as a point; the force may turn, too.
      num_jumps += (force - last).norm() > 60 * kStep;
      last = force;
    }
    CHECK(num_touching > kSteps / 5);
    CHECK(num_jumps <= 3);
  }
}

}  // namespace
}  // namespace tactus::contact::test
