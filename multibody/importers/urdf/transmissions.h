#pragma once

#include <map>
#include <string>
#include <vector>

#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/urdf/joints.h"

namespace tactus::multibody::urdf {

/// A motor: f = clamp(u, -effort, effort) on its joint, effort that of the
/// joint's <limit>, infinite without one. u counts at the joint, behind the
/// gear, so that <mechanicalReduction> and <offset> do not enter, which is
/// reported.
struct MotorSpec {
  std::string name{};
  int joint{};  ///< Index in the list of joints.
  double effort{};
};

/// The motors of a file, and the reflected inertia of their rotors:
///
///     armature = gear_ratio^2 rotor_inertia    [kg m^2 or kg],
///
/// from <drake:gear_ratio> and <drake:rotor_inertia> of the <actuator>, added
/// to those of `joints`.
///
/// Each <transmission> with one joint and one actuator of type
/// SimpleTransmission (that of ROS and that of Drake) is a motor of the
/// actuator's name; on a joint that cannot move, or whose effort limit is zero,
/// there is none. A file without <transmission>s drives all scalar joints that
/// have an effort limit and mimic no other: a motor each, of the joint's name.
/// @param root  <robot>
/// @throws ModelFileError for a transmission of an unknown joint, or without
/// joint or actuator.
std::vector<MotorSpec> ReadMotors(const XmlElement& root,
                                  std::vector<JointSpec>* joints,
                                  ImportReport* report);

}  // namespace tactus::multibody::urdf
