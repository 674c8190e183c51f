#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tactus/multibody/importers/mjcf/body_tree.h"
#include "tactus/multibody/importers/mjcf/composite_parts.h"
#include "tactus/multibody/importers/mjcf/constraints.h"

namespace tactus::multibody::mjcf {

inline constexpr std::string_view kCablePlugin = "mujoco.elasticity.cable";

/// What of an elastic rod holds a body at the end of x of another, where a ball
/// joint has it: moments against turns (elastic/cosserat_element.h).
struct Rod {
  std::string name;
  double length{};                        ///< From the first body's origin [m].
  Vector3d stiffness = Vector3d::Zero();  ///< Against turns [N m].
  Vector3d turn = Vector3d::Zero();       ///< At rest [rad].
};

/// An element of <equality> by which composites hand their rods to ReadRods():
/// so rods are copied, and bodies renamed, as ties are.
XmlElement MakeRod(const Composite& composite, std::string_view body1,
                   std::string_view body2, const Rod& rod);

/// Adds the file's rods, as constraints with names that are not taken.
void AddRods(const XmlElement& root, const BodyTree& tree,
             std::vector<ConstraintSpec>* specs);

}  // namespace tactus::multibody::mjcf
