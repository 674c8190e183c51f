#pragma once

#include <numbers>
#include <utility>
#include <vector>

#include "contact/geometry/narrow_phase/pair_cases.h"
#include <catch2/catch.hpp>

namespace tactus::contact::test {

/// Every unordered pair of kinds but two half-spaces.
template <class Test>
void ForEachPair(const Test& test) {
  for (const Kind a : kAllKinds) {
    for (const Kind b : kAllKinds) {
      if (a > b || (a == Kind::kHalfSpace && b == a)) continue;
      INFO(NameOf(a) << " and " << NameOf(b));
      test(a, b);
    }
  }
}

struct Pair {
  Shape a, b;
  RigidTransform X_WA, X_WB;
  Vector3d away;  ///< Moving B along it takes it out of A.

  std::vector<ManifoldPoint> Manifold() const {
    return FindManifold(a, X_WA, b, X_WB);
  }
};

/// How the orientations of a random pair relate.
enum class Attitude { kAny, kFlush };

/// Two random shapes that overlap by `depth` along some direction.
inline Pair MakeTouchingPair(Kind kind_a, Kind kind_b, double depth,
                             Attitude attitude, Random* random) {
  Pair pair;
  pair.a = RandomShape(kind_a, random);
  pair.b = RandomShape(kind_b, random);
  pair.X_WA = RandomPose(random, 0.3);
  Quaterniond R_WB = RandomRotation(random);
  pair.away = RandomDirection(random);
  if (attitude == Attitude::kFlush) {
    const Quaterniond quarters[] = {
        Quaterniond::Identity(),
        Quaterniond(Eigen::AngleAxisd(std::numbers::pi / 2, Vector3d::UnitX())),
        Quaterniond(Eigen::AngleAxisd(1, Vector3d::UnitZ()))};
    R_WB = Quaterniond(pair.X_WA.linear()) * quarters[(*random)() % 3];
    pair.away = pair.X_WA.linear().col((*random)() % 3);
  }
  double near = 0;
  if (kind_a == Kind::kHalfSpace || kind_b == Kind::kHalfSpace) near = -0.3;
  if (kind_a == Kind::kHalfSpace) pair.away = pair.X_WA.linear().col(2);
  if (kind_b == Kind::kHalfSpace) {
    pair.away = -R_WB.toRotationMatrix().col(2);
  }
  // The farthest position that still touches.
  double far = 0.5;
  for (int i = 0; i < 50; ++i) {
    const double x = 0.5 * (near + far);
    pair.X_WB = MakePose(R_WB, pair.X_WA.translation() + x * pair.away);
    (pair.Manifold().empty() ? far : near) = x;
  }
  pair.X_WB =
      MakePose(R_WB, pair.X_WA.translation() + (near - depth) * pair.away);
  return pair;
}

/// The manifold of B and A, told as that of A and B.
inline std::vector<ManifoldPoint> FindExchanged(const Pair& pair,
                                                double margin = 0) {
  auto points = FindManifold(pair.b, pair.X_WB, pair.a, pair.X_WA, margin);
  for (ManifoldPoint& p : points) {
    std::swap(p.p_WA, p.p_WB);
    p.normal_W = -p.normal_W;
  }
  return points;
}

}  // namespace tactus::contact::test
