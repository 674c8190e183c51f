// Faces that just touch: shares of a contact are ratios of overlaps and depths
// that are round-off themselves there.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "contact/geometry/narrow_phase/overlap_oracle.h"
#include "contact/geometry/narrow_phase/touching_pair.h"

namespace tactus::contact::test {
namespace {

/// A length that is zero now and then, else of any size below `most`.
double AnySmall(double most, Random* random) {
  if ((*random)() % 8 == 0) return 0;
  const double x = most * std::pow(10, Uniform(random, -15, 0));
  return (*random)() % 2 == 0 ? x : -x;
}

/// Few sizes, so that edges of different solids are in one line.
double CommonLength(Random* random) {
  constexpr double lengths[] = {0.04, 0.05, 0.1};
  return lengths[(*random)() % 3];
}

ConvexMesh MakePrism(int sides, double radius, double half_length) {
  std::vector<Vector3d> corners;
  for (int k = 0; k < sides; ++k) {
    const double t = 2 * std::numbers::pi * k / sides;
    for (const double z : {-half_length, half_length}) {
      corners.push_back({radius * std::cos(t), radius * std::sin(t), z});
    }
  }
  return MakeMesh(corners);
}

Shape CommonShape(Kind kind, Random* random) {
  const auto length = [random] {
    return CommonLength(random);
  };
  const auto lengths = [&] {
    const double x = length(), y = length();
    return Vector3d(x, y, length());
  };
  switch (kind) {
    case Kind::kBox:
      return Box{lengths()};
    case Kind::kCapsule:
      return Capsule{length(), length()};
    case Kind::kCylinder:
      return Cylinder{length(), length()};
    case Kind::kMesh: {
      const int sides = 2 + static_cast<int>((*random)() % 12);
      if (sides == 2) return MakeBoxMesh(lengths());
      return MakePrism(sides, length(), length());
    }
    default:
      return RandomShape(kind, random);
  }
}

/// B beside, above or across A by whole or half quarters, but for round-off of
/// any size in its turn, its place and its depth.
void PlaceNearlyAligned(Pair* pair, Random* random) {
  pair->X_WA = RigidTransform::Identity();
  if ((*random)() % 2 == 0) pair->X_WA = RandomPose(random, 0.3);
  constexpr double eighth = std::numbers::pi / 4;
  Quaterniond R_AB = Quaterniond::Identity();
  for (int axis = 0; axis < 3; ++axis) {
    const double turn = eighth * static_cast<double>((*random)() % 8);
    const bool is_turned = (*random)() % 3 == 0;
    if (is_turned) R_AB = Eigen::AngleAxisd(turn, Vector3d::Unit(axis)) * R_AB;
  }
  R_AB =
      R_AB * Eigen::AngleAxisd(AnySmall(0.1, random), RandomDirection(random));
  const int up = (*random)() % 3;
  Vector3d away = Vector3d::Unit(up);
  if (std::holds_alternative<HalfSpace>(pair->a)) away = Vector3d::UnitZ();
  if (std::holds_alternative<HalfSpace>(pair->b)) {
    away = -(R_AB * Vector3d::UnitZ());
  }
  pair->away = pair->X_WA.linear() * away;
  Vector3d p_AB;
  for (double& x : p_AB) x = AnySmall(0.05, random);
  if ((*random)() % 2 == 0) p_AB[(up + 1) % 3] += CommonLength(random);
  const Matrix3d R_WB = pair->X_WA.linear() * R_AB;
  pair->X_WB = pair->X_WA;
  pair->X_WB.linear() = R_WB;
  pair->X_WB.translation() += pair->X_WA.linear() * p_AB;
  const double overlap = OverlapOracle(pair->a, pair->X_WA, pair->b, pair->X_WB)
                             .Overlap(pair->away);
  pair->X_WB.translation() += (overlap + AnySmall(1e-3, random)) * pair->away;
}

bool IsFinite(const ManifoldPoint& p) {
  return p.p_WA.allFinite() && p.p_WB.allFinite() &&
         std::abs(p.normal_W.norm() - 1) < 1e-9 && std::isfinite(p.depth) &&
         std::isfinite(p.weight) && p.weight > 0;
}

double TotalWeight(const std::vector<ManifoldPoint>& points) {
  double total = 0;
  for (const ManifoldPoint& p : points) total += p.weight;
  return total;
}

int NumPlacements() {  // In the environment: more, by hand.
  const char* asked = std::getenv("TACTUS_PLACEMENTS");
  return asked != nullptr ? std::atoi(asked) : 8000;
}

/// What differs when the shapes are exchanged, relative to the force, or to
/// that at 1e-6 m.
double CalcAsymmetry(const std::vector<ManifoldPoint>& points,
                     const std::vector<ManifoldPoint>& exchanged) {
  const Vector3d force = CalcWrench(points).force;
  const Vector3d difference = force + CalcWrench(exchanged).force;
  return difference.norm() / std::max(force.norm(), 1e-6);
}

TEST_CASE(
    "FindManifold: nearly aligned shapes -> finite points of bounded weight") {
  Random random(21);
  ForEachPair([&random](Kind a, Kind b) {
    int num_touching = 0, num_bad = 0, num_asymmetric = 0;
    double heaviest = 0;
    for (int i = 0; i < NumPlacements(); ++i) {
      Pair pair;
      pair.a = CommonShape(a, &random);
      pair.b = CommonShape(b, &random);
      PlaceNearlyAligned(&pair, &random);
      const auto points = pair.Manifold();
      const auto exchanged = FindManifold(pair.b, pair.X_WB, pair.a, pair.X_WA);
      num_touching += !points.empty();
      num_bad += !std::ranges::all_of(points, IsFinite);
      num_bad += !std::ranges::all_of(exchanged, IsFinite);
      heaviest =
          std::max({heaviest, TotalWeight(points), TotalWeight(exchanged)});
      num_asymmetric += CalcAsymmetry(points, exchanged) > 1e-3;
    }
    CHECK(num_touching > NumPlacements() / 20);
    CHECK(num_bad == 0);
    CHECK(heaviest < 4 + 1e-6);
    // Where two faces tie as the reference, round-off may choose.
    CHECK(num_asymmetric <= 3e-3 * num_touching);
  });
}

}  // namespace
}  // namespace tactus::contact::test
