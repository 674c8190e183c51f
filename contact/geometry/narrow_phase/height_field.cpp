#include "tactus/contact/geometry/narrow_phase/height_field.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "tactus/contact/geometry/narrow_phase/field_points.h"
#include "tactus/contact/geometry/narrow_phase/field_surface.h"
#include "tactus/contact/geometry/narrow_phase/narrow_phase.h"
#include "tactus/contact/geometry/shapes/bounds.h"

namespace tactus::contact {
namespace {

/// The depth, over the shape's inner radius R, that adds to where points fade
/// beyond a face.
constexpr double kDeep = 0.1;
/// How far beyond the shape it is looked for faces and edges.
constexpr double kFieldRoom = 0.3;
/// The radius of an edge as a capsule.
constexpr double kThin = 1e-6;
/// How far from an end of an edge's contact the normal is looked for.
constexpr double kNudge = 1e-4;
/// Normals this far beyond those of an edge's faces are turned back to them,
/// and their points fade [rad].
constexpr double kTurn = 0.05;
/// Edges that bend by less count less [rad].
constexpr double kSharp = 0.05;
/// Where an edge goes deep through a shape from one face to another, their
/// normals are opposite, and say nothing of the way out between them: up to
/// this cosine between that and the nearer normal the way is that out of the
/// field, from three times this on the one between them.
constexpr double kLeastCosine = 0.05;
/// Of all edges together, as of the corners of a face.
constexpr double kMostWeightOfEdges = 4;

class FieldContact {
 public:
  FieldContact(const HeightGrid& grid, const Shape& shape,
               const RigidTransform& X_FS, double margin)
      : grid_(grid),
        shape_(shape),
        X_FS_(X_FS),
        margin_(margin),
        radius_(CalcBounds(shape, RigidTransform::Identity())
                    .half_extents.minCoeff()),
        bounds_(CalcBounds(shape, X_FS)),
        surface_(grid, Grown(bounds_, margin + kFieldRoom * radius_)) {
    for (int i = 0; i < std::ssize(surface_.faces()); ++i) AddFace(i);
    const auto num_of_faces = candidates_.size();
    for (int i = 0; i < std::ssize(surface_.edges()); ++i) AddEdge(i);
    ShareFieldWeights(radius_, static_cast<int>(surface_.faces().size()),
                      &candidates_);
    LimitEdges(num_of_faces);
  }

  const std::vector<FieldPoint>& candidates() const { return candidates_; }

 private:
  using Face = FieldSurface::Face;
  using Edge = FieldSurface::Edge;

  static Bounds Grown(Bounds bounds, double by) {
    bounds.half_extents.array() += by;
    return bounds;
  }

  void AddFace(int index);
  double CalcShareInside(const Face& face, const ManifoldPoint& point) const;
  double CalcShareOfNearest(int face, const ManifoldPoint& point);
  void AddEdge(int index);
  bool FindNormal(const Edge& edge, const Vector3d& middle,
                  ManifoldPoint* point);
  double TurnBetweenFaces(const Edge& edge, ManifoldPoint* point) const;
  void LimitEdges(std::size_t first);

  const HeightGrid& grid_;
  const Shape& shape_;
  const RigidTransform& X_FS_;
  double margin_, radius_;
  Bounds bounds_;
  FieldSurface surface_;
  std::vector<ManifoldPoint> found_, beside_;
  std::vector<int> near_;
  std::vector<FieldPoint> candidates_;
};

// The shape's contact with the half-space below the face.
void FieldContact::AddFace(int index) {
  const Face& face = surface_.faces()[index];
  const double depth = face.DepthOf(bounds_.center) +
                       face.normal.cwiseAbs().dot(bounds_.half_extents);
  if (!(depth > -margin_)) return;
  RigidTransform X_FH = RigidTransform::Identity();
  X_FH.linear().col(0) = face.normal.unitOrthogonal();
  X_FH.linear().col(1) = face.normal.cross(X_FH.linear().col(0));
  X_FH.linear().col(2) = face.normal;
  X_FH.translation() =
      bounds_.center + face.DepthOf(bounds_.center) * face.normal;
  found_.clear();
  AppendManifold(HalfSpace{}, X_FH, shape_, X_FS_, margin_, &found_);
  for (const ManifoldPoint& point : found_) {
    const double beyond =
        (surface_.FindNearest(index, point.p_WA) - point.p_WA).norm();
    const double reach =
        kFieldFade * radius_ + std::clamp(point.depth, 0.0, kDeep * radius_);
    double fade = 1 - beyond / reach;
    if (!(fade > 0)) continue;
    fade *= CalcShareInside(face, point);
    if (fade > 0) fade *= CalcShareOfNearest(index, point);
    if (fade > 0) candidates_.push_back({point, fade, index});
  }
}

// A point that overlaps is in the solid, too, and not out of it again on the
// other side of a ridge, or above the surface, as what lies on a thin field is
// above its base: with s how far it is straight below the surface, and d / n_z
// below the face's plane (n_z = 1 for walls and the base), from 0 at s = 0 to 1
// at s = d / 2 n_z.
double FieldContact::CalcShareInside(const Face& face,
                                     const ManifoldPoint& point) const {
  if (!(point.depth > 0)) return 1;
  const Vector3d& q = point.p_WB;
  const double s = grid_.HeightAt(q.head<2>()) - q.z();
  const double n_z = face.kind == Face::Kind::kTop ? face.normal.z() : 1;
  return std::clamp(2 * s * n_z / point.depth, 0.0, 1.0);
}

// A point that overlaps is pushed out where it is nearest to the surface, not
// through a face behind that: with e how far the shape's point q is from
// another face, from 1 at d <= e to 0 at d >= 2 e. What is above this face's
// plane is at e >= d, as the other side of a valley.
double FieldContact::CalcShareOfNearest(int index, const ManifoldPoint& point) {
  double share = 1;
  if (!(point.depth > 0)) return share;
  const Vector3d& q = point.p_WB;
  surface_.FindFacesNear(q, point.depth, &near_);
  for (const int i : near_) {
    if (i == index) continue;
    const Face& other = surface_.faces()[i];
    const double h = other.DepthOf(q);
    if (std::abs(h) >= point.depth) continue;
    const double e = (surface_.FindNearest(i, q + h * other.normal) - q).norm();
    if (e < point.depth)
      share *= e > 0 ? std::max(2 - point.depth / e, 0.0) : 0.0;
  }
  return share;
}

// The shape's contact with the edge, as a thin capsule that is as long as the
// shape.
void FieldContact::AddEdge(int index) {
  const Edge& edge = surface_.edges()[index];
  const double length = (edge.to - edge.from).norm();
  const Vector3d along = (edge.to - edge.from) / length;
  const double middle = along.dot(bounds_.center - edge.from);
  const double reach =
      along.cwiseAbs().dot(bounds_.half_extents) + kDeep * radius_;
  const double least = std::min(length, kDeep * radius_);
  const double from = std::clamp(middle - reach, 0.0, length - least);
  const double to = std::clamp(middle + reach, from + least, length);
  const Capsule capsule{kThin * radius_, (to - from) / 2};
  RigidTransform X_FC = RigidTransform::Identity();
  X_FC.linear().col(0) = along.unitOrthogonal();
  X_FC.linear().col(1) = along.cross(X_FC.linear().col(0));
  X_FC.linear().col(2) = along;
  X_FC.translation() = edge.from + (from + to) / 2 * along;
  found_.clear();
  AppendManifold(capsule, X_FC, shape_, X_FS_, margin_ + capsule.radius,
                 &found_);
  Vector3d mean = Vector3d::Zero();
  for (const ManifoldPoint& point : found_)
    mean += point.p_WA / static_cast<double>(found_.size());
  for (ManifoldPoint& point : found_) {
    if (!FindNormal(edge, mean, &point)) continue;
    double fade = TurnBetweenFaces(edge, &point);
    fade *= std::min(1.0, edge.sine / kSharp);
    if (!(point.depth > -margin_ && fade > 0)) continue;
    point.p_WB = point.p_WA - point.depth * point.normal_W;
    candidates_.push_back(
        {point, fade, static_cast<int>(surface_.faces().size()) + index});
  }
}

// The overlap along the edge u changes by n . u. Where the edge enters a face
// of the shape, or leaves it, n jumps: looked at are both sides. At a maximum
// the edge crosses one of the shape's, and n is the mean of both with n . u =
// 0; elsewhere that of the side of the contact's middle counts. With d the
// depth below the shape's faces, it is d / max(n . n_i) along n.
bool FieldContact::FindNormal(const Edge& edge, const Vector3d& middle,
                              ManifoldPoint* point) {
  const Vector3d along = (edge.to - edge.from).normalized();
  const Vector3d p = point->p_WA - kThin * radius_ * point->normal_W;
  point->depth -= kThin * radius_;
  std::array<std::optional<Vector3d>, 2> normals;
  for (const int side : {0, 1}) {
    RigidTransform X_FP = RigidTransform::Identity();
    X_FP.translation() = p + (2 * side - 1) * kNudge * radius_ * along;
    beside_.clear();
    AppendManifold(Sphere{kThin * radius_}, X_FP, shape_, X_FS_,
                   margin_ + 2 * kNudge * radius_, &beside_);
    if (!beside_.empty()) normals[side] = beside_.front().normal_W;
  }
  const bool is_after = (middle - p).dot(along) > 0;
  const auto& inner = normals[is_after ? 1 : 0];
  const auto& outer = normals[is_after ? 0 : 1];
  if (!inner && !outer) return false;
  point->p_WA = p;
  const bool is_smooth =
      inner && outer && (*inner - *outer).norm() < 10 * kNudge;
  if (is_smooth) return true;
  Vector3d n = inner ? *inner : *outer;
  double cosine = 1;
  if (inner && outer) {
    const double before = normals[0]->dot(along),
                 after = normals[1]->dot(along);
    if (before > 0 && after < 0) {
      n = (before * *normals[1] - after * *normals[0]).normalized();
      cosine = std::max(n.dot(*normals[0]), n.dot(*normals[1]));
      // Towards the way out of the field, along which it is at least d.
      const double share =
          std::clamp((cosine / kLeastCosine - 1) / 2, 0.0, 1.0);
      const Vector3d out = -(edge.into_a + edge.into_b).normalized();
      n = (share * n + (1 - share) * out).normalized();
      cosine = share * cosine + 1 - share;
    }
  }
  point->normal_W = n;
  point->depth /= cosine;
  return true;
}

// A normal n is of the surface's at p if no way t along the surface leads
// nearer to the shape: n . t <= 0.
double FieldContact::TurnBetweenFaces(const Edge& edge,
                                      ManifoldPoint* point) const {
  const Vector3d& p = point->p_WA;
  Vector3d* normal = &point->normal_W;
  const Vector3d along = (edge.to - edge.from).normalized();
  const double slack = 1e-9 * (edge.to - edge.from).norm() + kThin * radius_;
  double beyond = 0;
  const auto turn_back = [&](const Vector3d& t) {
    const double excess = normal->dot(t);
    if (!(excess > 0)) return;
    beyond = std::max(beyond, excess);
    *normal = (*normal - excess * t).normalized();
  };
  const double before = (p - edge.from).dot(along);
  const double after = (edge.to - p).dot(along);
  const double forward = normal->dot(along);
  const bool is_at_end = forward > 0 ? after < slack : before < slack;
  if (is_at_end) {
    for (const Vector3d& way : edge.ways[forward > 0 ? 1 : 0]) turn_back(way);
  } else {
    // The edge is not to tell its direction: a shape's edge across it does.
    if (std::abs(forward) > 0.9) return 0;
    *normal = (*normal - forward * along).normalized();
    // As far along this normal it is to the shape's face.
    point->depth /= std::sqrt(1 - forward * forward);
    turn_back(edge.into_a);
    turn_back(edge.into_b);
  }
  return 1 - beyond / kTurn;
}

void FieldContact::LimitEdges(std::size_t first) {
  for (const bool touching : {true, false}) {
    double total = 0;
    for (std::size_t i = first; i < candidates_.size(); ++i) {
      const ManifoldPoint& point = candidates_[i].point;
      if ((point.depth > 0) == touching) total += point.weight;
    }
    if (total <= kMostWeightOfEdges) continue;
    for (std::size_t i = first; i < candidates_.size(); ++i) {
      ManifoldPoint& point = candidates_[i].point;
      if ((point.depth > 0) == touching)
        point.weight *= kMostWeightOfEdges / total;
    }
  }
}

}  // namespace

void AppendHeightField(const HeightGrid& grid, const RigidTransform& X_WF,
                       const Shape& shape, const RigidTransform& X_WS,
                       double margin, std::vector<ManifoldPoint>* points) {
  const RigidTransform X_FS = X_WF.inverse(Eigen::Isometry) * X_WS;
  if (!X_FS.matrix().allFinite()) return;
  const auto append = [&](const FieldContact& contact) {
    for (const FieldPoint& candidate : contact.candidates()) {
      ManifoldPoint& point = points->emplace_back(candidate.point);
      point.p_WA = X_WF * point.p_WA;
      point.p_WB = X_WF * point.p_WB;
      point.normal_W = X_WF.linear() * point.normal_W;
    }
  };
  // A wide margin is looked at in growing boxes: only what is about as near as
  // the nearest counts.
  const double size = 2 * CalcBounds(shape, X_FS).half_extents.norm();
  for (double reach = size; reach < margin; reach *= 2) {
    const FieldContact contact(grid, shape, X_FS, reach);
    if (contact.candidates().empty()) continue;
    return append(
        FieldContact(grid, shape, X_FS, std::min(margin, reach + size)));
  }
  append(FieldContact(grid, shape, X_FS, margin));
}

}  // namespace tactus::contact
