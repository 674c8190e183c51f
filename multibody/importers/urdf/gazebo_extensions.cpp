#include "tactus/multibody/importers/urdf/gazebo_extensions.h"

#include <algorithm>
#include <array>
#include <string>

#include "tactus/common/text.h"
#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/importers/urdf/elements.h"

namespace tactus::multibody::urdf {
namespace {

using Severity = Notice::Severity;

constexpr auto kOfLinks = std::to_array<std::string_view>(
    {"mu1", "mu2", "kp", "gravity", "turnGravityOff"});
constexpr auto kOfJoints =
    std::to_array<std::string_view>({"springStiffness", "springReference"});

double ReadNotNegative(const XmlElement& element) {
  const auto number = ParseNumber(FindGazeboValue(element));
  Check(number && *number >= 0, element, "needs a number that is not negative");
  return *number;
}

bool ReadFlag(const XmlElement& element) {
  const std::string_view value = FindGazeboValue(element);
  const bool is_true = value == "true" || value == "1";
  Check(is_true || value == "false" || value == "0", element,
        "is neither true nor false");
  return is_true;
}

void ReportSecondFriction(const XmlElement& gazebo, ImportReport* report) {
  const XmlElement* mu1 = FindChild(gazebo, "mu1");
  const XmlElement* mu2 = FindChild(gazebo, "mu2");
  if (mu2 == nullptr) return;
  if (mu1 == nullptr) {
    report->AddCommon(Severity::kDropped, gazebo,
                      "Gazebo's <mu2> does not act without <mu1>");
  } else if (ReadNotNegative(*mu1) != ReadNotNegative(*mu2)) {
    report->AddCommon(Severity::kApproximated, gazebo,
                      "friction is the same in all directions: that of "
                      "Gazebo's <mu1>");
  }
}

void ChangeLink(const XmlElement& gazebo, LinkSpec* link) {
  for (const XmlElement& child : gazebo.children) {
    if (child.tag == "mu1") {
      const double mu = ReadNotNegative(child);
      for (contact::Material* material : FindPlainMaterials(link))
        material->static_friction = material->dynamic_friction = mu;
    } else if (child.tag == "kp") {
      const double k = ReadNotNegative(child);
      Check(k > 0, child, "must be positive");
      for (contact::Material* material : FindPlainMaterials(link))
        material->stiffness = k;
    } else if (child.tag == "gravity") {
      link->gravity_scale = ReadFlag(child) ? 1 : 0;
    } else if (child.tag == "turnGravityOff") {
      link->gravity_scale = ReadFlag(child) ? 0 : 1;
    }
  }
}

void ChangeJoint(const XmlElement& gazebo, Joint* joint, ImportReport* report) {
  for (const XmlElement& child : gazebo.children) {
    if (std::ranges::find(kOfJoints, child.tag) == kOfJoints.end()) continue;
    if (joint->nv() != 1) {
      report->AddCommon(
          Severity::kDropped, gazebo,
          "Gazebo's <" + child.tag + "> acts on joints of one coordinate only");
    } else if (child.tag == "springStiffness") {
      joint->stiffness = ReadNotNegative(child);
    } else {
      const auto reference = ParseNumber(FindGazeboValue(child));
      Check(reference.has_value(), child, "needs a number");
      joint->spring_reference = *reference;
    }
  }
}

}  // namespace

bool IsTakenFromGazebo(std::string_view tag) {
  return std::ranges::find(kOfLinks, tag) != kOfLinks.end() ||
         std::ranges::find(kOfJoints, tag) != kOfJoints.end();
}

std::string_view FindGazeboValue(const XmlElement& element) {
  if (const std::string* value = element.Find("value")) return *value;
  return element.text;
}

void ApplyGazeboExtensions(const XmlElement& root, Contents* contents,
                           ImportReport* report) {
  for (const XmlElement& gazebo : root.children) {
    const std::string* name = gazebo.Find("reference");
    if (!Is(gazebo, "gazebo") || name == nullptr) continue;
    const auto link =
        std::ranges::find(contents->links, *name, &LinkSpec::name);
    const auto joint = std::ranges::find(
        contents->joints, *name,
        [](const JointSpec& spec) { return spec.joint.name; });
    const bool has_physics = std::ranges::any_of(
        gazebo.children, IsTakenFromGazebo, &XmlElement::tag);
    if (link != contents->links.end()) {
      ReportSecondFriction(gazebo, report);
      ChangeLink(gazebo, &*link);
    }
    if (joint != contents->joints.end())
      ChangeJoint(gazebo, &joint->joint, report);
    if (has_physics && link == contents->links.end() &&
        joint == contents->joints.end()) {
      report->Add(Severity::kCosmetic, gazebo,
                  "it refers to '" + *name + "', which is not there");
    }
  }
}

}  // namespace tactus::multibody::urdf
