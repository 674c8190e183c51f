#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/contact/geometry/shapes/triangle_mesh.h"

namespace tactus::contact {

/// A closed loop of corners; the last is joined to the first, and may repeat
/// it.
using Contour = std::vector<Vector2d>;

/// The solid over a region of the plane z = 0 up to z = height. A point is in
/// the region if a ray from it crosses the contours an odd number of times: a
/// contour within another is a hole, whichever way they run.
///
/// Lines x = const through all corners cut the region into trapezoids, and
/// those that are convex together are joined again, from left to right.
class Extrusion {
 public:
  /// @throws std::invalid_argument for contours of fewer than three corners,
  /// sides that cross, regions without area, a height that is not positive,
  /// and numbers that are not finite.
  Extrusion(std::span<const Contour> contours, double height);

  /// Convex polygons that do not overlap and make up the region, each
  /// counter-clockwise.
  const std::vector<Contour>& pieces() const { return pieces_; }
  double height() const { return height_; }

  /// The pieces as solids.
  std::vector<std::shared_ptr<const ConvexHull>> MakeConvexParts() const;
  /// The surface of the whole, closed.
  TriangleMesh MakeSurface() const;

 private:
  std::vector<Contour> pieces_;
  double height_;
};

}  // namespace tactus::contact
