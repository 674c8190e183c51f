#pragma once

#include <string>
#include <vector>

#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/sdf/scene.h"

namespace tactus::multibody::sdformat {

/// A joint that follows another, both scalar,
///
///     q = multiplier (q_leader - reference) + offset,
///
/// as <axis> says it, in SDFormat 1.11 or in Drake's form:
///
///     <mimic joint="leader">
///       <multiplier>, <offset>, <reference>
///     </mimic>
///     <drake:mimic joint="leader" multiplier="-1" offset="0"/>
///
/// SDFormat's axis="axis" is the leader's only one.
struct MimicSpec {
  int follower{}, leader{};  ///< In Scene::joints.
  double multiplier = 1, offset = 0, reference = 0;

  bool operator==(const MimicSpec&) const = default;
};

/// Those of all joints that move. Others are reported: of an <axis2>, of joints
/// with several axes, a second one that says something else, one outside of
/// <axis>, one that closes a circle, and what in them is not known. The
/// leader's name is looked for in the joint's own model.
/// @throws ModelFileError for unknown joints, a joint that follows itself,
/// numbers that are none or given twice or in the way of the other form, and an
/// axis that the leader does not have.
std::vector<MimicSpec> ReadMimics(const Scene& scene, ImportReport* report);

/// "model::" of a joint "model::joint".
std::string ScopeOf(const JointSpec& joint);

}  // namespace tactus::multibody::sdformat
