#pragma once

#include <limits>
#include <vector>

#include "tactus/multibody/joint_checks.h"
#include "tactus/multibody/model.h"

namespace tactus::multibody::test {

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// The world, an arm, and a link that is virtual.
inline const std::vector<Body> kCheckedBodies = {
    Body{.name = "world"}, Body{.name = "arm"},
    Body{.name = "link", .inertia = {}, .is_virtual = true}};

/// A joint of the arm that nothing is wrong with.
inline Joint MakeCheckedHinge() {
  return {.name = "hinge", .type = JointType::kRevolute, .child = 1};
}

inline void CheckJoint(const Joint& joint) {
  RequireValidJoints(std::vector<Joint>{joint}, kCheckedBodies);
}

}  // namespace tactus::multibody::test
