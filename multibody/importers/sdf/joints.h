#pragma once

#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/sdf/scene.h"
#include "tactus/multibody/model.h"

namespace tactus::multibody::sdformat {

/// The joint, but for its bodies and X_PF, in whose place X_JF stands: F in the
/// frame of the <joint>. F and M coincide at q = 0.
///
///   fixed                 kWeld
///   revolute, continuous  kRevolute about the axis; continuous has no limits
///   prismatic             kPrismatic along the axis
///   screw                 kScrew about the axis; <screw_thread_pitch> or
///                         <thread_pitch>; q, and with it limits, in radians
///   ball                  kBall
///   universal, revolute2  kUniversal: x of F is the first axis, y the second,
///                         each with its limits
///   drake:planar          kPlanar, of <drake:joint type="planar">: in the x-y
///                         plane of the frame <drake:parent>, where the frame
///                         <drake:child> is at q = 0
///
/// Gearboxes are no joints of their own (gearboxes.h).
///
/// @throws ModelFileError for any other type, axes of a universal joint that
/// are not orthogonal, and numbers that no joint can have.
Joint MakeJoint(const JointSpec& spec, ImportReport* report);

/// True for what gets an actuator: a scalar joint with an effort.
bool IsActuated(const JointSpec& spec, const Joint& joint);

}  // namespace tactus::multibody::sdformat
