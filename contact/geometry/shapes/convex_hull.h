#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "tactus/common/types.h"
#include "tactus/contact/geometry/shapes/direction_grid.h"
#include "tactus/contact/geometry/shapes/face_tree.h"
#include "tactus/contact/geometry/shapes/height_grid.h"
#include "tactus/contact/geometry/shapes/hull_faces.h"
#include "tactus/contact/geometry/shapes/triangle_mesh.h"

namespace tactus::contact {

/// The convex hull of a cloud of points, with what collision needs of it.
///
/// Qhull finds the triangles. Triangles that lie in one plane, up to 1e-6 of
/// the hull's size, form one face: a polygon. The edges are those between
/// faces.
class ConvexHull {
 public:
  using Face = HullFace;
  using Edge = HullEdge;

  /// Vertices beyond this number share groups.
  static constexpr int kMaxGroups = 32;

  /// Neighbouring vertices, in a ball.
  struct VertexGroup {
    std::vector<int> vertices;
    Vector3d center;
    double radius{};
  };

  /// @throws std::invalid_argument if a coordinate is not finite, or if the
  /// points do not span a volume: fewer than four, on a line, or within 1e-9 of
  /// their extent of a plane.
  explicit ConvexHull(std::span<const Vector3d> points);
  /// Of a surface's vertices.
  /// @throws std::invalid_argument likewise.
  explicit ConvexHull(std::shared_ptr<const TriangleMesh> solid);
  /// The box around a height field, whose surface is the solid's.
  explicit ConvexHull(std::shared_ptr<const HeightGrid> field);

  /// The surface that it is the hull of, if that is not convex (IsConvex() of
  /// mesh_parts.h): closed or open, as it was given. Null if it is, and of
  /// points alone.
  const TriangleMesh* solid() const { return solid_.get(); }
  /// A height field keeps its own.
  ConvexHull WithoutSolid() const;
  /// The height field that it is the box of, or null. It is the field that
  /// touches and has a mass, not the box, except with half-spaces and other
  /// fields.
  const HeightGrid* field() const { return field_.get(); }

  /// The extreme points, in the order of the cloud.
  const std::vector<Vector3d>& vertices() const { return vertices_; }
  const std::vector<HullFace>& faces() const { return surface_.faces; }
  const std::vector<HullEdge>& edges() const { return surface_.edges; }
  /// The surface in triangles, counter-clockwise seen from outside, closed.
  const std::vector<std::array<int, 3>>& triangles() const {
    return triangles_;
  }

  /// The vertices that share a triangle's side with vertex v.
  std::span<const int> neighbors(int v) const { return neighbors_.At(v); }
  /// The faces that have vertex v as a corner.
  std::span<const int> faces_at(int v) const { return faces_at_.At(v); }
  /// The vertices in at most kMaxGroups groups. Up to that many vertices have
  /// a group each.
  const std::vector<VertexGroup>& groups() const { return groups_; }
  const FaceTree& face_tree() const { return face_tree_; }

  /// The mean of the vertices.
  const Vector3d& inner_point() const { return inner_point_; }
  /// The box along the axes around the hull.
  const Vector3d& center() const { return center_; }
  const Vector3d& half_extents() const { return half_extents_; }

  /// A vertex farthest along `direction`, by climbing from neighbour to
  /// neighbour, from `start` on.
  int FindSupport(const Vector3d& direction, int start) const;
  /// The same from the vertex that is farthest along a direction near to it, of
  /// a grid of about as many as there are vertices: some two steps, and the
  /// same vertex whatever was asked before.
  int FindSupport(const Vector3d& direction) const {
    return FindSupport(direction, starts_[grid_.CellOf(direction)]);
  }

  /// Some vertices.
  struct Cap {
    static constexpr int kCapacity = 16;
    std::array<int, kCapacity> vertices;
    int size = 0;

    std::span<const int> all() const { return std::span(vertices).first(size); }
  };
  /// Finds the vertices farther than `distance` along a unit `direction`, over
  /// neighbours from the farthest one on, and maybe some that are less far by a
  /// millionth of the hull's size. False if they are more than fit.
  bool FindCap(const Vector3d& direction, double distance, Cap* cap) const;

 private:
  /// A list for each vertex, one after the other.
  struct Lists {
    std::vector<int> all, first;

    explicit Lists(std::vector<std::vector<int>> lists = {});
    std::span<const int> At(int v) const {
      return std::span(all).subspan(first[v], first[v + 1] - first[v]);
    }
  };

  void FindTriangles(std::span<const Vector3d> points);
  void CalcExtents();
  std::vector<Vector3d> CollectCorners(double slack) const;
  void ConnectVertices();
  void GroupVertices();
  void FindStarts();

  std::shared_ptr<const TriangleMesh> solid_;
  std::shared_ptr<const HeightGrid> field_;
  std::vector<Vector3d> vertices_;
  std::vector<std::array<int, 3>> triangles_;
  HullSurface surface_;
  Lists neighbors_, faces_at_;
  std::vector<VertexGroup> groups_;
  FaceTree face_tree_;
  DirectionGrid grid_;
  std::vector<int> starts_;  ///< By the grid's cell.
  Vector3d inner_point_, center_, half_extents_;
};

}  // namespace tactus::contact
