#include "tactus/contact/geometry/narrow_phase/least_overlap.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "tactus/contact/geometry/narrow_phase/face_contact.h"
#include "tactus/contact/geometry/narrow_phase/overlap_newton.h"
#include "tactus/contact/geometry/narrow_phase/separation.h"

namespace tactus::contact {
namespace {

/// Nearer than this solids count as touching, relative to the difference body.
constexpr double kTouching = 1e-6;
constexpr double kThickness = 1e-3;
constexpr double kRoundOff = 1e-12;

/// A polytope of support points of the difference body {p - q}, in a fixed
/// amount of memory. Thick: the body is thickened by a ball. (A template, so
/// that the plain one is compiled as if there were no other.)
template <bool kThick>
class GrowingPolytope {
 public:
  static constexpr int kMaxVertices = 100;
  static constexpr int kMaxFacets = 2 * kMaxVertices;

  struct Facet {
    std::array<int, 3> corners;  ///< Counter-clockwise seen from outside.
    Vector3d normal;
    double offset{};  ///< normal . w on the plane, +infinity when degenerate.
  };

  GrowingPolytope(const ConvexSolid& p, const ConvexSolid& q, double thickness)
      : p_(p), q_(q), thickness_(thickness) {}

  /// The support point of the difference body along the unit vector n.
  Vector3d Support(const Vector3d& n) const {
    if constexpr (kThick) {
      return p_.Support(n) - q_.Support(-n) + thickness_ * n;
    } else {
      return p_.Support(n) - q_.Support(-n);
    }
  }

  /// Returns the overlap along n, the first direction tried; the tetrahedron is
  /// made only if that is positive.
  double MakeTetrahedron(const Vector3d& n);

  const Facet& LowestFacet() const {
    return *std::min_element(
        facets_.begin(), facets_.begin() + num_facets_,
        [](const Facet& a, const Facet& b) { return a.offset < b.offset; });
  }

  /// Replaces the facets that w is above by those from their rim to w. False
  /// when there is no room, or round-off leaves no facet below w.
  bool Add(const Vector3d& w);

  double size() const { return size_; }

 private:
  void AddFacet(int a, int b, int c);

  const ConvexSolid& p_;
  const ConvexSolid& q_;
  double thickness_;  ///< Of the ball that is added.
  double size_ = 0;   ///< Of the tetrahedron.
  int num_vertices_ = 0, num_facets_ = 0;
  std::array<Vector3d, kMaxVertices> vertices_;
  std::array<Facet, kMaxFacets> facets_;
};

template <bool kThick>
void GrowingPolytope<kThick>::AddFacet(int a, int b, int c) {
  Facet& facet = facets_[num_facets_++];
  facet.corners = {a, b, c};
  const Vector3d& w = vertices_[a];
  facet.normal = (vertices_[b] - w).cross(vertices_[c] - w);
  const double area = facet.normal.norm();
  if (area > 1e-15 * size_ * size_) {
    facet.normal /= area;
    facet.offset = facet.normal.dot(w);
  } else {
    facet.offset = kInfinity;
  }
}

template <bool kThick>
double GrowingPolytope<kThick>::MakeTetrahedron(const Vector3d& n) {
  vertices_[0] = Support(n);
  const double overlap = vertices_[0].dot(n);
  if (!(overlap > 0)) return overlap;
  vertices_[1] = Support(-n);
  const Vector3d axis = vertices_[0] - vertices_[1];
  // Across the first two, towards the origin; the other way if that is flat.
  Vector3d across =
      axis.cross(vertices_[0]).cross(axis);  // Away from the origin.
  const double length2 = axis.squaredNorm();
  if (across.squaredNorm() <= 1e-20 * length2 * length2 * length2) {
    across = axis.unitOrthogonal();
  }
  across.normalize();
  const auto height = [&](const Vector3d& w) {
    return (w - vertices_[1]).cross(axis).norm();
  };
  vertices_[2] = Support(-across);
  const Vector3d other = Support(across);
  if (height(other) > height(vertices_[2])) vertices_[2] = other;
  Vector3d normal = axis.cross(vertices_[2] - vertices_[1]).normalized();
  vertices_[3] = Support(normal);
  const Vector3d below = Support(-normal);
  if (normal.dot(vertices_[1] - below) >
      normal.dot(vertices_[3] - vertices_[1])) {
    vertices_[3] = below;
    normal = -normal;
  }
  num_vertices_ = 4;
  size_ = axis.norm();
  // The fourth vertex is above the plane (1, 0, 2)'s normal axis x (2 - 1).
  const bool above =
      axis.cross(vertices_[2] - vertices_[1]).dot(vertices_[3] - vertices_[1]) >
      0;
  const int a = above ? 1 : 0, b = above ? 0 : 1;
  AddFacet(b, a, 2);
  AddFacet(a, b, 3);
  AddFacet(b, 2, 3);
  AddFacet(2, a, 3);
  return overlap;
}

template <bool kThick>
bool GrowingPolytope<kThick>::Add(const Vector3d& w) {
  if (num_vertices_ == kMaxVertices) return false;
  // The rim: the sides of facets below w that are not shared by two of them.
  struct Side {
    int from, to;
  };
  std::array<Side, kMaxFacets> rim;
  int num_sides = 0;
  const auto add_side = [&](int from, int to) {
    for (int i = 0; i < num_sides; ++i) {
      if (rim[i].from == to && rim[i].to == from) {
        rim[i] = rim[--num_sides];
        return;
      }
    }
    if (num_sides < kMaxFacets) rim[num_sides++] = {from, to};
  };
  const double margin = 1e-14 * size_;
  int num_kept = 0;
  for (int i = 0; i < num_facets_; ++i) {
    const Facet& f = facets_[i];
    // A degenerate facet goes with whatever is near it.
    const bool seen =
        f.offset == kInfinity ? false : f.normal.dot(w) > f.offset + margin;
    if (seen) {
      for (int k = 0; k < 3; ++k) {
        add_side(f.corners[k], f.corners[(k + 1) % 3]);
      }
    } else {
      facets_[num_kept++] = facets_[i];
    }
  }
  if (num_sides == 0 || num_kept + num_sides > kMaxFacets) return false;
  num_facets_ = num_kept;
  vertices_[num_vertices_] = w;
  for (int i = 0; i < num_sides; ++i) {
    AddFacet(rim[i].from, rim[i].to, num_vertices_);
  }
  ++num_vertices_;
  return true;
}

/// The least overlap among the directions that the polytope tries: the least of
/// all for two polytopes, near it for curved solids and with a thickness. The
/// first direction that separates them ends it, with what is not an overlap.
template <bool kThick>
OverlapAxis Grow(const ConvexSolid& p, const ConvexSolid& q,
                 double thickness = 0) {
  Vector3d n = q.center() - p.center();
  n = n.squaredNorm() > 0 ? n.normalized() : Vector3d(Vector3d::UnitZ());
  GrowingPolytope<kThick> polytope(p, q, thickness);
  OverlapAxis best{n, polytope.MakeTetrahedron(n)};
  if (!(best.overlap > 0)) return best;
  const bool exact = !kThick && p.is_polytope() && q.is_polytope();
  for (;;) {
    const typename GrowingPolytope<kThick>::Facet facet =
        polytope.LowestFacet();
    const Vector3d w = polytope.Support(facet.normal);
    const double overlap = w.dot(facet.normal);
    if (!(overlap > 0)) return {facet.normal, overlap};
    if (overlap < best.overlap) best = {facet.normal, overlap};
    // Newton's method needs a start, not a result, for curved solids.
    const double tolerance =
        1e-13 * polytope.size() + (exact ? 0 : 1e-2 * facet.offset);
    if (overlap - facet.offset <= tolerance) return best;
    if (!polytope.Add(w)) return best;
  }
}

/// The normal of P's face along n or of Q's against it, if it is the axis of
/// polytopes that are apart: as far as all of the other is above the face, so
/// far is a point of it that has its foot in the face.
std::optional<OverlapAxis> FindFaceAxis(const ConvexSolid& p,
                                        const ConvexSolid& q, const Vector3d& n,
                                        double size) {
  const double round_off = kRoundOff * size;
  for (const bool of_p : {true, false}) {
    const ConvexSolid &solid = of_p ? p : q, &other = of_p ? q : p;
    ConvexSolid::OwnedFace reference, incident;
    solid.MakeFace(solid.FindFaceAlong(of_p ? n : -n),
                   ConvexSolid::Role::kReference, &reference);
    const Vector3d up = reference.face.normal();
    const Vector3d normal = of_p ? up : -up;
    const double overlap = CalcOverlap(p, q, normal);
    if (overlap > round_off) continue;
    other.MakeFace(other.FindFaceAlong(-up), ConvexSolid::Role::kIncident,
                   &incident);
    reference.face.Lift(-overlap + round_off);
    if (FaceContact(reference.face, incident.face).deepest() > 0)
      return OverlapAxis{normal, overlap};
  }
  return std::nullopt;
}

/// The axis of solids that touch within round-off.
OverlapAxis FindTouchingAxis(const ConvexSolid& p, const ConvexSolid& q,
                             double size, const Vector3d& fallback) {
  if (p.is_polytope() && q.is_polytope()) {
    if (const auto axis = FindFaceAxis(p, q, fallback, size)) return *axis;
  }
  OverlapAxis axis = Grow<true>(p, q, kThickness * size);
  if (!(axis.overlap > 0)) axis.normal = fallback;
  axis.overlap = CalcOverlap(p, q, axis.normal);
  RefineOverlap(p, q, &axis, true);
  return axis;
}

std::optional<OverlapAxis> FindAxisApart(const ConvexSolid& p,
                                         const ConvexSolid& q, double margin) {
  const Separation apart = FindSeparation(p, q, margin);
  if (apart.distance > margin) return std::nullopt;
  if (apart.distance < kTouching * apart.size) {
    return FindTouchingAxis(p, q, apart.size, apart.normal);
  }
  OverlapAxis axis{apart.normal, CalcOverlap(p, q, apart.normal)};
  RefineOverlap(p, q, &axis);
  return axis;
}

}  // namespace

double CalcOverlap(const ConvexSolid& p, const ConvexSolid& q,
                   const Vector3d& n) {
  return n.dot(p.Support(n) - q.Support(-n));
}

std::optional<OverlapAxis> FindLeastOverlap(const ConvexSolid& p,
                                            const ConvexSolid& q,
                                            double margin) {
  OverlapAxis axis = Grow<false>(p, q);
  if (axis.overlap > 0) RefineOverlap(p, q, &axis);
  if (axis.overlap > 0) return axis;
  // A gap along any axis is no more than the distance.
  if (margin == 0 || axis.overlap < -margin) return std::nullopt;
  return FindNearestAxis(p, q, margin);
}

std::optional<OverlapAxis> FindNearestAxis(const ConvexSolid& p,
                                           const ConvexSolid& q,
                                           double margin) {
  std::optional<OverlapAxis> axis = FindAxisApart(p, q, margin);
  if (axis) axis->overlap = std::min(axis->overlap, 0.0);
  if (axis && !(axis->overlap > -margin)) return std::nullopt;
  return axis;
}

}  // namespace tactus::contact
