#pragma once

#include <array>
#include <string_view>

#include "tactus/contact/geometry/collision_engine.h"

namespace tactus::test {

/// Two geometries on bodies 1 and 2 of three, the first of which is the world,
/// and where they are.
struct Pair {
  std::array<contact::Geometry, 2> geometries;
  std::array<RigidTransform, 2> X_WG;
  std::array<Vector6d, 2> V_WB;  ///< [rad/s, m/s]
  double size{};                 ///< Of the shapes, about [m].
};

/// A pair as bytes say, each of which chooses one of a few round numbers: so
/// that shapes are flush, aligned and of one size as often as they are not.
/// Missing bytes are zeros.
///
///   bytes  what they are
///   1      size of all: 1 mm to 10 m
///   2      the kinds of shapes: 7 of Shape, height fields, meshes that are not
///          convex
///   2      compliance: by points, rigid, compliant, and its hint
///   ...    lengths of each shape, points of meshes, heights of fields
///   2      how the second is turned against the first: a quarter of a turn
///          about an axis, or any
///   3      where it is, in eighths of the size
///   3      a shift and a tilt on top of it, from 1e-12 to 0.1
///   3      the pose of both in the world
///   6      velocities
///
/// @throws std::invalid_argument for points that span no volume.
Pair ReadPair(std::string_view bytes);

}  // namespace tactus::test
