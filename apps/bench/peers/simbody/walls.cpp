#include "tactus/apps/bench/peers/simbody/walls.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <variant>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"

namespace tactus::apps::simbody {
namespace {

bool AllAreBefore(const NeutralScene& scene, const Wall& wall) {
  return std::ranges::all_of(scene.bodies, [&](const auto& body) {
    return wall.normal.dot(body.position - wall.point) > 0;
  });
}

// The half-space behind face `axis` of a box, on the side of `sign`.
Wall MakeFace(const NeutralScene::Fixed& fixed, const contact::Box& box,
              int axis, double sign) {
  const Matrix3d R = fixed.X_WG.linear();
  Wall wall{.name = fixed.name};
  wall.normal = sign * R.col(axis);
  wall.point = fixed.X_WG.translation() + box.half_extents[axis] * wall.normal;
  const int first = (axis + 1) % 3, second = (axis + 2) % 3;
  wall.face = {{R.col(first), R.col(second)},
               {box.half_extents[first], box.half_extents[second]}};
  return wall;
}

Wall MakeWall(const NeutralScene& scene, const NeutralScene::Fixed& fixed) {
  if (std::holds_alternative<contact::HalfSpace>(fixed.shape)) {
    return {.name = fixed.name,
            .point = fixed.X_WG.translation(),
            .normal = fixed.X_WG.linear().col(2)};
  }
  const auto* box = std::get_if<contact::Box>(&fixed.shape);
  Require(box != nullptr, fmt::format("static '{}' is neither a half-space nor "
                                      "a box, which is all that this peer has",
                                      fixed.name));
  std::vector<Wall> walls;
  for (int axis = 0; axis < 3; ++axis) {
    for (double sign : {-1.0, 1.0}) {
      const Wall wall = MakeFace(fixed, *box, axis, sign);
      if (AllAreBefore(scene, wall)) walls.push_back(wall);
    }
  }
  Require(walls.size() == 1,
          fmt::format("static '{}' cannot be said as a half-space: {} of its "
                      "faces have all bodies before them, not one",
                      fixed.name, walls.size()));
  return walls.front();
}

}  // namespace

bool Wall::Has(const Vector3d& p) const {
  if (!face) return true;
  for (int i = 0; i < 2; ++i) {
    if (std::abs(face->tangents[i].dot(p - point)) > face->half_extents[i])
      return false;
  }
  return true;
}

std::vector<Wall> MakeWalls(const NeutralScene& scene) {
  std::vector<Wall> walls;
  for (const NeutralScene::Fixed& fixed : scene.fixed)
    walls.push_back(MakeWall(scene, fixed));
  return walls;
}

}  // namespace tactus::apps::simbody
