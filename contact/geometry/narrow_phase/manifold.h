#pragma once

#include "tactus/common/types.h"

namespace tactus::contact {

/// One point of a manifold: where two surfaces overlap, or are nearer than a
/// margin.
struct ManifoldPoint {
  Vector3d p_WA;      ///< Witness on A's surface [m].
  Vector3d p_WB;      ///< Witness on B's surface.
  Vector3d normal_W;  ///< Unit, from A into B.
  double depth{};     ///< (p_WA - p_WB) . normal_W, <= 0 apart [m].
  /// Share of the pair's stiffness at this point, > 0. A face's right-angled
  /// corner has 1, and those that overlap at most 4 in all (but each corner of
  /// a box below a half-space 1). A share goes to zero with the pose where a
  /// point must leave the manifold at a depth that is not zero.
  double weight = 1;
  /// Of a patch alone: the force at this depth [N], and its derivative [N/m].
  double force{}, stiffness{};
};

/// The points of one pair of geometries, a < b in the order of the model.
struct Manifold {
  int geometry_a{}, geometry_b{};
  int first_point{}, num_points{};
  /// Where on their paths through a step the two were looked at: points and
  /// normals are those of the poses then (sweep.h), depths those at t0 [s].
  double time = 0;
  /// Points of a contact surface, each with a normal, force and stiffness of
  /// its own (contact/pressure).
  bool is_patch = false;
};

}  // namespace tactus::contact
