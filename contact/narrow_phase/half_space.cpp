#include <algorithm>
#include <array>
#include <cmath>

#include "tactus/contact/convex_hull.h"
#include "tactus/contact/narrow_phase/collide.h"
#include "tactus/contact/narrow_phase/cylinder_contact.h"

// Everything below the plane z = 0 of the half-space's frame H overlaps. The
// normal is the plane's, the witness on the plane lies straight above. A margin
// lifts the plane: what counts as below, and all weights, are by the lifted
// one.
namespace tactus::contact {
namespace {

/// Writes the surface point p_HQ if it is below the lifted plane.
void AddBelow(const Vector3d& p_HQ, double weight, ManifoldWriter* writer) {
  if (!(p_HQ.z() < writer->margin())) return;
  writer->Add({p_HQ.x(), p_HQ.y(), 0}, p_HQ, Vector3d::UnitZ(), -p_HQ.z(),
              weight);
}

}  // namespace

void Collide(const HalfSpace&, const Box& box, const RigidTransform& X_HB,
             ManifoldWriter* writer) {
  const Matrix3d edges = X_HB.linear() * box.half_extents.asDiagonal();
  const Vector3d center = X_HB.translation();
  if (center.z() - edges.row(2).cwiseAbs().sum() >= writer->margin()) return;
  for (const double x : {-1., 1.}) {
    for (const double y : {-1., 1.}) {
      for (const double z : {-1., 1.}) {
        AddBelow(center + edges * Vector3d(x, y, z), 1, writer);
      }
    }
  }
}

void Collide(const HalfSpace&, const Capsule& capsule,
             const RigidTransform& X_HC, ManifoldWriter* writer) {
  for (const double end : {-capsule.half_length, capsule.half_length}) {
    Vector3d lowest = X_HC * Vector3d(0, 0, end);
    lowest.z() -= capsule.radius;
    AddBelow(lowest, 1, writer);
  }
}

// The lowest point p = -A^2 n / |A n|, with n the plane's normal.
void Collide(const HalfSpace&, const Ellipsoid& ellipsoid,
             const RigidTransform& X_HE, ManifoldWriter* writer) {
  const Vector3d an =
      ellipsoid.radii.cwiseProduct(X_HE.linear().row(2).transpose());
  AddBelow(X_HE * (ellipsoid.radii.cwiseProduct(an) / -an.norm()), 1, writer);
}

void Collide(const HalfSpace&, const Cylinder& cylinder,
             const RigidTransform& X_HC, ManifoldWriter* writer) {
  const Vector3d origin(0, 0, writer->margin());
  const Face plane{origin, Matrix3d::Identity(), {}, 0};
  CylinderContact(plane, cylinder, X_HC).Write(1, 0, {plane, true, writer});
}

// All vertices below the plane. So that neither the stiffness nor the number of
// points grows with the number of vertices, a hull of many vertices has them in
// groups of neighbours: a group is one point, the mean of its vertices that are
// below, each as heavy as it is deep, so that a vertex enters the mean at depth
// zero with weight zero. Points of depths d_i below a deepest vertex of depth d
// count as m = sum d_i / d points. All have the weight 1 while m is from 1 to
// 4, as it is for up to four vertices, and 1 / m or 4 / m beyond.
void Collide(const HalfSpace&, const ConvexMesh& mesh,
             const RigidTransform& X_HM, ManifoldWriter* writer) {
  const ConvexHull& hull = *mesh.hull;
  struct Mean {
    double depth = 0;               ///< Sum of depths.
    Vector3d p = Vector3d::Zero();  ///< Sum of depth times position.
  };
  std::array<Mean, ConvexHull::kMaxGroups> means;
  const Vector3d row = X_HM.linear().row(2);
  const double height = X_HM.translation().z();
  double deepest = 0;
  for (std::size_t v = 0; v < hull.vertices().size(); ++v) {
    const double depth =
        writer->margin() - (row.dot(hull.vertices()[v]) + height);
    if (!(depth > 0)) continue;
    deepest = std::max(deepest, depth);
    Mean& mean = means[hull.group(static_cast<int>(v))];
    mean.depth += depth;
    mean.p += depth * hull.vertices()[v];
  }
  double count = 0;
  for (Mean& mean : means) {
    if (mean.depth == 0) continue;
    mean.p = X_HM * (mean.p / mean.depth);
    count += (writer->margin() - mean.p.z()) / deepest;
  }
  const double weight = std::clamp(count, 1.0, 4.0) / count;
  for (const Mean& mean : means) {
    if (mean.depth > 0) AddBelow(mean.p, weight, writer);
  }
}

}  // namespace tactus::contact
