#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "tactus/contact/geometry/narrow_phase/axis_shares.h"
#include "tactus/contact/geometry/narrow_phase/collide.h"
#include "tactus/contact/geometry/narrow_phase/convex_solid.h"
#include "tactus/contact/geometry/narrow_phase/cylinder_contact.h"
#include "tactus/contact/geometry/narrow_phase/least_overlap.h"
#include "tactus/contact/geometry/narrow_phase/line_pair.h"
#include "tactus/contact/geometry/narrow_phase/polytope_contact.h"

// Boxes, cylinders, ellipsoids and meshes against each other.
//
// The axis of least overlap, (n, o), tells where the solids touch: at a point
// or along a line, if neither shows the other a flat face. The flat faces whose
// overlap is less than 2 o take their shares of the contact before that, so
// that a solid that lies on a face rests on a polygon, and the contact passes
// from face to face, and from a face to an edge, without a jump. With x_f = o_f
// / o - 1 for the face f and x for the face with the least of them,
//
//     s_f ~ (1 - x_f)^2,     s_point ~ 1 - (1 - x)^2.
//
// Solids that are deep in each other compare o and o_f less a common depth c,
// see lift.h; else most of their faces would take part. Of more than four
// faces, as deep and fine hulls have them, the fifth largest share is taken off
// all.
//
// What is left of a face's share where the contact is beside the face goes to
// the point as well.
//
// Solids that are apart, by less than the margin, have the axis of the nearest
// points, with o <= 0, and are taken to overlap by e ~ |o| / 10, see lift.h:
// faces share in the contact if x_f = (o_f - o) / e < 1, so that at o = 0, from
// either side, the axis is alone. Which points of a face and how heavy they are
// is told by the face lifted by e - o, their depths by the face itself.
namespace tactus::contact {
namespace {

constexpr int kMaxFaces = 64, kMaxSharing = 4;
/// (o_f - c) / (o - c) where a face has no share.
constexpr double kFaceRange = 2;
constexpr double kEndsCountMore = 1.01;
/// An edge is a line of contact while it is across the normal within this sine.
constexpr double kAcross = 0.2;

struct FaceAxis {
  int face{};
  bool of_p{};
  double room{};  ///< 1 - x_f
};

class GeneralContact {
 public:
  GeneralContact(const ConvexSolid& p, const ConvexSolid& q,
                 const OverlapAxis& axis, ManifoldWriter* writer)
      : p_(p),
        q_(q),
        axis_(axis),
        size_(std::min(p.inner_radius(), q.inner_radius())),
        least_(axis.overlap),
        writer_(writer) {
    if (!(axis.overlap > 0)) TakeAsOverlapping();
    common_ = CalcCommonDepth(least_, size_);
    FindTip();
  }

  void Write() {
    double left_over = 1;
    if (!p_.is_strictly_convex() && !q_.is_strictly_convex()) {
      FindFaces();
      left_over = ShareOut();
      for (int k = 0; k < shares_.size(); ++k) {
        left_over += WriteFace(faces_[k], shares_.share(k));
      }
    }
    if (left_over > 1e-9) WritePoint(left_over);
  }

 private:
  void TakeAsOverlapping();
  void FindTip();
  void FindFaces();
  double ShareOut();
  double WriteFace(const FaceAxis& axis, double share) const;
  void WritePoint(double share) const;

  const ConvexSolid& p_;
  const ConvexSolid& q_;
  const OverlapAxis& axis_;
  double size_;
  // What to add to overlaps, the least of them then, and what of it they have
  // in common.
  double lift_ = 0, least_, common_ = 0;
  ManifoldWriter* writer_;

  // The line, or point, of each solid that touches along the axis, and where
  // they cross, seen along it.
  Segment line_p_, line_q_;
  SegmentPair crossing_;

  std::array<FaceAxis, kMaxFaces> faces_;
  AxisShares<kMaxFaces> shares_;
};

/// The segment seen along n.
Segment Flatten(const Segment& s, const Vector3d& n) {
  const Vector3d along = s.direction - n.dot(s.direction) * n;
  const double length = along.norm();
  const Vector3d center = s.center - n.dot(s.center) * n;
  if (length == 0) return {center, s.direction, 0};
  return {center, along / length, s.half_length * length};
}

void GeneralContact::TakeAsOverlapping() {
  const Vector3d& n = axis_.normal;
  const double size = std::min(n.dot(p_.Support(n) - p_.center()),
                               n.dot(q_.center() - q_.Support(-n)));
  lift_ = CalcLift(axis_.overlap, size);
  least_ = axis_.overlap + lift_;
  writer_->SetApart();
}

void GeneralContact::FindTip() {
  const Vector3d& n = axis_.normal;
  line_p_ = p_.FindLine(n, kAcross);
  line_q_ = q_.FindLine(-n, kAcross);
  const Segment p = Flatten(line_p_, n), q = Flatten(line_q_, n);
  crossing_ = NearestPoints(p, q);
  // Back to the parameters of the segments themselves.
  if (p.half_length > 0) crossing_.s *= line_p_.half_length / p.half_length;
  if (q.half_length > 0) crossing_.t *= line_q_.half_length / q.half_length;
}

void GeneralContact::FindFaces() {
  const double limit = kFaceRange * (least_ - common_) + common_;
  const auto visit = [&](bool of_p, const Vector3d& near) {
    const ConvexSolid &solid = of_p ? p_ : q_, &other = of_p ? q_ : p_;
    // Of two faces flat on each other, not the end of a cylinder, a mere
    // polygon of many sides, is to cut the other.
    const double scale = solid.cylinder() != nullptr ? kEndsCountMore : 1;
    // A face that any point of the other solid is this far below has at least
    // that overlap; the one that is farthest below the last face is tried, too.
    Vector3d last = near;
    solid.VisitFacesNear(near, limit - lift_, [&](int face) {
      const auto [normal, offset] = solid.FacePlane(face);
      const auto overlap_with = [&, n = normal, d = offset](const Vector3d& x) {
        // Less than the least of all is round-off.
        return std::max(d - n.dot(x) + lift_, least_) * scale;
      };
      if (overlap_with(near) >= limit || overlap_with(last) >= limit) return;
      last = other.Support(-normal);
      const double overlap = overlap_with(last);
      if (overlap >= limit || shares_.size() == kMaxFaces) return;
      faces_[shares_.size()] = {face, of_p, 0};
      const double own = overlap - common_;
      const double room = kFaceRange - own / (least_ - common_);
      shares_.Add(of_p ? normal : -normal, own, room * room);
    });
  };
  visit(true, line_q_.At(crossing_.t));
  visit(false, line_p_.At(crossing_.s));
  shares_.KeepLargest(kMaxSharing);
  for (int k = 0; k < shares_.size(); ++k) {
    faces_[k].room = std::sqrt(shares_.share(k));
  }
}

/// Settles the faces' shares and returns what is left for the point.
double GeneralContact::ShareOut() {
  double point = 1;
  for (int k = 0; k < shares_.size(); ++k) {
    point = std::min(point, 1 - std::min(1.0, shares_.share(k)));
  }
  const double total = shares_.TotalShare() + point;
  for (int k = 0; k < shares_.size(); ++k) {
    shares_.set_share(k, shares_.share(k) / total);
  }
  // A face like the axis takes the point's share, if its own overlap is not
  // much more than the least.
  point = shares_.Absorb(axis_.normal, point / total, [&](int k) {
    return std::clamp(2 * faces_[k].room, 0.0, 1.0);
  });
  shares_.MergeAlike();
  return point;
}

double GeneralContact::WriteFace(const FaceAxis& axis, double share) const {
  if (share < 1e-9) return share;
  const ConvexSolid& solid = axis.of_p ? p_ : q_;
  const ConvexSolid& other = axis.of_p ? q_ : p_;
  ConvexSolid::OwnedFace reference;
  solid.MakeFace(axis.face, ConvexSolid::Role::kReference, &reference);
  reference.face.Lift(lift_);
  const FaceWriter writer{reference.face, axis.of_p, writer_, lift_};
  if (const Cylinder* cylinder = other.cylinder()) {
    return CylinderContact(reference.face, *cylinder, other.pose())
        .Write(share, least_, writer);
  }
  const PolytopeContact contact(reference.face, other, size_);
  const double left_over = contact.Write(share, least_, writer);
  contact.WriteApart(FadeApart(share), least_, writer);
  return left_over;
}

// One point, or a line where a cylinder's side lies along an edge or another
// side. Off the crossing of two lines by x, across both, the solids overlap
// less by x^2 / (2 r), with r the sum of their radii of curvature.
void GeneralContact::WritePoint(double share) const {
  const Vector3d& n = axis_.normal;
  const Segment &a = line_p_, &b = line_q_;
  // `on_p` where only P's surface is known to be there, midway otherwise.
  const auto add = [&](const Vector3d& on_p, double depth, double weight) {
    writer_->Add(on_p, on_p - depth * n, n, depth, weight);
  };
  const double o = axis_.overlap;
  if (p_.is_strictly_convex() || q_.HasFaceAlong(-n)) {
    return add(p_.Support(n), o, share);
  }
  if (q_.is_strictly_convex() || p_.HasFaceAlong(n)) {
    return add(q_.Support(-n) + o * n, o, share);
  }
  const auto midway = [&](const SegmentPair& x, double depth) -> Vector3d {
    return 0.5 * (a.At(x.s) + b.At(x.t) + depth * n);
  };
  const bool is_line = a.half_length > 0 && b.half_length > 0;
  const double radius =
      is_line ? (p_.SupportHessian(n) + q_.SupportHessian(-n)).trace() : 0;
  if (!(radius > 0)) return add(midway(crossing_, o), o, share);

  const auto depth_at = [&](const SegmentPair& x) {
    const Vector3d pq = a.At(x.s) - b.At(x.t);
    const double along = pq.dot(n);
    return along - (pq.squaredNorm() - along * along) / (2 * radius) + lift_;
  };
  const auto fade = [&](const Segment& s) {
    return std::max(0.0, 1 - std::pow(n.dot(s.direction) / kAcross, 2));
  };
  const double least_depth = lift_ - writer_->margin();
  WriteLinePair(a, b, crossing_, o + lift_, least_depth, fade(a) * fade(b),
                depth_at, [&](const SegmentPair& x, double weight) {
                  const bool tip = x.s == crossing_.s && x.t == crossing_.t;
                  const double depth =
                      tip ? o : std::min(o, depth_at(x) - lift_);
                  add(midway(x, depth), depth, share * weight);
                });
}

template <class P, class Q>
void CollideGeneral(const P& p, const Q& q, const RigidTransform& X_PQ,
                    ManifoldWriter* writer) {
  const RigidTransform X_PP = RigidTransform::Identity();
  const ConvexSolid solid_p(p, X_PP), solid_q(q, X_PQ);
  const std::optional<OverlapAxis> axis =
      FindLeastOverlap(solid_p, solid_q, writer->margin());
  if (axis) GeneralContact(solid_p, solid_q, *axis, writer).Write();
}

}  // namespace

void CollideApart(const Box& p, const Box& q, const RigidTransform& X_PQ,
                  ManifoldWriter* writer) {
  const RigidTransform X_PP = RigidTransform::Identity();
  const ConvexSolid solid_p(p, X_PP), solid_q(q, X_PQ);
  const std::optional<OverlapAxis> axis =
      FindNearestAxis(solid_p, solid_q, writer->margin());
  if (axis) GeneralContact(solid_p, solid_q, *axis, writer).Write();
}
void Collide(const Box& p, const Cylinder& q, const RigidTransform& X,
             ManifoldWriter* writer) {
  CollideGeneral(p, q, X, writer);
}
void Collide(const Box& p, const Ellipsoid& q, const RigidTransform& X,
             ManifoldWriter* writer) {
  CollideGeneral(p, q, X, writer);
}
void Collide(const Box& p, const ConvexMesh& q, const RigidTransform& X,
             ManifoldWriter* writer) {
  CollideGeneral(p, q, X, writer);
}
void Collide(const Cylinder& p, const Cylinder& q, const RigidTransform& X,
             ManifoldWriter* writer) {
  CollideGeneral(p, q, X, writer);
}
void Collide(const Cylinder& p, const Ellipsoid& q, const RigidTransform& X,
             ManifoldWriter* writer) {
  CollideGeneral(p, q, X, writer);
}
void Collide(const Cylinder& p, const ConvexMesh& q, const RigidTransform& X,
             ManifoldWriter* writer) {
  CollideGeneral(p, q, X, writer);
}
void Collide(const Ellipsoid& p, const Ellipsoid& q, const RigidTransform& X,
             ManifoldWriter* writer) {
  CollideGeneral(p, q, X, writer);
}
void Collide(const Ellipsoid& p, const ConvexMesh& q, const RigidTransform& X,
             ManifoldWriter* writer) {
  CollideGeneral(p, q, X, writer);
}
void Collide(const ConvexMesh& p, const ConvexMesh& q, const RigidTransform& X,
             ManifoldWriter* writer) {
  CollideGeneral(p, q, X, writer);
}

}  // namespace tactus::contact
