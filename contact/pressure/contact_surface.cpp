#include "tactus/contact/pressure/contact_surface.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tactus/contact/pressure/surface_cutter.h"

namespace tactus::contact {
namespace {

/// The symmetric root of a symmetric matrix C without negative eigenvalues,
/// (C + s 1) / sqrt(tr C + 2 s), s = sqrt(det C).
Eigen::Matrix2d CalcRoot(const Eigen::Matrix2d& c) {
  const double s = std::sqrt(std::max(0.0, c.determinant()));
  const double t = c.trace() + 2 * s;
  if (t <= 0) return Eigen::Matrix2d::Zero();
  return (c + s * Eigen::Matrix2d::Identity()) / std::sqrt(t);
}

}  // namespace

std::array<PressurePoint, 3> CalcPressurePoints(const ContactPolygon& polygon) {
  const Eigen::Matrix2d root =
      std::numbers::sqrt2 * CalcRoot(polygon.covariance);
  const Vector2d directions[] = {{1, 0},
                                 {-0.5, std::numbers::sqrt3 / 2},
                                 {-0.5, -std::numbers::sqrt3 / 2}};
  const double third = polygon.weight * polygon.area / 3;
  std::array<PressurePoint, 3> points;
  for (int k = 0; k < 3; ++k) {
    const Vector2d d = root * directions[k];
    points[k].position = polygon.centroid + polygon.axes.leftCols<2>() * d;
    points[k].force =
        third * (polygon.pressure + polygon.pressure_gradient.dot(d));
    points[k].stiffness = third * polygon.facing * polygon.slope;
    points[k].rim_stiffness = third * polygon.rim_slope;
  }
  return points;
}

PressurePoint CalcCentroidPoint(const ContactPolygon& polygon) {
  return {.position = polygon.centroid,
          .force = polygon.force(),
          .stiffness = polygon.stiffness(),
          .rim_stiffness = polygon.weight * polygon.area * polygon.rim_slope};
}

SurfaceForce CalcForce(const ContactSurface& surface) {
  SurfaceForce sum;
  for (const ContactPolygon& polygon : surface.polygons) {
    for (const PressurePoint& point : CalcPressurePoints(polygon)) {
      const Vector3d force = point.force * polygon.normal();
      sum.force += force;
      sum.moment += point.position.cross(force);
    }
  }
  return sum;
}

void ContactSurfaceFinder::Find(const PressureSolid& a,
                                const RigidTransform& X_WA,
                                const PressureSolid& b,
                                const RigidTransform& X_WB,
                                ContactSurface* surface) {
  const PosedSolids solids(a, X_WA, b, X_WB);
  pairs_.clear();
  solids.CollectPairs(&pairs_);
  solids.Sort(&pairs_);
  surface->polygons.clear();
  surface->vertices.clear();
  SurfaceCutter cutter({polygon_, sector_, corners_, posed_});
  cutter.AddPolygons(solids, pairs_, 0, pairs_.size(), surface);
}

}  // namespace tactus::contact
