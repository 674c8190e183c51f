#include <algorithm>
#include <array>
#include <cmath>

#include "tactus/contact/geometry/narrow_phase/collide.h"
#include "tactus/contact/geometry/narrow_phase/cylinder_contact.h"
#include "tactus/contact/geometry/narrow_phase/lift.h"
#include "tactus/contact/geometry/narrow_phase/polytope_contact.h"
#include "tactus/contact/geometry/shapes/convex_hull.h"

// Everything below the plane z = 0 of the half-space's frame H overlaps. The
// normal is the plane's, the witness on the plane lies straight above. Points
// above the plane, within the margin, are those of faces that look at it.
namespace tactus::contact {
namespace {

/// Writes the surface point p_HQ if it is below the margin.
void AddBelow(const Vector3d& p_HQ, double weight, ManifoldWriter* writer) {
  if (!(p_HQ.z() < writer->margin())) return;
  writer->Add({p_HQ.x(), p_HQ.y(), 0}, p_HQ, Vector3d::UnitZ(), -p_HQ.z(),
              weight);
}

Face MakePlane(double lift) {
  return {Vector3d(0, 0, lift), Matrix3d::Identity(), {}, 0};
}

/// The shares of a box's three lower faces in its contact, as a polytope's (see
/// PolytopeContact); `down` in the axes of the box.
Vector3d LowerFaceShares(const Vector3d& down) {
  Vector3d share = down.cwiseAbs2().cwiseAbs2().cwiseAbs2();
  share /= share.maxCoeff();
  for (double& x : share) x = FadeApart(x);
  return share / share.sum();
}

/// The groups of a mesh's vertices that are below the lifted plane.
class VertexGroups {
 public:
  VertexGroups(const ConvexMesh& mesh, const RigidTransform& X_HM)
      : hull_(*mesh.hull), X_HM_(X_HM) {}

  double LowestHeight() const;
  void FindMeans(double lift);
  void CalcWeights();
  /// Whether a vertex is above the lifted plane and below the margin.
  bool HasAbove(double lift, double margin) const;

  void Write(ManifoldWriter* writer) const {
    for (int i = 0; i < size_; ++i) {
      AddBelow(points_[i].p, points_[i].weight, writer);
    }
  }

 private:
  static constexpr double kMostWeight = 4;
  struct Point {
    Vector3d p;
    double depth, weight;
  };

  const ConvexHull& hull_;
  const RigidTransform& X_HM_;
  double deepest_ = 0;  ///< Of all vertices.
  int size_ = 0;
  std::array<Point, ConvexHull::kMaxGroups> points_;
};

double VertexGroups::LowestHeight() const {
  const Vector3d row = X_HM_.linear().row(2);
  const int lowest = hull_.FindSupport(-row);
  return row.dot(hull_.vertices()[lowest]) + X_HM_.translation().z();
}

void VertexGroups::FindMeans(double lift) {
  struct Mean {
    double depth = 0;               ///< Sum of depths.
    Vector3d p = Vector3d::Zero();  ///< Sum of depth times position.
  };
  constexpr double kRoom = 1 + 1e-9;  // For round-off.
  const Vector3d row = X_HM_.linear().row(2);
  const double height = X_HM_.translation().z();
  const auto depth_of = [&](const Vector3d& p) {
    return lift - (row.dot(p) + height);
  };
  for (const ConvexHull::VertexGroup& group : hull_.groups()) {
    if (depth_of(group.center) + kRoom * group.radius < 0) continue;
    Mean mean;
    for (const int v : group.vertices) {
      const double depth = depth_of(hull_.vertices()[v]);
      if (!(depth > 0)) continue;
      deepest_ = std::max(deepest_, depth);
      mean.depth += depth;
      mean.p += depth * hull_.vertices()[v];
    }
    if (mean.depth == 0) continue;
    const Vector3d p = X_HM_ * (mean.p / mean.depth);
    if (lift - p.z() > 0) points_[size_++] = {p, lift - p.z(), 1};
  }
}

void VertexGroups::CalcWeights() {
  // Points get their full weight, one after the other, until c is the same for
  // all others.
  for (int num_full = -1, next = 0; size_ > kMostWeight && next > num_full;) {
    num_full = next;
    next = 0;
    double rest = 0;
    for (int i = 0; i < size_; ++i) {
      if (points_[i].weight < 1 || num_full == 0) rest += points_[i].depth;
    }
    const double c = (kMostWeight - num_full) / rest;
    for (int i = 0; i < size_; ++i) {
      points_[i].weight = std::min(1.0, c * points_[i].depth);
      next += points_[i].weight == 1;
    }
  }
  double total = 0, force = 0;
  for (int i = 0; i < size_; ++i) {
    total += points_[i].weight;
    force += points_[i].weight * points_[i].depth;
  }
  if (!(force < deepest_)) return;
  const double scale = std::min(deepest_ / force, kMostWeight / total);
  for (int i = 0; i < size_; ++i) points_[i].weight *= scale;
}

bool VertexGroups::HasAbove(double lift, double margin) const {
  // Round-off may put a corner of a face on the other side of either end.
  const double slack = 1e-9 * (hull_.half_extents().norm() + std::abs(lift));
  const Vector3d row = X_HM_.linear().row(2);
  const double low = lift - X_HM_.translation().z() - slack;
  const double high = margin - X_HM_.translation().z() + slack;
  for (const ConvexHull::VertexGroup& group : hull_.groups()) {
    const double height = row.dot(group.center);
    const double radius = group.radius + slack;
    if (height - radius > high || height + radius < low) continue;
    for (const int v : group.vertices) {
      const double z = row.dot(hull_.vertices()[v]);
      if (z >= low && z <= high) return true;
    }
  }
  return false;
}

}  // namespace

void Collide(const HalfSpace&, const Box& box, const RigidTransform& X_HB,
             ManifoldWriter* writer) {
  const Matrix3d edges = X_HB.linear() * box.half_extents.asDiagonal();
  const Vector3d center = X_HB.translation();
  if (center.z() - edges.row(2).cwiseAbs().sum() >= writer->margin()) return;
  const Vector3d down = -X_HB.linear().row(2);
  const Vector3d share = LowerFaceShares(down);
  for (const double x : {-1., 1.}) {
    for (const double y : {-1., 1.}) {
      for (const double z : {-1., 1.}) {
        const Vector3d corner(x, y, z);
        const Vector3d p = center + edges * corner;
        double weight = 1;
        if (!(p.z() < 0)) {
          weight = 0;
          for (int i = 0; i < 3; ++i) {
            if (corner[i] * down[i] > 0) weight += share[i];
          }
        }
        AddBelow(p, weight, writer);
      }
    }
  }
}

void Collide(const HalfSpace&, const Capsule& capsule,
             const RigidTransform& X_HC, ManifoldWriter* writer) {
  // The upper end comes to touch unless the capsule is nearly upright.
  const double along = X_HC.linear()(2, 2);
  const double sine2 = std::max(0.0, 1 - along * along);
  const double upper = FadeApart(std::min(1.0, 4 * sine2 * sine2));
  for (const double end : {-capsule.half_length, capsule.half_length}) {
    Vector3d lowest = X_HC * Vector3d(0, 0, end);
    lowest.z() -= capsule.radius;
    const bool may_touch_later = lowest.z() >= 0 && end * along > 0;
    AddBelow(lowest, may_touch_later ? upper : 1, writer);
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
  const double along = X_HC.linear()(2, 2);
  const double sine = std::hypot(X_HC.linear()(2, 0), X_HC.linear()(2, 1));
  const double overlap = cylinder.half_length * std::abs(along) +
                         cylinder.radius * sine - X_HC.translation().z();
  if (!(overlap > -writer->margin())) return;
  if (!(overlap > 0)) writer->SetApart();
  const double lift =
      CalcLift(overlap, std::min(cylinder.radius, cylinder.half_length));
  const Face plane = MakePlane(lift);
  CylinderContact(plane, cylinder, X_HC)
      .Write(1, 0, {plane, true, writer, lift});
}

// All vertices below the plane. So that neither the stiffness nor the number of
// points grows with the number of vertices, a hull of many vertices has them in
// groups of neighbours: a group is one point, the mean of its vertices that are
// below, each as heavy as it is deep, so that a vertex enters the mean at depth
// zero with weight zero. Up to four points have the weight 1. More of them,
// with depths d_i, share 4,
//
//     w_i = min(1, c d_i),     sum w_i = 4,
//
// so that the fifth comes in with weight zero. As the tip of a mesh is to be as
// stiff as one point, sum w_i d_i less than the depth of the deepest vertex is
// raised to it, as far as a total of 4 allows. Above the plane are corners of
// the faces around the deepest vertex.
void Collide(const HalfSpace&, const ConvexMesh& mesh,
             const RigidTransform& X_HM, ManifoldWriter* writer) {
  VertexGroups groups(mesh, X_HM);
  const double overlap = -groups.LowestHeight();
  if (!(overlap > -writer->margin())) return;
  if (!(overlap > 0)) writer->SetApart();
  const double size = mesh.hull->half_extents().minCoeff();
  const double lift = CalcLift(overlap, size);
  groups.FindMeans(lift);
  groups.CalcWeights();
  groups.Write(writer);
  // To look for faces is worth it only where one has a corner to write.
  if (writer->margin() == 0 || !groups.HasAbove(lift, writer->margin())) return;
  const Face plane = MakePlane(lift);
  PolytopeContact(plane, ConvexSolid(mesh, X_HM), size)
      .WriteApart(1, overlap + lift, {plane, true, writer, lift});
}

}  // namespace tactus::contact
