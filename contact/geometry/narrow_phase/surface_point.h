#pragma once

#include "tactus/contact/geometry/shapes/shape.h"

namespace tactus::contact {

/// The point of a solid's surface nearest to a point q, in the solid's frame G:
///
///     q = p + distance * normal
///
/// `normal` is the unit outward normal at p, `distance` [m] is negative inside.
/// The distance is a convex, 1-Lipschitz function of q and `normal` its
/// gradient; on the solid's medial axis, where several points are equally near,
/// one of them is chosen by a fixed rule.
struct SurfacePoint {
  Vector3d p;
  Vector3d normal;
  double distance{};
};

SurfacePoint NearestSurfacePoint(const Sphere& sphere, const Vector3d& q);
SurfacePoint NearestSurfacePoint(const Box& box, const Vector3d& q);
SurfacePoint NearestSurfacePoint(const Capsule& capsule, const Vector3d& q);
SurfacePoint NearestSurfacePoint(const Cylinder& cylinder, const Vector3d& q);
SurfacePoint NearestSurfacePoint(const Ellipsoid& ellipsoid, const Vector3d& q);
SurfacePoint NearestSurfacePoint(const HalfSpace& half_space,
                                 const Vector3d& q);
SurfacePoint NearestSurfacePoint(const ConvexMesh& mesh, const Vector3d& q);

}  // namespace tactus::contact
