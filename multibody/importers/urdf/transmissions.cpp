#include "tactus/multibody/importers/urdf/transmissions.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "tactus/common/text.h"
#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/importers/urdf/elements.h"
#include "tactus/multibody/scoped_name.h"

namespace tactus::multibody::urdf {
namespace {

using Severity = Notice::Severity;

int FindJoint(const std::vector<JointSpec>& joints, const std::string& name) {
  const auto joint = std::ranges::find_if(
      joints, [&name](const JointSpec& j) { return j.joint.name == name; });
  return joint == joints.end() ? -1 : static_cast<int>(joint - joints.begin());
}

std::vector<std::string> NamesOfJoints(const std::vector<JointSpec>& joints) {
  std::vector<std::string> names;
  for (const JointSpec& joint : joints) names.push_back(joint.joint.name);
  return names;
}

// The type stands in an attribute or in an element; without one it is simple.
bool IsSimple(const XmlElement& transmission) {
  std::string type = "SimpleTransmission";
  Read(transmission, "type", &type);
  if (const XmlElement* child = FindChild(transmission, "type")) {
    type = child->text;
  }
  const auto count = [&transmission](std::string_view tag) {
    return std::ranges::count_if(
        transmission.children,
        [tag](const XmlElement& child) { return Is(child, tag); });
  };
  return type.ends_with("SimpleTransmission") && count("joint") <= 1 &&
         count("actuator") <= 1;
}

double EffortOf(const JointSpec& joint) {
  return joint.effort.value_or(std::numeric_limits<double>::infinity());
}

void AddRotor(const XmlElement& actuator, Joint* joint) {
  double gear_ratio = 1, rotor_inertia = 0;
  ReadChildValue(actuator, "gear_ratio", &gear_ratio);
  ReadChildValue(actuator, "rotor_inertia", &rotor_inertia);
  Check(rotor_inertia >= 0, actuator, "the rotor's inertia is negative");
  joint->armature += gear_ratio * gear_ratio * rotor_inertia;
}

// A gear and a shift of the motor's angle count nowhere: what drives a joint is
// told in efforts of the joint.
void ReportGear(const XmlElement& transmission, const XmlElement& joint,
                const XmlElement& actuator, ImportReport* report) {
  const auto report_unless = [report](const XmlElement& parent,
                                      std::string_view tag,
                                      std::string_view neutral) {
    const XmlElement* gear = FindChild(parent, tag);
    if (gear == nullptr || gear->text.empty() ||
        ParseNumber(gear->text) == ParseNumber(neutral)) {
      return;
    }
    report->AddCommon(Severity::kCosmetic, *gear,
                      "left out: efforts and angles are those of the joint, "
                      "not of the motor");
  };
  report_unless(transmission, "mechanicalReduction", "1");
  report_unless(actuator, "mechanicalReduction", "1");
  report_unless(joint, "mechanicalReduction", "1");
  report_unless(joint, "offset", "0");
}

// Nothing where there is no motor, which is reported.
std::optional<MotorSpec> ReadTransmission(const XmlElement& element,
                                          std::vector<JointSpec>* joints,
                                          ImportReport* report) {
  if (!IsSimple(element)) {
    report->Add(Severity::kDropped, element,
                "only a SimpleTransmission of one actuator to one joint is "
                "taken");
    return std::nullopt;
  }
  const XmlElement* joint_element = FindChild(element, "joint");
  const XmlElement* actuator = FindChild(element, "actuator");
  Check(joint_element != nullptr, element, "it has no <joint>");
  Check(actuator != nullptr, element, "it has no <actuator>");
  const std::string& name = Required(*joint_element, "name");
  const int j = FindJoint(*joints, name);
  Check(
      j >= 0, element,
      "unknown joint '" + name + "'; " + Suggest(name, NamesOfJoints(*joints)));

  JointSpec& joint = (*joints)[static_cast<std::size_t>(j)];
  if (joint.joint.nv() != 1) {
    report->Add(Severity::kDropped, element,
                "joint '" + name + "' has not one coordinate: no motor");
    return std::nullopt;
  }
  AddRotor(*actuator, &joint.joint);
  ReportGear(element, *joint_element, *actuator, report);
  if (EffortOf(joint) == 0) {
    report->Add(Severity::kDropped, element,
                "the effort limit of joint '" + name + "' is 0: no motor");
    return std::nullopt;
  }
  MotorSpec motor{.name = name, .joint = j, .effort = EffortOf(joint)};
  Read(*actuator, "name", &motor.name);
  return motor;
}

std::vector<MotorSpec> DriveAll(const std::vector<JointSpec>& joints) {
  std::vector<MotorSpec> motors;
  for (int j = 0; j < std::ssize(joints); ++j) {
    const JointSpec& joint = joints[static_cast<std::size_t>(j)];
    const bool driven =
        joint.effort.value_or(0) > 0 && joint.joint.nv() == 1 && !joint.mimic;
    if (driven) motors.push_back({joint.joint.name, j, *joint.effort});
  }
  return motors;
}

}  // namespace

std::vector<MotorSpec> ReadMotors(const XmlElement& root,
                                  std::vector<JointSpec>* joints,
                                  ImportReport* report) {
  std::vector<MotorSpec> motors;
  bool any = false;
  for (const XmlElement& element : root.children) {
    if (!Is(element, "transmission") || IsIgnored(element)) continue;
    any = true;
    if (auto motor = ReadTransmission(element, joints, report)) {
      motors.push_back(std::move(*motor));
    }
  }
  if (any) return motors;
  motors = DriveAll(*joints);
  if (!motors.empty()) {
    report->Add(Severity::kCosmetic, root,
                "no <transmission>: each joint with an effort limit gets a "
                "motor of its own name");
  }
  return motors;
}

}  // namespace tactus::multibody::urdf
