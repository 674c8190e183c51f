#pragma once

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "tactus/common/types.h"

namespace tactus::contact {

/// The surface of an elastic body: triangles between nodes, counter-clockwise
/// seen from outside, and nodes, both with a skin.
struct ElasticSurface {
  int first_node{};            ///< Where its nodes start among all.
  std::vector<Vector3d> rest;  ///< Of all its nodes, also within [m].
  // By its own numbers of nodes:
  std::vector<int> nodes;  ///< Those that touch.
  std::vector<std::array<int, 3>> faces;
  std::vector<std::pair<int, int>> edges;  ///< Of its elements.
  double skin{};                           ///< [m]
  bool touches_itself = false;
};

/// A point of a face: what moves with its corners, by weights.
struct FacePoint {
  std::array<int, 3> corners{};  ///< Nodes, among all; by falling weight.
  Vector3d weights = Vector3d::UnitX();  ///< >= 0; their sum is one.
};

/// A node near a face. The face is A, the node B.
struct NodeOnFace {
  int node{};  ///< Among all.
  FacePoint at;
  /// On the face's skin, above its point that is nearest, or will be [m].
  Vector3d p_WA;
  Vector3d p_WB;  ///< On the node's skin.
  Vector3d normal_W;
  double depth{};  ///< Along the normal, <= 0 apart [m].
};

/// Which nodes of elastic bodies touch faces of others, or of their own body:
/// with c the point of a face nearest to a node at x, s = |x - c|, and skins r,
///
///     depth = r_A + r_B - s,  n = (x - c) / s    outside
///     depth = r_A + r_B + s,  n the face's       inside, s < r_A + r_B
///
/// Deeper inside, a node is of the other side of something thin. Where c is on
/// an edge or a corner, it counts once, and not if a face there is nearer.
///
/// A node does not touch faces of its own body that have it or a neighbour
/// along an edge as a corner, nor those that at rest are less than twice the
/// contact's distance away, 2 (r_A + r_B).
///
/// A skin is round about edges and corners, and its plane at the start of a
/// step is a wall to a node that slides there: it would be stopped by what it
/// passes. So a node is looked at where the step takes it, on straight paths of
/// it and of the corners without forces: at the step's end, or when it is
/// deeper than at the start by (r_A + r_B) / 10, at t. From there are normals
/// and weights; what they say of the start is, with vn the normal velocity,
///
///     depth0 = min(depth(t) + t vn, depth(t)+)                  0 < t <= h
class ElasticSurfaces {
 public:
  /// Which of the pairs that are apart are found, beside those nearer than
  /// `margin`: those that can meet within `duration`, as in a Sweep (sweep.h).
  struct Reach {
    double margin = 0;    ///< [m]
    double duration = 0;  ///< h [s]
    Vector3d gravity = Vector3d::Zero();
  };

  explicit ElasticSurfaces(std::vector<ElasticSurface> surfaces);

  /// Whether there are pairs at all that may touch.
  bool may_touch() const { return may_touch_; }
  /// With positions `x` and velocities `v` of all nodes, stacked: sorted by
  /// node and face, in time that grows like (nodes + faces) log nodes while
  /// faces are of a size.
  void FindContacts(const VectorRef& x, const VectorRef& v, const Reach& reach,
                    std::vector<NodeOnFace>* contacts) const;

 private:
  struct Face {
    int surface{};
    std::array<int, 3> corners{};
  };
  struct Candidate {
    int node{}, face{};
    Vector3d weights, nearest;
    double distance{};
  };

  void Exclude(const ElasticSurface& surface, int index);
  bool IsExcluded(int node, int face) const;
  std::vector<Candidate> FindCandidates(const VectorRef& x,
                                        double distance) const;
  bool IsNearest(const Candidate& candidate,
                 std::span<const Candidate> of_node) const;
  bool MakeContact(const Candidate& candidate, const Vector3d& p,
                   const std::array<Vector3d, 3>& corners,
                   NodeOnFace* contact) const;
  class NodeSweep;

  std::vector<ElasticSurface> surfaces_;
  std::vector<Face> faces_;                 ///< Of all, by surface.
  std::vector<int> nodes_;                  ///< That touch, of all.
  std::vector<int> surface_of_node_;        ///< Of all nodes.
  std::vector<std::vector<int>> excluded_;  ///< Faces by node, sorted.
  double largest_skin_ = 0;
  bool may_touch_ = false;
};

/// Of a face's corners by their weights, the first of the largest first.
FacePoint MakeFacePoint(const std::array<int, 3>& corners,
                        const Vector3d& weights);

/// The same sum of stacked positions, or velocities.
inline Vector3d PointAt(const FacePoint& at, const VectorRef& x) {
  return at.weights[0] * x.segment<3>(3 * at.corners[0]) +
         at.weights[1] * x.segment<3>(3 * at.corners[1]) +
         at.weights[2] * x.segment<3>(3 * at.corners[2]);
}

/// The corners of a face among stacked positions.
inline std::array<Vector3d, 3> CornersAt(const std::array<int, 3>& nodes,
                                         const VectorRef& x) {
  return {x.segment<3>(3 * nodes[0]), x.segment<3>(3 * nodes[1]),
          x.segment<3>(3 * nodes[2])};
}

/// The weights of a triangle's corners at its point nearest to x; exactly zero
/// for corners that the point's edge or corner does not have.
Vector3d CalcNearestWeights(const std::array<Vector3d, 3>& corners,
                            const Vector3d& x);

}  // namespace tactus::contact
