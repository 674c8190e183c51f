#pragma once

#include <array>
#include <vector>

#include "tactus/contact/geometry/shapes/triangle_mesh.h"
#include "tactus/contact/pressure/trees/bounding_tree.h"

namespace tactus::contact {

/// What is asked of the triangles of a surface: how far they are, what they
/// are around, and where a segment goes through them.
///
/// A point is inside where the generalised winding number [Jacobson13], the
/// solid angle of all triangles over 4 pi,
///
///     w(x) = sum_t Omega_t(x) / (4 pi),
///     tan(Omega / 2) = a . (b x c) / (|a||b||c| + (a . b)|c| + (b . c)|a|
///                                     + (c . a)|b|) [VanOosteromStrackee83,
///                                     (8)]
///
/// with a, b, c from x to the corners, is above 1/2. Of a closed surface it is
/// whole, 1 inside; small holes, slivers and shells that overlap change little
/// of it. Triangles that are far away, more than kFar times the radius of a
/// ball around them, count together, as their area N at their centroid c:
/// N . (c - x) / (4 pi |c - x|^3) [Barill18, the first of its terms].
class TriangleTree {
 public:
  static constexpr double kFar = 2.5;

  /// @throws std::invalid_argument for a mesh that is not valid or has no
  /// triangle.
  explicit TriangleTree(TriangleMesh mesh);

  const TriangleMesh& mesh() const { return mesh_; }

  /// To the nearest triangle [m].
  double CalcDistance(const Vector3d& x) const;
  bool IsWithin(const Vector3d& x, double distance) const;

  double CalcWindingNumber(const Vector3d& x) const;

  /// A triangle that a segment goes through, at from + t (to - from).
  struct Crossing {
    double t{};
    double rise{};  ///< n . (to - from), n the triangle's normal [m].
    bool is_exit() const { return rise > 0; }
  };
  /// In `crossings`, in the order of the tree; a side that two triangles share
  /// may count for both.
  void FindCrossings(const Vector3d& from, const Vector3d& to,
                     std::vector<Crossing>* crossings) const;

 private:
  using Lanes = BoundingTree::Lanes;

  struct Triangle {
    std::array<Vector3d, 3> p;
    Vector3d normal;  ///< Unit; zero if there is no area.
  };
  /// The triangles below a node of the tree, together.
  struct Cluster {
    Vector3d area = Vector3d::Zero(), center = Vector3d::Zero();
    double size = 0, radius = 0;  ///< Sum of areas; of a ball about the center.
  };

  static double CalcSquaredDistance(const Triangle& triangle,
                                    const Vector3d& x);
  static Lanes CalcSquaredDistances(const BoundingTree::Node& node,
                                    const Vector3d& x);
  void MakeCluster(int node);
  std::vector<int> CollectTriangles(int node) const;
  /// Until `best` is at most `enough`.
  void SearchNearest(int node, const Vector3d& x, double enough,
                     double* best) const;
  double SumAngles(int node, const Vector3d& x) const;
  void SearchCrossings(int node, const Vector3d& from, const Vector3d& to,
                       std::vector<Crossing>* crossings) const;

  TriangleMesh mesh_;
  std::vector<Triangle> triangles_;
  BoundingTree tree_;
  std::vector<Cluster> clusters_;  ///< By node.
};

}  // namespace tactus::contact
