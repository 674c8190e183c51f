#include "tactus/contact/geometry/shapes/bounds.h"

#include <limits>

#include "tactus/contact/geometry/shapes/convex_hull.h"

namespace tactus::contact {
namespace {

// The half extent along a world axis e is the support function of the shape,
// centred, in the direction R'e: one row of R at a time.
struct HalfExtents {
  const Matrix3d& R;

  Vector3d operator()(const Sphere& s) const {
    return Vector3d::Constant(s.radius);
  }
  Vector3d operator()(const Box& b) const {
    return R.cwiseAbs() * b.half_extents;
  }
  Vector3d operator()(const Capsule& c) const {
    return c.half_length * R.col(2).cwiseAbs() + Vector3d::Constant(c.radius);
  }
  Vector3d operator()(const Cylinder& c) const {
    return c.half_length * R.col(2).cwiseAbs() +
           c.radius * R.leftCols<2>().rowwise().norm();
  }
  Vector3d operator()(const Ellipsoid& e) const {
    return (R * e.radii.asDiagonal()).rowwise().norm();
  }
  Vector3d operator()(const HalfSpace&) const {
    return Vector3d::Constant(std::numeric_limits<double>::infinity());
  }
  Vector3d operator()(const ConvexMesh& m) const {
    return R.cwiseAbs() * m.hull->half_extents();
  }
};

}  // namespace

Bounds CalcBounds(const Shape& shape, const RigidTransform& X_WG) {
  const Matrix3d R = X_WG.linear();
  Bounds bounds{X_WG.translation(), std::visit(HalfExtents{R}, shape)};
  if (const auto* mesh = std::get_if<ConvexMesh>(&shape)) {
    bounds.center += R * mesh->hull->center();
  }
  return bounds;
}

}  // namespace tactus::contact
