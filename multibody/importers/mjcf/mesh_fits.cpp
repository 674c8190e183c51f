#include "tactus/multibody/importers/mjcf/mesh_fits.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tactus/multibody/inertia_box.h"

namespace tactus::multibody::mjcf {
namespace {

using Type = GeomSpec::Type;

constexpr double kNoLength = 1e-9;  // A capsule may be a sphere; not less.

Vector3d FitToBox(Type type, const Vector3d& h) {
  const double across = (h.x() + h.y()) / 2;
  switch (type) {
    case Type::kSphere:
      return {h.mean(), 0, 0};
    case Type::kCapsule:
      return {across, std::max(h.z() - across / 2, kNoLength), 0};
    case Type::kCylinder:
      return {across, h.z(), 0};
    default:
      return h;
  }
}

// Moves the geom's frame to the middle of the vertices' box.
Vector3d FitToVertices(MeshAssets* meshes, const RigidTransform& X_BE,
                       GeomSpec* geom) {
  const RigidTransform X_EB = X_BE.inverse();
  std::vector<Vector3d> points;
  Eigen::AlignedBox3d box;
  for (const Vector3d& x : meshes->FindVertices(geom->mesh, *geom->source)) {
    points.push_back(X_EB * x);
    box.extend(points.back());
  }
  const Vector3d c = box.center();
  for (Vector3d& point : points) point -= c;
  geom->X_BG.translate(c);
  return FitAround(geom->type, points, box.sizes() / 2);
}

}  // namespace

Vector3d FitAround(Type type, std::span<const Vector3d> points,
                   const Vector3d& h) {
  double reach = 0, r = 0, length = kNoLength;
  for (const Vector3d& p : points) {
    reach = std::max(reach, p.norm());
    r = std::max(r, p.head<2>().norm());
  }
  switch (type) {
    case Type::kSphere:
      return {reach, 0, 0};
    case Type::kCapsule:
      for (const Vector3d& p : points) {
        // The cap's height over the vertex, sqrt(r^2 - d^2).
        const double d2 = p.head<2>().squaredNorm();
        const double cap = std::sqrt(std::max(r * r - d2, 0.0));
        length = std::max(length, std::abs(p.z()) - cap);
      }
      return {r, length, 0};
    case Type::kCylinder:
      return {r, h.z(), 0};
    default:
      return h;
  }
}

void FitToMesh(const CompilerSettings& compiler, MeshAssets* meshes,
               GeomSpec* geom) {
  const InertiaBox box =
      CalcInertiaBox(meshes->FindInertia(geom->mesh, *geom->source));
  geom->X_BG = geom->X_BG * box.X_BE;
  geom->size = compiler.fits_bounding_boxes
                   ? FitToVertices(meshes, box.X_BE, geom)
                   : FitToBox(geom->type, box.half_extents);
  geom->size *= geom->fit_scale;
}

}  // namespace tactus::multibody::mjcf
