#pragma once

#include <array>
#include <span>
#include <vector>

#include "tactus/contact/geometry/collision_engine.h"
#include "tactus/contact/geometry/elastic_surfaces.h"

namespace tactus::contact {

/// A rigid shape near a point of a face or of an edge. The face is A, the shape
/// B.
struct ShapeOnFace {
  int geometry{};  ///< The shape's, among the model's.
  FacePoint at;
  Vector3d p_WA;  ///< On the skin of the face [m].
  Vector3d p_WB;  ///< On the shape.
  Vector3d normal_W;
  double depth{};     ///< Along the normal, <= 0 apart [m].
  double weight = 1;  ///< ManifoldPoint::weight.
};

/// Where rigid shapes touch elastic bodies between their nodes, which are balls
/// of their own to the collision engine: a ball, or the corner of a box, on a
/// face, and edges that cross.
///
/// With d(x) the signed distance of a point from a shape, a convex function,
///
///   of a face   the points that the shape has on its plane and that are within
///               its sides: those of a half-space, d their height above it;
///   of an edge  its point of least d, if that is not one of its ends.
///
/// They have the skin of the nodes, r, where a corner is farther from the shape
/// by r / 4 and more, and none where all are as near as they are:
///
///     depth = clamp(10 (delta - r / 4), 0, r) - d(x),
///     delta = max d(x_k) - d(x),   of the corners with a weight.
///
/// So nodes alone carry what is flat, or nearly, over the whole of a face, and
/// what ends within it rests on it at the height of the nodes. What has no
/// corner that is farther from touching is left to the nodes, and so is a point
/// at a node, with a weight above 0.95, that is as near.
///
/// As in ElasticSurfaces, points and normals are those of where a step without
/// forces touches, or ends. Half-spaces touch nodes alone.
class ShapesOnFaces {
 public:
  /// Nodes' positions and velocities, stacked, and those of bodies: poses, and
  /// (w, v) of their origins.
  struct State {
    const VectorRef& x;
    const VectorRef& v;
    std::span<const RigidTransform> X_WB;
    std::span<const Vector6d> V_WB;
  };

  /// Faces touch the shapes that the engine lets all of their corners touch.
  /// @param geometry_of_node  the ball of a node, or -1.
  ShapesOnFaces(std::span<const ElasticSurface> surfaces,
                const CollisionEngine& engine,
                std::span<const int> geometry_of_node);

  /// Whether there are pairs at all that may touch.
  bool may_touch() const { return !pairs_.empty(); }
  /// By shape and surface, faces before edges.
  void FindContacts(const State& state, const ElasticSurfaces::Reach& reach,
                    std::vector<ShapeOnFace>* contacts) const;

 private:
  /// A surface's faces and edges that may touch a shape.
  struct Pair {
    int geometry{}, surface{};
    std::vector<std::array<int, 3>> faces;
    std::vector<std::array<int, 2>> edges;
  };
  struct Extents;
  class Search;

  std::vector<Geometry> geometries_;     ///< All of the engine's.
  std::vector<std::vector<int>> nodes_;  ///< On the surfaces, among all.
  std::vector<double> skins_;            ///< By surface [m].
  std::vector<Pair> pairs_;
};

}  // namespace tactus::contact
