#include "tactus/contact/geometry/narrow_phase/surface_point.h"

#include <algorithm>
#include <cmath>

namespace tactus::contact {
namespace {

/// The surface at distance `radius` around the point c, seen from q; `fallback`
/// is the normal at c itself.
SurfacePoint PointOfBall(const Vector3d& c, double radius, const Vector3d& q,
                         const Vector3d& fallback) {
  const Vector3d cq = q - c;
  const double length = cq.norm();
  const Vector3d normal = length > 0 ? Vector3d(cq / length) : fallback;
  return {c + radius * normal, normal, length - radius};
}

double SideOf(double x) {
  return x < 0 ? -1 : 1;
}

}  // namespace

SurfacePoint NearestSurfacePoint(const Sphere& sphere, const Vector3d& q) {
  return PointOfBall(Vector3d::Zero(), sphere.radius, q, Vector3d::UnitZ());
}

SurfacePoint NearestSurfacePoint(const Box& box, const Vector3d& q) {
  const Vector3d& h = box.half_extents;
  const Vector3d p = q.cwiseMax(-h).cwiseMin(h);
  const Vector3d pq = q - p;
  const double outside = pq.norm();
  if (outside > 0) return {p, pq / outside, outside};
  // Inside, the nearest face; the first of equals.
  int axis;
  const double inside = (h - q.cwiseAbs()).minCoeff(&axis);
  const double side = SideOf(q[axis]);
  SurfacePoint s{q, side * Vector3d::Unit(axis), -inside};
  s.p[axis] = side * h[axis];
  return s;
}

SurfacePoint NearestSurfacePoint(const Capsule& capsule, const Vector3d& q) {
  const double h = capsule.half_length;
  const Vector3d c(0, 0, std::clamp(q.z(), -h, h));
  return PointOfBall(c, capsule.radius, q, Vector3d::UnitX());
}

SurfacePoint NearestSurfacePoint(const Cylinder& cylinder, const Vector3d& q) {
  const double rho = std::hypot(q.x(), q.y());
  const Vector3d radial = rho > 0 ? Vector3d(q.x() / rho, q.y() / rho, 0)
                                  : Vector3d(Vector3d::UnitX());
  const double side = SideOf(q.z());
  // How far q is beyond the side and beyond the nearer end.
  const double x = rho - cylinder.radius;
  const double z = std::abs(q.z()) - cylinder.half_length;
  if (x > 0 && z > 0) {  // The rim.
    const double distance = std::hypot(x, z);
    const Vector3d normal = (x * radial + Vector3d(0, 0, side * z)) / distance;
    return {q - distance * normal, normal, distance};
  }
  const bool at_end = z > x;
  const Vector3d normal = at_end ? Vector3d(0, 0, side) : radial;
  const double distance = at_end ? z : x;
  return {q - distance * normal, normal, distance};
}

SurfacePoint NearestSurfacePoint(const HalfSpace&, const Vector3d& q) {
  return {{q.x(), q.y(), 0}, Vector3d::UnitZ(), q.z()};
}

}  // namespace tactus::contact
