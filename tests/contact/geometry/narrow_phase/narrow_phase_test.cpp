// The laws that every pair of shapes obeys.
#include "tactus/contact/geometry/narrow_phase/narrow_phase.h"

#include "contact/geometry/narrow_phase/overlap_oracle.h"
#include "contact/geometry/narrow_phase/touching_pair.h"
#include <catch2/catch.hpp>

namespace tactus::contact::test {
namespace {

void CheckPoint(const Pair& pair, const ManifoldPoint& p) {
  CHECK(p.depth > 0);
  CHECK(p.weight > 0);
  CHECK(std::abs(p.normal_W.norm() - 1) < 1e-12);
  CHECK((p.p_WA - p.p_WB - p.depth * p.normal_W).norm() < 1e-12);
  // A witness is on its solid or inside it, and no deeper than the overlap. A
  // cylinder's end is a polygon to whoever lies on it: 2 % wider.
  const auto height = [&](const Shape& s, const RigidTransform& X,
                          const Vector3d& n, const Vector3d& q) {
    return SupportFunction(s, X, n) - n.dot(q);
  };
  CHECK(height(pair.a, pair.X_WA, p.normal_W, p.p_WA) > -1e-9);
  CHECK(height(pair.b, pair.X_WB, -p.normal_W, p.p_WB) > -1e-9);
}

TEST_CASE("FindManifold: random pairs -> depths, normals and witnesses agree") {
  Random random(1);
  ForEachPair([&](Kind a, Kind b) {
    for (int i = 0; i < 20; ++i) {
      const auto attitude = i % 2 == 0 ? Attitude::kAny : Attitude::kFlush;
      const Pair pair = MakeTouchingPair(a, b, 1e-3, attitude, &random);
      const auto points = pair.Manifold();
      REQUIRE(!points.empty());
      for (const ManifoldPoint& p : points) CheckPoint(pair, p);
    }
  });
}

// Every direction bounds the least overlap from above: a normal whose overlap
// is not above the oracle's is the best. A capsule's two points are beside the
// deepest and tilted, by as much as the depth over its length at most.
TEST_CASE(
    "FindManifold: random overlaps -> the least overlap's normal, no deeper") {
  Random random(2);
  ForEachPair([&](Kind a, Kind b) {
    const bool capsule = a == Kind::kCapsule || b == Kind::kCapsule;
    for (int i = 0; i < 12; ++i) {
      const Pair pair = MakeTouchingPair(a, b, i % 3 == 0 ? 1e-5 : 1e-3,
                                         Attitude::kAny, &random);
      const OverlapOracle oracle(pair.a, pair.X_WA, pair.b, pair.X_WB);
      const double least = oracle.Least();
      const auto points = pair.Manifold();
      if (capsule) {
        CHECK(DeepestOf(points) <= least + 1e-9);
        CHECK(DeepestOf(points) >= 0.5 * least);
        continue;
      }
      double best = 1e9;
      for (const ManifoldPoint& p : points) {
        const double overlap = oracle.Overlap(p.normal_W);
        best = std::min(best, overlap);
        CHECK(p.depth <= overlap + 1e-9);
        CHECK(overlap <= 2 * least + 1e-9);  // Others share with the best.
      }
      CHECK(best <= least + 1e-9);
    }
  });
}

TEST_CASE(
    "FindManifold: solids slightly apart -> empty, overlapping -> points") {
  Random random(3);
  ForEachPair([&](Kind a, Kind b) {
    int num_apart = 0, num_overlapping = 0;
    for (int i = 0; i < 12; ++i) {
      Pair pair = MakeTouchingPair(a, b, 0, Attitude::kAny, &random);
      const Vector3d p_WB = pair.X_WB.translation();
      for (const double gap : {-1e-5, 1e-5}) {
        pair.X_WB.translation() = p_WB + gap * pair.away;
        const double least =
            OverlapOracle(pair.a, pair.X_WA, pair.b, pair.X_WB).Least();
        if (std::abs(least) < 1e-7) continue;  // The oracle is not exact.
        CHECK(pair.Manifold().empty() == (least < 0));
        ++(least < 0 ? num_apart : num_overlapping);
      }
    }
    CHECK(num_apart >= 6);
    CHECK(num_overlapping >= 6);
  });
}

// How far p is from the nearest of `points`, in all that they have.
double DistanceTo(const std::vector<ManifoldPoint>& points,
                  const ManifoldPoint& p) {
  double least = 1e9;
  for (const ManifoldPoint& q : points) {
    const double distance =
        std::max({(p.p_WA - q.p_WA).norm(), (p.p_WB - q.p_WB).norm(),
                  (p.normal_W - q.normal_W).norm(), std::abs(p.depth - q.depth),
                  1e-2 * std::abs(p.weight - q.weight)});
    least = std::min(least, distance);
  }
  return least;
}

// Whether both have the same points, in any order.
void CheckEqual(const std::vector<ManifoldPoint>& a,
                const std::vector<ManifoldPoint>& b, double tolerance) {
  for (const ManifoldPoint& p : a) CHECK(DistanceTo(b, p) < tolerance);
  for (const ManifoldPoint& p : b) CHECK(DistanceTo(a, p) < tolerance);
}

TEST_CASE("FindManifold: shapes exchanged -> witnesses exchanged") {
  Random random(4);
  ForEachPair([&](Kind a, Kind b) {
    for (int i = 0; i < 20; ++i) {
      const Pair pair = MakeTouchingPair(a, b, 1e-3, Attitude::kAny, &random);
      CheckEqual(pair.Manifold(), FindExchanged(pair), 1e-10);
    }
  });
}

TEST_CASE("FindManifold: both solids moved -> their manifold moves along") {
  Random random(5);
  ForEachPair([&](Kind a, Kind b) {
    for (int i = 0; i < 20; ++i) {
      const Pair pair = MakeTouchingPair(a, b, 1e-3, Attitude::kAny, &random);
      const RigidTransform X = RandomPose(&random, 1);
      auto moved = FindManifold(pair.a, X * pair.X_WA, pair.b, X * pair.X_WB);
      for (ManifoldPoint& p : moved) {
        p.p_WA = X.inverse() * p.p_WA;
        p.p_WB = X.inverse() * p.p_WB;
        p.normal_W = X.linear().transpose() * p.normal_W;
      }
      CheckEqual(pair.Manifold(), moved, 1e-10);
    }
  });
}

TEST_CASE("FindManifold: poses deep inside each other -> finite points") {
  Random random(6);
  const Quaterniond rotations[] = {
      Quaterniond::Identity(),
      Quaterniond(Eigen::AngleAxisd(std::numbers::pi / 2, Vector3d::UnitX())),
      Quaterniond(Eigen::AngleAxisd(std::numbers::pi / 4, Vector3d::UnitY())),
      Quaterniond(Eigen::AngleAxisd(1e-9, Vector3d(1, 2, 3).normalized()))};
  ForEachPair([&](Kind kind_a, Kind kind_b) {
    const Shape a = RandomShape(kind_a, &random);
    const Shape b = RandomShape(kind_b, &random);
    for (const Quaterniond& R : rotations) {
      for (const Vector3d& p :
           {Vector3d(0, 0, 0), Vector3d(1e-18, 0, 0), Vector3d(0, 0, 0.03),
            Vector3d(0.03, 0, 0), Vector3d(0.01, 0.01, 0.01)}) {
        const auto points =
            FindManifold(a, RigidTransform::Identity(), b, MakePose(R, p));
        // Deep inside each other: they overlap.
        CHECK(!points.empty());
        for (const ManifoldPoint& q : points) {
          CHECK(q.p_WA.allFinite());
          CHECK(q.p_WB.allFinite());
          CHECK(std::abs(q.normal_W.norm() - 1) < 1e-12);
          CHECK(std::isfinite(q.depth));
          CHECK(std::isfinite(q.weight));
        }
      }
    }
  });
}

TEST_CASE("FindManifold: a pose of NaN -> empty") {
  Random random(7);
  RigidTransform X = RigidTransform::Identity();
  X.translation().setConstant(std::nan(""));
  ForEachPair([&](Kind a, Kind b) {
    CHECK(FindManifold(RandomShape(a, &random), RigidTransform::Identity(),
                       RandomShape(b, &random), X)
              .empty());
  });
}

TEST_CASE("FindManifold: two half-spaces -> empty") {
  CHECK(FindManifold(HalfSpace{}, RigidTransform::Identity(), HalfSpace{},
                     RigidTransform::Identity())
            .empty());
}

}  // namespace
}  // namespace tactus::contact::test
