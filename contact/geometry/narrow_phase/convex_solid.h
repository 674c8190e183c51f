#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <variant>

#include "tactus/contact/geometry/narrow_phase/face_contact.h"
#include "tactus/contact/geometry/narrow_phase/segments.h"
#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/contact/geometry/shapes/shape.h"

namespace tactus::contact {

/// A box, cylinder, ellipsoid or mesh, posed in a frame F, seen through what
/// the general narrow phase asks of it. It is described by its support function
///
///     h(n) = max { n . p : p in the solid },   grad h = a farthest point p(n),
///
/// and by its flat faces and straight edges: the places where p(n) jumps.
/// Cylinders have two faces, their ends, and one edge direction, that of the
/// side. Where an end is looked at by another face, it is the octagon in its
/// circle; where it looks itself, the polygon of 16 sides around the circle.
class ConvexSolid {
 public:
  static constexpr int kMaxEdges = 16;
  static constexpr int kInnerCorners = 8, kOuterCorners = 16;

  /// A flat face and where its corners are kept if the solid does not.
  struct OwnedFace {
    Face face;
    std::array<PolygonCorner, kOuterCorners> corners;
  };
  struct Edges {
    int count = 0;
    std::array<Vector3d, kMaxEdges> direction;  ///< Unit.
  };

  ConvexSolid(const Box& box, const RigidTransform& X_FG);
  ConvexSolid(const Cylinder& cylinder, const RigidTransform& X_FG);
  ConvexSolid(const Ellipsoid& ellipsoid, const RigidTransform& X_FG);
  ConvexSolid(const ConvexMesh& mesh, const RigidTransform& X_FG);

  /// A point inside.
  Vector3d center() const;
  /// Half the least extent along the solid's axes.
  double inner_radius() const;
  bool is_polytope() const;
  bool is_strictly_convex() const;
  const Cylinder* cylinder() const;
  const RigidTransform& pose() const { return X_FG_; }

  /// A point p(n) farthest along n.
  Vector3d Support(const Vector3d& n) const;

  /// The second derivative of h at a unit n where it has one: the radii of
  /// curvature of the surface at p(n). Zero for a polytope.
  Matrix3d SupportHessian(const Vector3d& n) const;

  /// The directions of those edges that end at p(n), or pass through it, and
  /// are across n within `sine`.
  void FindEdgesAcross(const Vector3d& n, double sine, Edges* edges) const;

  /// The edge through p(n) most nearly across n, the side line for a cylinder;
  /// without length where no edge is within `sine` of being across.
  Segment FindLine(const Vector3d& n, double sine) const;

  /// The flat faces, by number: the plane normal . p = offset and the polygon.
  struct Plane {
    Vector3d normal;  ///< Unit, outward.
    double offset;
  };
  enum class Role { kReference, kIncident };
  int num_faces() const;
  Plane FacePlane(int face) const;
  /// Calls visit(face) for the faces that x is less than `depth` below, and
  /// maybe for others.
  template <class Visitor>
  void VisitFacesNear(const Vector3d& x, double depth,
                      const Visitor& visit) const;
  /// Calls visit(face) for the faces of a polytope that look at a reference
  /// face, their normals opposite to its within an angle of this cosine, and
  /// reach into the prism below it, by more than `depth`; and maybe for others.
  /// It returns by how much they are to reach into it from then on.
  template <class Visitor>
  void VisitFacesIn(const Face& reference, double cosine, double depth,
                    const Visitor& visit) const;
  void MakeFace(int face, Role role, OwnedFace* owned) const;
  /// How far a polytope's face reaches below the plane of a reference face.
  double DepthOfFace(int face, const Face& reference) const;

  /// The face whose normal is nearest to n, of a mesh among those at p(n); -1
  /// if there is none.
  int FindFaceAlong(const Vector3d& n) const;
  /// Whether n is the normal of a face, so that p(n) is anywhere on it.
  bool HasFaceAlong(const Vector3d& n) const;

 private:
  Vector3d SupportInG(const Vector3d& n_G) const;
  Segment FindHullLine(const ConvexHull& hull, const Vector3d& n_G,
                       double sine) const;
  /// Some faces of a hull, by their places in its tree.
  struct FewFaces {
    static constexpr int kCapacity = 64;
    std::array<int, kCapacity> places;
    int size = 0;

    std::span<int> all() { return std::span(places).first(size); }
  };
  /// Finds all faces with corners farther than `distance` down, in the order of
  /// the tree. False if they are not few.
  static bool FindFewFacesBelow(const ConvexHull& hull, const Vector3d& down,
                                double distance, FewFaces* few);
  void MakeBoxFace(const Box& box, int face, OwnedFace* owned) const;
  void MakeEnd(const Cylinder& cylinder, int face, Role role,
               OwnedFace* owned) const;
  void MakeHullFace(const ConvexHull& hull, int face, OwnedFace* owned) const;

  std::variant<const Box*, const Cylinder*, const Ellipsoid*, const ConvexHull*>
      shape_;
  RigidTransform X_FG_;
};

template <class Visitor>
void ConvexSolid::VisitFacesNear(const Vector3d& x, double depth,
                                 const Visitor& visit) const {
  if (const auto* hull = std::get_if<const ConvexHull*>(&shape_)) {
    const Vector3d x_G = X_FG_.linear().transpose() * (x - X_FG_.translation());
    return (*hull)->face_tree().VisitNear(x_G, depth, visit);
  }
  for (int face = 0; face < num_faces(); ++face) visit(face);
}

template <class Visitor>
void ConvexSolid::VisitFacesIn(const Face& reference, double cosine,
                               double depth, const Visitor& visit) const {
  if (const auto* hull = std::get_if<const ConvexHull*>(&shape_)) {
    const Matrix3d R_GF = X_FG_.linear().transpose();
    const Vector3d up = R_GF * reference.normal();
    const Vector3d center = R_GF * (reference.origin - X_FG_.translation());
    const auto xy = reference.axes.leftCols<2>();
    // A face beyond one of the prism's sides is not in it.
    const auto visit_inside = [&](int face) {
      const HullFace& f = (*hull)->faces()[face];
      const Vector2d middle =
          xy.transpose() * (X_FG_.linear() * (f.origin - center));
      for (const PolygonCorner& side : reference.corners) {
        if (side.edge_normal.dot(middle - side.p) > f.radius) return depth;
      }
      depth = visit(face);
      return depth;
    };
    if (FewFaces few;
        FindFewFacesBelow(**hull, -up, depth - up.dot(center), &few)) {
      for (const int place : few.all())
        visit_inside((*hull)->face_tree().FaceAt(place));
      return;
    }
    double radius2 = 0;
    for (const PolygonCorner& corner : reference.corners) {
      radius2 = std::max(radius2, corner.p.squaredNorm());
    }
    if (reference.corners.empty()) {  // The whole plane: all of the hull.
      const double reach = (X_FG_.translation() - reference.origin).norm() +
                           (*hull)->center().norm() +
                           2 * (*hull)->half_extents().norm();
      radius2 = reach * reach;
    }
    // The prism is in the disc's.
    const FaceTree::Prism prism{up, center, std::sqrt(radius2), depth};
    return (*hull)->face_tree().VisitIn(prism, cosine, visit_inside);
  }
  for (int face = 0; face < num_faces(); ++face) visit(face);
}

}  // namespace tactus::contact
