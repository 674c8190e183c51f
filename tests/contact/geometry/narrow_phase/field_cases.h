#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "contact/geometry/narrow_phase/pair_cases.h"

/// Height fields, and shapes on them.
namespace tactus::contact::test {

using Points = std::vector<ManifoldPoint>;

inline constexpr Kind kSolids[] = {Kind::kSphere,    Kind::kBox,
                                   Kind::kCapsule,   Kind::kCylinder,
                                   Kind::kEllipsoid, Kind::kMesh};

/// n x n heights over 2 m by 2 m.
template <class Height>
Shape MakeField(int n, const Height& height, double base = 5) {
  std::vector<double> heights;
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < n; ++c)
      heights.push_back(height(2.0 * c / (n - 1) - 1, 2.0 * r / (n - 1) - 1));
  }
  return ConvexMesh{std::make_shared<const ConvexHull>(
      std::make_shared<const HeightGrid>(n, n, Vector2d(1, 1), heights, base))};
}

/// The half-space below z = gx x + gy y, in the frame of the field.
inline RigidTransform PoseOfPlane(double gx, double gy) {
  return MakePose(
      Quaterniond::FromTwoVectors(Vector3d::UnitZ(), Vector3d(-gx, -gy, 1)),
      Vector3d::Zero());
}

/// Of points that overlap.
inline double TotalWeight(const Points& points) {
  double total = 0;
  for (const ManifoldPoint& point : points) {
    if (point.depth > 0) total += point.weight;
  }
  return total;
}

/// Moved along n until its deepest point has that depth in the half-space.
inline RigidTransform PlaceAtDepth(const Shape& shape, RigidTransform X_WS,
                                   const RigidTransform& X_WH, double depth) {
  const Vector3d n = X_WH.linear().col(2);
  X_WS.translation() += 2 * n;
  double deepest = -std::numeric_limits<double>::infinity();
  for (const auto& p : FindManifold(HalfSpace{}, X_WH, shape, X_WS, 10))
    deepest = std::max(deepest, p.depth);
  X_WS.translation() -= (depth - deepest) * n;
  return X_WS;
}

}  // namespace tactus::contact::test
