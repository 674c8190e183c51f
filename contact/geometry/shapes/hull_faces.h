#pragma once

#include <array>
#include <span>
#include <vector>

#include "tactus/common/types.h"
#include "tactus/contact/geometry/shapes/polygon.h"

namespace tactus::contact {

/// A flat face of a convex polyhedron.
struct HullFace {
  Vector3d normal;  ///< Unit, outward.
  double offset{};  ///< normal . p = offset on the plane; <= offset inside.
  /// Vertices, counter-clockwise seen from outside; strictly convex: a vertex
  /// on the straight line between two others is left out.
  std::vector<int> corners;

  /// The same polygon in the face's own axes (columns: x, y in the plane, z the
  /// normal) about its `origin`. Of more than 32 corners those that stick out
  /// least are left out here.
  Vector3d origin;
  Matrix3d axes;
  double radius{};  ///< Of a ball around the origin with all corners in it.
  std::vector<PolygonCorner> polygon;
};

/// The edge between two faces.
struct HullEdge {
  int from{}, to{};     ///< Vertices; `left` sees them counter-clockwise.
  int left{}, right{};  ///< Faces.
};

struct HullSurface {
  std::vector<HullFace> faces;
  std::vector<HullEdge> edges;
};

/// Joins the triangles of a closed convex surface, oriented outwards, that lie
/// in one plane up to `slack` [m]. A face grows from its largest triangle.
HullSurface MergeTriangles(std::span<const Vector3d> vertices,
                           std::span<const std::array<int, 3>> triangles,
                           double slack);

}  // namespace tactus::contact
