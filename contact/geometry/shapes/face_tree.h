#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "tactus/common/types.h"
#include "tactus/contact/geometry/shapes/hull_faces.h"

namespace tactus::contact {

/// The faces of a convex hull in a binary tree, so that those near a point, or
/// in a prism, are found without a pass over all of them.
///
/// A node knows of its faces f, with planes n_f . p = d_f and corners p:
///
///     m, alpha   a cone around the normals: angle(n_f, m) <= alpha
///     c, r, t    a round slab around the corners: |p - c| <= r and
///                |m . (p - c)| <= t
///     e          how far c is below the planes: d_f - n_f . c >= e
///
/// A point x is no farther above any of its planes than
///
///     n_f . x - d_f <= |x - c| cos(theta - alpha)+ - e,
///
/// with theta the angle of x - c to m, and a node whose bound is too low is
/// passed over with all below it. The same cone and the slab do so for faces
/// that look down, along -u, and reach into a prism: no corner is lower than
///
///     u . p >= u . c - |u . m| t - |u x m| r.
///
/// Which faces are found, and in which order, is a function of the hull and the
/// question alone.
class FaceTree {
 public:
  FaceTree() = default;
  FaceTree(std::span<const Vector3d> vertices, std::span<const HullFace> faces);

  /// Where in the order of all visits a face comes, and which one comes there.
  int PlaceOf(int face) const { return places_[face]; }
  int FaceAt(int place) const { return planes_[place].face; }

  struct Height {
    int face = -1;
    double height{};  ///< Above its plane; negative below it [m].
  };

  /// The face that x is farthest above, or least below.
  Height FindHighest(const Vector3d& x) const;

  /// Calls visit(face) for each face that x is less than `depth` below.
  template <class Visitor>
  void VisitNear(const Vector3d& x, double depth, const Visitor& visit) const {
    Visit([&](const Node& node) { return CalcBound(node, x) > -depth; },
          [&](const Plane& plane) { return HeightOver(plane, x) > -depth; },
          visit);
  }

  /// The points farther than `depth` below a disc, whose normal is `up`.
  struct Prism {
    Vector3d up, center;
    double radius{};
    double depth = 0;
  };

  /// Calls visit(face) for faces that look down, up . n_f < -cosine, and among
  /// them at least those of which a part is in the prism. It returns the depth
  /// of the prism that faces are to be in from then on.
  template <class Visitor>
  void VisitIn(Prism prism, double cosine, const Visitor& visit) const {
    const double sine = std::sqrt(1 - cosine * cosine);
    Visit(
        [&](const Node& node) {
          return MayReach(prism, node.axis, node.center, node.radius,
                          node.thickness) &&
                 MayLookDown(node, prism.up, cosine, sine);
        },
        [&](const Plane& plane) {
          return prism.up.dot(plane.normal) < -cosine &&
                 MayReach(prism, plane.normal, plane.center, plane.radius, 0);
        },
        [&](int face) { prism.depth = visit(face); });
  }

 private:
  struct Plane {
    Vector3d normal, center;
    double offset, radius;  ///< The radius is that of a ball, as a node's.
    int face;
  };
  struct Node {
    Vector3d axis, center;
    double cosine, sine;               ///< Of alpha.
    double radius, thickness, inside;  ///< r, t and e.
    int begin, end;                    ///< Of `planes_`.
    int next;  ///< The first node that is not below it; its own are after it.
  };

  static double HeightOver(const Plane& plane, const Vector3d& x) {
    return plane.normal.dot(x) - plane.offset;
  }
  /// max n . v over the unit vectors n in the node's cone.
  static double CalcMost(const Node& node, const Vector3d& v);
  static double CalcBound(const Node& node, const Vector3d& x) {
    return CalcMost(node, x - node.center) - node.inside;
  }

  /// Whether -up is within the node's cone, widened by an angle.
  static bool MayLookDown(const Node& node, const Vector3d& up, double cosine,
                          double sine) {
    return node.cosine < -cosine ||
           -up.dot(node.axis) > node.cosine * cosine - node.sine * sine;
  }
  static bool MayReach(const Prism& prism, const Vector3d& axis,
                       const Vector3d& center, double radius,
                       double thickness) {
    const Vector3d d = center - prism.center;
    const double height = prism.up.dot(d), cosine = prism.up.dot(axis);
    const double sine2 = std::max(0.0, 1 - cosine * cosine);
    const double room = height + prism.depth - std::abs(cosine) * thickness;
    const double reach = radius + prism.radius;
    return (room < 0 || room * room < sine2 * radius * radius) &&
           d.squaredNorm() - height * height < reach * reach;
  }

  int Add(std::span<const Vector3d> vertices, std::span<const HullFace> faces,
          std::span<int> part);
  void SearchHighest(int node, const Vector3d& x, Height* best) const;
  bool is_leaf(int node) const { return nodes_[node].next == node + 1; }

  template <class MayHave, class Has, class Visitor>
  void Visit(const MayHave& may_have, const Has& has,
             const Visitor& visit) const {
    const int count = static_cast<int>(nodes_.size());
    for (int i = 0; i < count;) {
      const Node& node = nodes_[i];
      const bool open = may_have(node);
      if (open && is_leaf(i)) {
        for (int k = node.begin; k < node.end; ++k) {
          if (has(planes_[k])) visit(planes_[k].face);
        }
      }
      i = open ? i + 1 : node.next;
    }
  }

  std::vector<Plane> planes_;  ///< In the order of the leaves.
  std::vector<int> places_;    ///< By face, in `planes_`.
  std::vector<Node> nodes_;    ///< Parents first.
};

}  // namespace tactus::contact
