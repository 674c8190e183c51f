#pragma once

#include <memory>
#include <variant>

#include "tactus/common/types.h"

namespace tactus::contact {

class ConvexHull;

/// The shapes that touch. Each is solid and convex, in its own geometry frame
/// G; lengths in metres.
struct Sphere {
  double radius{};
};
/// Edges along the axes of G.
struct Box {
  Vector3d half_extents{};
};
/// The points within `radius` of the segment z = -half_length ... half_length.
struct Capsule {
  double radius{}, half_length{};
};
/// Axis z, flat ends at z = +-half_length.
struct Cylinder {
  double radius{}, half_length{};
};
/// Semi-axes along the axes of G.
struct Ellipsoid {
  Vector3d radii{};
};
/// The points with z <= 0.
struct HalfSpace {};
/// The convex hull of a point cloud, shared by every copy.
struct ConvexMesh {
  std::shared_ptr<const ConvexHull> hull;
};

using Shape = std::variant<Sphere, Box, Capsule, Cylinder, Ellipsoid, HalfSpace,
                           ConvexMesh>;

}  // namespace tactus::contact
