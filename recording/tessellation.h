#pragma once

#include <cstdint>
#include <vector>

#include "tactus/contact/geometry/shapes/shape.h"
#include "tactus/contact/geometry/shapes/triangle_mesh.h"

namespace tactus::recording {

/// Triangles to draw, in the frame of the shape; counter-clockwise seen from
/// outside. One position, normal and shade per vertex; vertices are repeated
/// where the normal or the shade jumps.
struct RenderMesh {
  std::vector<Eigen::Vector3f> positions;  ///< [m]
  std::vector<Eigen::Vector3f> normals;    ///< Unit, outward.
  /// Factor on the colour, in (0, 1]. Round shapes are painted in sectors like
  /// a beach ball, or nobody would see them turn.
  std::vector<float> shades;
  std::vector<std::uint32_t> indices;  ///< Three per triangle.

  int num_triangles() const { return static_cast<int>(indices.size()) / 3; }
};

/// The half-space is drawn as a square with this edge [m], a checkerboard.
inline constexpr double kDrawnHalfSpace = 20;

/// Round shapes deviate from the truth by less than 1 % of their radius. Edges
/// of a convex mesh sharper than 30 degrees are drawn sharp.
RenderMesh Tessellate(const contact::Shape& shape);

/// The triangles of a surface of any form, and its edges. Triangles without
/// area are left out.
RenderMesh Tessellate(const contact::TriangleMesh& mesh);

}  // namespace tactus::recording
