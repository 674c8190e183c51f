#pragma once

#include <string>
#include <vector>

#include "tactus/multibody/parsing/import_report.h"
#include "tactus/multibody/sdf/scene.h"

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
struct MimicSpec {
  int follower{}, leader{};  ///< In Scene::joints.
  double multiplier = 1, offset = 0, reference = 0;
};

/// Those of all joints that move; others are reported. The leader's name is
/// looked for in the joint's own model.
/// @throws ModelFileError for unknown joints, a joint that follows itself, and
/// numbers that are none.
std::vector<MimicSpec> ReadMimics(const Scene& scene, ImportReport* report);

}  // namespace tactus::multibody::sdformat
