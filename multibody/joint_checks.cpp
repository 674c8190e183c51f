#include "tactus/multibody/joint_checks.h"

#include <cmath>
#include <numbers>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/multibody/element_checks.h"

namespace tactus::multibody {
namespace {

void RequireUnitAxis(const Joint& joint, const std::string& owner) {
  const double length = joint.axis_F.norm();
  Require(std::abs(length - 1) <= 1e-10,
          fmt::format("{}: the axis ({:g}, {:g}, {:g}) has length {:.12g}; it "
                      "must have length 1",
                      owner, joint.axis_F[0], joint.axis_F[1], joint.axis_F[2],
                      length));
}

// Only scalar joints have bounds, springs and a default position.
void RequireNothingScalar(const Joint& joint, const std::string& owner) {
  const bool bounded =
      joint.lower != Joint{}.lower || joint.upper != Joint{}.upper;
  Require(!bounded && joint.stiffness == 0 && joint.default_position == 0,
          fmt::format("{}: bounds, stiffness and a default position are for "
                      "scalar joints; this one is {}",
                      owner, to_string(joint.type)));
}

// Of each position, and of the angle of a ball joint.
void RequireValidBounds(const Joint& joint, const std::string& owner) {
  const bool has_each =
      joint.type == JointType::kUniversal || joint.type == JointType::kPlanar;
  for (int i = 0; i < 3; ++i) {
    const bool bounded = joint.lower_each[i] != kUnbounded[0] ||
                         joint.upper_each[i] != kUnbounded[1];
    Require(!bounded || (has_each && i < joint.nq()),
            fmt::format("{}: bounds of position {} of each are for universal "
                        "and planar joints; this one is {}",
                        owner, i + 1, to_string(joint.type)));
    RequireOrdered(joint.lower_each[i], joint.upper_each[i], owner);
  }
  if (joint.max_angle == kUnbounded[1]) return;
  Require(joint.type == JointType::kBall,
          fmt::format("{}: a largest angle is for ball joints; this one is {}",
                      owner, to_string(joint.type)));
  Require(joint.max_angle > 0 && joint.max_angle <= std::numbers::pi,
          fmt::format("{}: the largest angle is {:g}; it must be above zero "
                      "and not above pi",
                      owner, joint.max_angle));
}

void RequireValidPitch(const Joint& joint, const std::string& owner) {
  const bool turns_only = joint.screw_pitch == 0;
  Require(turns_only || joint.type == JointType::kScrew,
          fmt::format("{}: a screw pitch is for screw joints; this one is {}",
                      owner, to_string(joint.type)));
  Require(std::isfinite(joint.screw_pitch) &&
              turns_only == (joint.type != JointType::kScrew),
          fmt::format("{}: the screw pitch is {:g}; it must be finite and not "
                      "zero",
                      owner, joint.screw_pitch));
}

void RequireValid(const Joint& joint, std::span<const Body> bodies) {
  const std::string owner = fmt::format("joint '{}'", joint.name);
  RequireBodyIndex(joint.parent, bodies, owner);
  RequireBodyIndex(joint.child, bodies, owner);
  RequireRigid(joint.X_PF, owner + ": its frame in the parent");
  RequireRigid(joint.X_CM, owner + ": its frame in the child");
  RequireNotNegative(joint.damping, "damping", owner);
  RequireNotNegative(joint.dry_friction, "dry friction", owner);
  Require(joint.dry_friction == 0 || joint.type != JointType::kWeld,
          owner + ": a weld does not slide, and has no dry friction");
  RequireNotNegative(joint.armature, "armature", owner);
  RequireValidBounds(joint, owner);
  RequireValidPitch(joint, owner);
  if (!IsScalar(joint.type)) {
    RequireNothingScalar(joint, owner);
    return;
  }
  RequireUnitAxis(joint, owner);
  RequireOrdered(joint.lower, joint.upper, owner);
  Require(std::isfinite(joint.stiffness) &&
              std::isfinite(joint.spring_reference) &&
              std::isfinite(joint.default_position),
          owner +
              ": stiffness, spring reference and default position must be "
              "finite");
}

}  // namespace

void RequireValidJoints(std::span<const Joint> joints,
                        std::span<const Body> bodies) {
  RequireDistinctNames(joints, "joint");
  for (const Joint& joint : joints) RequireValid(joint, bodies);
}

}  // namespace tactus::multibody
