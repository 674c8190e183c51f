#pragma once

#include <functional>
#include <span>
#include <vector>

#include "tactus/contact/geometry/collision_engine.h"

namespace tactus::contact {

/// Where a solid may touch a plane at any pose that it can reach: for methods
/// that ask for distances at the end of a step, in which it may turn onto
/// corners that were far from the lowest.
///
/// Of a box and of a convex mesh those are the corners, of a capsule both ends;
/// of a mesh of many vertices the lowest of each of its groups
/// (ConvexHull::groups()). Each is one point, as heavy as any other.
class CornerQuery {
 public:
  /// Replaces what a query of `engine` with `margin` has found of half-spaces
  /// with such solids, by all of their corners less than the pair's margin [m]
  /// above the plane. Other pairs stay as they are.
  void ReplacePoints(const CollisionEngine& engine,
                     std::span<const RigidTransform> X_WB, double margin,
                     ContactSet* contacts);
  /// The same of these geometries, with a margin by manifold.
  void ReplacePoints(std::span<const Geometry> geometries,
                     std::span<const RigidTransform> X_WB,
                     const std::function<double(const Manifold&)>& margin_of,
                     ContactSet* contacts);

 private:
  std::vector<ManifoldPoint> points_;
  std::vector<Manifold> manifolds_;
  std::vector<Vector3d> corners_;
};

}  // namespace tactus::contact
