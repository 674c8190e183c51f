#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "tactus/common/color.h"
#include "tactus/common/types.h"
#include "tactus/contact/geometry/shapes/shape.h"
#include "tactus/contact/geometry/shapes/triangle_mesh.h"

namespace tactus::multibody {

/// A surface in a mesh file, of any form. The file is read when somebody draws
/// it, and no earlier: a simulation without pictures does not pay for looks.
/// Vertices x of the file become
///
///     scale * (X_RS x),
///
/// coordinate by coordinate. A scale that mirrors turns the triangles round.
struct VisualMesh {
  std::filesystem::path file;
  Vector3d scale = Vector3d::Ones();
  RigidTransform X_RS = RigidTransform::Identity();
  /// The file's part of that name alone, if not empty.
  std::string part = {};
  /// The middle of the box along the file's axes moves to the origin, first.
  bool is_centered = false;
};

/// A shape fixed to a body, to look at; what collides is drawn besides, where
/// contact::Geometry::is_drawn says so.
struct Visual {
  using Form = std::variant<contact::Shape, VisualMesh,
                            std::shared_ptr<const contact::TriangleMesh>>;
  int body{};
  RigidTransform X_BG = RigidTransform::Identity();
  Form form;
  /// Nothing: that of the mesh file, or one that sets the body apart from its
  /// neighbours.
  std::optional<Color> color = {};
};

}  // namespace tactus::multibody
