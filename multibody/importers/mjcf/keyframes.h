#pragma once

#include <string>
#include <vector>

#include "tactus/common/types.h"
#include "tactus/multibody/importers/mjcf/actuators.h"
#include "tactus/multibody/importers/mjcf/body_tree.h"
#include "tactus/multibody/importers/parsing/import_report.h"

namespace tactus::multibody::mjcf {

/// A <key>, in Tactus's coordinates (see JointType). MuJoCo's differ in
///
///   free   velocities linear (world axes), then angular (axes of the body B):
///          v = (R_WB w_B, v_W)
///   ball   velocities angular in the axes of the child M: v = R_FM w_M
struct KeyframeSpec {
  std::string name{};  ///< Unnamed ones are "key" and their number.
  /// Per joint of BodyTree.
  std::vector<VectorXd> q{}, v{};
  VectorXd u{}, activations{};  ///< Of the supported actuators.
};

/// Reads all <keyframe>s. Where deformable bodies or composites are left out,
/// those whose lists have their positions, too, are, and reported.
/// @throws ModelFileError for lists of the wrong length, a name used twice and
/// a quaternion that is zero.
std::vector<KeyframeSpec> ReadKeyframes(
    const XmlElement& root, const BodyTree& tree,
    const std::vector<ActuatorSpec>& actuators, ImportReport* report);

}  // namespace tactus::multibody::mjcf
