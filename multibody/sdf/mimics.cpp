#include "tactus/multibody/sdf/mimics.h"

#include <algorithm>

#include "tactus/multibody/parsing/attributes.h"
#include "tactus/multibody/sdf/elements.h"

namespace tactus::multibody::sdformat {
namespace {

bool IsScalar(const JointSpec& joint) {
  return joint.type == "revolute" || joint.type == "continuous" ||
         joint.type == "prismatic";
}

// "model::" of "model::joint".
std::string ScopeOf(const JointSpec& joint) {
  const std::string& own = Required(joint.source, "name");
  return joint.name.substr(0, joint.name.size() - own.size());
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

}  // namespace

std::vector<MimicSpec> ReadMimics(const Scene& scene, ImportReport* report) {
  std::vector<MimicSpec> specs;
  for (int j = 0; j < std::ssize(scene.joints); ++j) {
    const JointSpec& joint = scene.joints[j];
    const XmlElement* standard = FindPath(joint.source, "axis/mimic");
    const XmlElement* drake = FindPath(joint.source, "axis/drake:mimic");
    const XmlElement* mimic = standard != nullptr ? standard : drake;
    if (mimic == nullptr || scene.models[joint.model].is_static) continue;
    MimicSpec spec{.follower = j, .leader = FindLeader(scene, joint, *mimic)};
    if (!IsScalar(joint) || !IsScalar(scene.joints[spec.leader])) {
      report->Add(Notice::Severity::kDropped, joint.source,
                  "only revolute and prismatic joints can follow each other");
      continue;
    }
    if (mimic == standard) {
      ReadPath(*mimic, "multiplier", &spec.multiplier);
      ReadPath(*mimic, "offset", &spec.offset);
      ReadPath(*mimic, "reference", &spec.reference);
    } else {
      Read(*mimic, "multiplier", &spec.multiplier);
      Read(*mimic, "offset", &spec.offset);
    }
    specs.push_back(spec);
  }
  return specs;
}

}  // namespace tactus::multibody::sdformat
