#include <algorithm>
#include <limits>

#include "tactus/contact/geometry/narrow_phase/surface_point.h"
#include "tactus/contact/geometry/shapes/convex_hull.h"

// From inside, the nearest surface point lies on the face whose plane is
// nearest; from outside, on one of the faces that q is above.
namespace tactus::contact {
namespace {

Vector3d NearestOnSegment(const Vector3d& a, const Vector3d& b,
                          const Vector3d& q) {
  const Vector3d ab = b - a;
  return a + std::clamp((q - a).dot(ab) / ab.squaredNorm(), 0.0, 1.0) * ab;
}

Vector3d NearestOnFace(const ConvexHull& hull, const HullFace& face,
                       const Vector3d& q) {
  const Vector3d foot = q - (face.normal.dot(q) - face.offset) * face.normal;
  double nearest2 = std::numeric_limits<double>::infinity();
  Vector3d nearest = foot;
  for (std::size_t k = 0; k < face.corners.size(); ++k) {
    const Vector3d& a = hull.vertices()[face.corners[k]];
    const Vector3d& b =
        hull.vertices()[face.corners[(k + 1) % face.corners.size()]];
    const bool outside = (b - a).cross(foot - a).dot(face.normal) < 0;
    if (!outside) continue;
    const Vector3d p = NearestOnSegment(a, b, q);
    const double distance2 = (q - p).squaredNorm();
    if (distance2 < nearest2) nearest2 = distance2, nearest = p;
  }
  return nearest;
}

}  // namespace

SurfacePoint NearestSurfacePoint(const ConvexMesh& mesh, const Vector3d& q) {
  const ConvexHull& hull = *mesh.hull;
  const auto [face, height] = hull.face_tree().FindHighest(q);
  const HullFace& highest = hull.faces()[face];
  if (height <= 0) {
    return {q - height * highest.normal, highest.normal, height};
  }
  Vector3d p = NearestOnFace(hull, highest, q);
  double distance = (q - p).norm();
  hull.face_tree().VisitNear(q, 0, [&](int f) {
    const HullFace& other = hull.faces()[f];
    if (other.normal.dot(q) - other.offset >= distance) return;
    const Vector3d candidate = NearestOnFace(hull, other, q);
    const double d = (q - candidate).norm();
    if (d < distance) distance = d, p = candidate;
  });
  // On the face itself its normal is better than the direction of q - p.
  if (distance <= height) return {p, highest.normal, height};
  return {p, (q - p) / distance, distance};
}

}  // namespace tactus::contact
