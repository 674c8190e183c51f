#include "tactus/multibody/constraint_checks.h"

#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/multibody/element_checks.h"

namespace tactus::multibody {
namespace {

void RequireValidElement(const CosseratElement& element,
                         const std::string& owner) {
  RequireNotNegative(element.damping, "damping", owner);
  for (const double stiffness : element.stiffness)
    RequireNotNegative(stiffness, "each stiffness", owner);
  Require(std::isfinite(element.offset) && element.turn.allFinite(),
          owner + ": its place at rest is not finite");
  Require(element.turn.norm() < std::numbers::pi,
          owner + ": its turn at rest is half a revolution or more");
}

void RequireValid(const Constraint& constraint, std::span<const Body> bodies) {
  const std::string owner = fmt::format("constraint '{}'", constraint.name);
  RequireBodyIndex(constraint.body_a, bodies, owner);
  RequireBodyIndex(constraint.body_b, bodies, owner);
  Require(constraint.body_a != constraint.body_b,
          fmt::format("{} ties body '{}' to itself", owner,
                      bodies[constraint.body_a].name));
  RequireRigid(constraint.X_AP, owner + ": its frame in the first body");
  RequireRigid(constraint.X_BQ, owner + ": its frame in the second body");
  RequireNotNegative(constraint.damping, "damping", owner);
  if (constraint.type == ConstraintType::kCosserat) {
    RequireValidElement(constraint.cosserat, owner);
  } else {
    Require(constraint.cosserat.stiffness.isZero(0),
            fmt::format("{}: a Cosserat element is for constraints of type "
                        "cosserat; this one is of type {}",
                        owner, to_string(constraint.type)));
  }
  const bool is_spring = std::isfinite(constraint.stiffness);
  if (constraint.type != ConstraintType::kDistance) {
    Require(!is_spring && constraint.distance == 0 && constraint.damping == 0,
            fmt::format("{}: a distance, stiffness and damping are for "
                        "distance constraints; this one is of type {}",
                        owner, to_string(constraint.type)));
    return;
  }
  RequireNotNegative(constraint.distance, "distance", owner);
  if (is_spring) {
    RequireNotNegative(constraint.stiffness, "stiffness", owner);
    return;
  }
  Require(constraint.stiffness > 0,
          owner + ": the stiffness is neither a number nor infinite");
  Require(constraint.damping == 0,
          owner + ": a rigid distance has no damping; give it a stiffness");
  Require(constraint.distance > 0,
          owner + ": a rigid distance of zero has no direction; use a ball");
}

}  // namespace

void RequireValidConstraints(std::span<const Constraint> constraints,
                             std::span<const Body> bodies) {
  RequireDistinctNames(constraints, "constraint");
  for (const Constraint& constraint : constraints) {
    RequireValid(constraint, bodies);
  }
}

void RequireMovable(std::span<const Constraint> constraints,
                    const Model& model) {
  for (const Constraint& constraint : constraints) {
    const Body& a = model.bodies()[constraint.body_a];
    const Body& b = model.bodies()[constraint.body_b];
    Require(a.tree >= 0 || b.tree >= 0,
            fmt::format("constraint '{}' ties bodies '{}' and '{}', which are "
                        "both fixed to the world",
                        constraint.name, a.name, b.name));
  }
}

}  // namespace tactus::multibody
