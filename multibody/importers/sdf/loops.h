#pragma once

#include <vector>

#include "tactus/multibody/constraint.h"
#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/sdf/scene.h"

namespace tactus::multibody::sdformat {

/// The constraints, but for the bodies, in place of a joint that closes a loop:
/// one whose child another joint moves already, or on whose child its parent
/// hangs. The earlier joints of the file are the tree.
///
///   fixed                 the frame of the <joint> in both links, welded
///   ball                  its origin, tied
///   revolute, continuous  two balls on the axis (parsing/loop_constraints.h)
///
/// Limits, dynamics and effort of such a joint are reported as dropped.
/// @param X_PJ  the frame of the <joint> in the parent, as the file places it.
/// @throws ModelFileError for another type.
std::vector<Constraint> MakeLoop(const JointSpec& spec,
                                 const RigidTransform& X_PJ,
                                 ImportReport* report);

/// True if the axis says more than its direction.
bool Acts(const AxisSpec& axis);

}  // namespace tactus::multibody::sdformat
