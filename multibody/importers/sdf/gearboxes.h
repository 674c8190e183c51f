#pragma once

#include <vector>

#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/sdf/mimics.h"
#include "tactus/multibody/importers/sdf/scene.h"

namespace tactus::multibody::sdformat {

/// A joint of type "gearbox" carries nothing: with the angles theta_1 of the
/// parent link about <axis>, and theta_2 of the child link about <axis2>, both
/// as seen from the <gearbox_reference_body>, it says
///
///     theta_2 = -gearbox_ratio theta_1.
///
/// Revolute joints between the reference and either link make these angles,
/// s_i q_i, where s_i is -1 if the joint turns the other way, by its axis or
/// since the reference is its child; so the second follows the first,
///
///     q_2 = -gearbox_ratio s_1 s_2 q_1.
struct GearboxSpec {
  int joint{};  ///< In Scene::joints.
  MimicSpec ratio{};
};

/// Those of all joints that move. Limits and dynamics of a gearbox's own axes
/// are reported as dropped.
/// @throws ModelFileError for a gearbox without two axes or a reference body
/// that is there, for links that no revolute joint connects with it, joints
/// about other directions than the axes, and a ratio that is zero or not
/// finite.
std::vector<GearboxSpec> ReadGearboxes(const Scene& scene,
                                       ImportReport* report);

bool IsGearbox(const JointSpec& joint);

}  // namespace tactus::multibody::sdformat
