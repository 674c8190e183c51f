#include "tactus/multibody/importers/sdf/mimics.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>

#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/importers/parsing/follower_chains.h"
#include "tactus/multibody/importers/sdf/elements.h"

namespace tactus::multibody::sdformat {
namespace {

bool IsScalar(const JointSpec& joint) {
  return joint.type == "revolute" || joint.type == "continuous" ||
         joint.type == "prismatic";
}

int FindLeader(const Scene& scene, const JointSpec& follower,
               const XmlElement& mimic) {
  const std::string name = ScopeOf(follower) + Required(mimic, "joint");
  const auto leader = std::ranges::find(scene.joints, name, &JointSpec::name);
  Check(leader != scene.joints.end(), mimic,
        "there is no joint '" + name + "'");
  Check(leader->name != follower.name, mimic, "the joint follows itself");
  return static_cast<int>(leader - scene.joints.begin());
}

bool IsMimic(const XmlElement& element) {
  return element.tag == "mimic" || element.tag == "drake:mimic";
}

constexpr std::array<std::string_view, 3> kNumbers = {"multiplier", "offset",
                                                      "reference"};

bool IsNumber(const std::string& name) {
  return std::ranges::find(kNumbers, name) != kNumbers.end();
}

// A number in the other form's way would be taken for its default.
void CheckForm(const XmlElement& mimic, ImportReport* report) {
  const bool standard = mimic.tag == "mimic";
  for (const XmlElement::Attribute& each : mimic.attributes) {
    if (each.name == "joint" || (standard && each.name == "axis")) continue;
    if (!standard && each.name != "reference" && IsNumber(each.name)) continue;
    Check(!IsNumber(each.name), mimic,
          "'" + each.name + "' is no attribute of this element");
    report->Add(Notice::Severity::kDropped, mimic,
                "there is no attribute '" + each.name + "'");
  }
  std::set<std::string> seen;
  for (const XmlElement& each : mimic.children) {
    // Extensions are reported with all others.
    if (each.tag.find(':') != std::string::npos) continue;
    if (!IsNumber(each.tag)) {
      report->Add(Notice::Severity::kDropped, each,
                  "<" + mimic.tag + "> has no such element");
      continue;
    }
    Check(standard, each, "<drake:mimic> has its numbers in attributes");
    Check(seen.insert(each.tag).second, each, "it is there twice");
  }
}

void CheckLeaderAxis(const XmlElement& mimic) {
  const std::string* axis = mimic.Find("axis");
  if (mimic.tag != "mimic" || axis == nullptr || *axis == "axis") return;
  FailAttribute(
      mimic, "axis",
      "is '" + *axis + "', and the joint that is followed has 'axis'");
}

/// Nothing where a joint has several axes.
std::optional<MimicSpec> ReadMimic(const Scene& scene, int j,
                                   const XmlElement& mimic,
                                   ImportReport* report) {
  const JointSpec& joint = scene.joints[j];
  CheckForm(mimic, report);
  MimicSpec spec{.follower = j, .leader = FindLeader(scene, joint, mimic)};
  if (!IsScalar(joint) || !IsScalar(scene.joints[spec.leader])) {
    report->Add(Notice::Severity::kDropped, joint.source,
                "only joints of one coordinate can follow each other");
    return std::nullopt;
  }
  CheckLeaderAxis(mimic);
  if (mimic.tag == "mimic") {
    ReadPath(mimic, "multiplier", &spec.multiplier);
    ReadPath(mimic, "offset", &spec.offset);
    ReadPath(mimic, "reference", &spec.reference);
  } else {
    Read(mimic, "multiplier", &spec.multiplier);
    Read(mimic, "offset", &spec.offset);
  }
  return spec;
}

void ReportMisplaced(const XmlElement& joint, ImportReport* report) {
  const auto report_in = [&](const XmlElement& parent, const char* why) {
    for (const XmlElement& each : parent.children) {
      if (IsMimic(each)) report->Add(Notice::Severity::kDropped, each, why);
    }
  };
  report_in(joint, "it belongs into <axis>, and does not act here");
  for (const XmlElement& each : joint.children) {
    if (each.tag == "axis2")
      report_in(each, "the second axis of a joint cannot follow another");
  }
}

}  // namespace

std::string ScopeOf(const JointSpec& joint) {
  const std::string& own = Required(joint.source, "name");
  return joint.name.substr(0, joint.name.size() - own.size());
}

std::vector<MimicSpec> ReadMimics(const Scene& scene, ImportReport* report) {
  std::vector<MimicSpec> specs;
  FollowerChains chains;
  for (int j = 0; j < std::ssize(scene.joints); ++j) {
    const JointSpec& joint = scene.joints[j];
    if (scene.models[joint.model].is_static) continue;
    ReportMisplaced(joint.source, report);
    const XmlElement* axis = FindChild(joint.source, "axis");
    if (axis == nullptr) continue;
    std::optional<MimicSpec> first;
    for (const XmlElement& each : axis->children) {
      if (!IsMimic(each)) continue;
      const auto spec = ReadMimic(scene, j, each, report);
      if (spec && first && *spec != *first) {
        report->Add(Notice::Severity::kDropped, each,
                    "a joint follows one other, by its first <mimic>");
      }
      if (!first) first = spec;
    }
    if (!first) continue;
    if (chains.Add(j, first->leader)) {
      specs.push_back(*first);
    } else {
      report->Add(Notice::Severity::kDropped, joint.source,
                  "it does not follow '" + scene.joints[first->leader].name +
                      "', which follows it");
    }
  }
  return specs;
}

}  // namespace tactus::multibody::sdformat
