#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <string_view>

#include "tactus/common/types.h"
#include "tactus/multibody/elastic/cosserat_element.h"

namespace tactus::multibody {

/// What ties a frame P of body A to a frame Q of body B, besides joints: closed
/// loops, welds that need not be part of the tree, rods and springs.
///
///   type       holds
///   kBall      Q's origin on P's
///   kWeld      frame Q on frame P
///   kDistance  |p_PQ| = distance, as a rod or as a spring
///   kCosserat  Q near where P wants it, as a piece of an elastic rod does
///              (elastic/cosserat_element.h)
///
/// Rigid ones are near-rigid springs on both sides (contact/icf/law.h). A
/// spring is linear and pulls along the line of P and Q,
///
///     f = -stiffness (|p_PQ| - distance) - damping d|p_PQ|/dt,
///
/// and is implicit in the step. Where P and Q coincide it acts along z of the
/// world.
enum class ConstraintType { kBall, kWeld, kDistance, kCosserat };
std::string_view to_string(ConstraintType type);

struct Constraint {
  std::string name = {};
  ConstraintType type = ConstraintType::kWeld;
  int body_a{}, body_b{};  ///< Body indices; 0 is the world.
  RigidTransform X_AP = RigidTransform::Identity();
  RigidTransform X_BQ = RigidTransform::Identity();

  double distance{};  ///< kDistance [m].
  /// kDistance: infinite for a rod, finite for a spring [N/m].
  double stiffness = std::numeric_limits<double>::infinity();
  double damping{};  ///< Of a spring [N s/m].

  CosseratElement cosserat = {};  ///< kCosserat.
};

/// Whether it holds without give, but for that of numbers.
inline bool IsRigid(const Constraint& constraint) {
  return constraint.type != ConstraintType::kCosserat &&
         !std::isfinite(constraint.stiffness);
}

}  // namespace tactus::multibody
