#pragma once

#include <random>
#include <vector>

#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/contact/geometry/shapes/shape.h"
#include "tactus/contact/pressure/contact_surface.h"
#include "tactus/contact/pressure/make_pressure_solid.h"

namespace tactus::contact::test {

inline double Uniform(std::mt19937* random, double low, double high) {
  return low + (high - low) * ((*random)() / 4294967296.0);
}

inline Vector3d RandomVector(std::mt19937* random) {
  Vector3d v;
  for (double& x : v) x = Uniform(random, -1, 1);
  return v;
}

inline RigidTransform RandomPose(std::mt19937* random, double reach) {
  RigidTransform X = RigidTransform::Identity();
  X.rotate(Eigen::AngleAxisd(Uniform(random, -3, 3),
                             RandomVector(random).normalized()));
  X.pretranslate(reach * RandomVector(random));
  return X;
}

inline RigidTransform At(double x, double y, double z) {
  return RigidTransform(Eigen::Translation3d(x, y, z));
}

/// A cube whose corners have been moved at random.
inline ConvexMesh RandomHull(std::mt19937* random, double size) {
  std::vector<Vector3d> points;
  for (int i = 0; i < 8; ++i) {
    const Vector3d corner(i % 2 * 2 - 1, i / 2 % 2 * 2 - 1, i / 4 * 2 - 1);
    points.push_back(size * (corner + 0.3 * RandomVector(random)));
  }
  return {std::make_shared<ConvexHull>(points)};
}

inline ContactSurface FindSurface(const PressureSolid& a,
                                  const RigidTransform& X_WA,
                                  const PressureSolid& b,
                                  const RigidTransform& X_WB) {
  ContactSurface surface;
  ContactSurfaceFinder().Find(a, X_WA, b, X_WB, &surface);
  return surface;
}

/// The force on the solid, which is sunk to a depth into a rigid plane.
inline SurfaceForce Sink(const PressureSolid& solid, double height,
                         const RigidTransform& X_WP) {
  return CalcForce(FindSurface(RigidSurface::MakeHalfSpace(), X_WP, solid,
                               X_WP * At(0, 0, height)));
}

inline double SumStiffness(const ContactSurface& surface,
                           const Vector3d& direction) {
  double sum = 0;
  for (const ContactPolygon& polygon : surface.polygons) {
    const double cosine = direction.dot(polygon.normal());
    sum += polygon.stiffness() * cosine * cosine;
  }
  return sum;
}

}  // namespace tactus::contact::test
