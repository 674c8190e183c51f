#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tactus/apps/models/neutral_scene.h"

namespace tactus::apps::simbody {

/// The points p with normal . (p - point) <= 0, of which only the rectangle
/// about `point` is the scene's, if it comes from a box.
struct Wall {
  std::string name;
  Vector3d point = Vector3d::Zero(), normal = Vector3d::UnitZ();
  struct Rectangle {
    Vector3d tangents[2];
    double half_extents[2];
  };
  std::optional<Rectangle> face = {};

  /// Whether the scene has this point of the wall's plane.
  bool Has(const Vector3d& p) const;
};

/// @throws std::invalid_argument naming the static shape that is neither a
/// half-space nor a box with one face that all bodies are before.
std::vector<Wall> MakeWalls(const NeutralScene& scene);

}  // namespace tactus::apps::simbody
