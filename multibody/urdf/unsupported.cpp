#include "tactus/multibody/urdf/unsupported.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "tactus/multibody/parsing/model_file_error.h"
#include "tactus/multibody/urdf/elements.h"

namespace tactus::multibody::urdf {
namespace {

using Severity = Notice::Severity;

enum class Treatment { kRead, kCosmetic, kApproximated, kDropped };

// What becomes of an element inside another.
struct Rule {
  std::string_view parent = {}, tag = {};
  Treatment treatment = Treatment::kRead;
  std::string_view message = {};
};

constexpr std::string_view kLooks = "looks are left out";
constexpr std::string_view kForControllers = "meant for controllers, left out";

constexpr Rule kRules[] = {
    {"robot", "link"},
    {"robot", "joint"},
    {"robot", "transmission"},
    {"robot", "collision_filter_group"},
    {"robot", "gazebo"},
    {"robot", "mujoco"},
    {"robot", "material", Treatment::kCosmetic, kLooks},
    {"robot", "frame", Treatment::kCosmetic, "frames carry no physics"},
    {"robot", "sensor", Treatment::kCosmetic, "sensors are left out"},
    {"robot", "ros2_control", Treatment::kCosmetic, kForControllers},
    {"robot", "loop_joint"},
    {"robot", "linear_bushing_rpy", Treatment::kDropped,
     "bushings are added in C++, not read from files"},
    {"robot", "ball_constraint", Treatment::kDropped,
     "constraints between links are not read"},
    {"robot", "tendon_constraint", Treatment::kDropped,
     "constraints between joints are not read, but for <mimic>"},

    {"link", "inertial"},
    {"link", "collision"},
    {"link", "visual", Treatment::kCosmetic, kLooks},
    {"link", "material", Treatment::kCosmetic, kLooks},
    {"link", "sensor", Treatment::kCosmetic, "sensors are left out"},
    {"link", "self_collision_checking", Treatment::kCosmetic,
     "meant for planners, left out"},
    {"link", "contact", Treatment::kDropped,
     "Bullet's contact parameters are left out"},

    {"inertial", "origin"},
    {"inertial", "mass"},
    {"inertial", "inertia"},

    {"collision", "origin"},
    {"collision", "geometry"},
    {"collision", "proximity_properties"},
    {"collision", "material", Treatment::kCosmetic, kLooks},
    {"collision", "verbose", Treatment::kCosmetic, "left out"},
    {"collision", "sdf", Treatment::kApproximated,
     "signed distance fields are not used: the convex hull collides"},

    {"joint", "origin"},
    {"joint", "parent"},
    {"joint", "child"},
    {"joint", "axis"},
    {"joint", "limit"},
    {"joint", "dynamics"},
    {"joint", "joint_properties"},
    {"joint", "mimic"},
    {"joint", "calibration", Treatment::kCosmetic, kForControllers},
    {"joint", "safety_controller", Treatment::kCosmetic, kForControllers},
    {"joint", "controller_gains", Treatment::kCosmetic, kForControllers},
};

// Elements of which everything inside is read, or looked at elsewhere.
constexpr std::string_view kOpenEnded[] = {
    "transmission", "loop_joint",           "collision_filter_group",
    "geometry",     "proximity_properties", "mujoco",
    "gazebo"};

// What <gazebo> may say of the physics, and the text with which it says what
// holds anyway.
struct GazeboRule {
  std::string_view tag = {}, neutral = {};
};
constexpr GazeboRule kGazeboPhysics[] = {{"mu1"},
                                         {"mu2"},
                                         {"kp"},
                                         {"kd"},
                                         {"minDepth"},
                                         {"maxVel"},
                                         {"fdir1"},
                                         {"maxContacts"},
                                         {"selfCollide", "true"},
                                         {"self_collide", "true"},
                                         {"gravity", "true"},
                                         {"turnGravityOff", "false"},
                                         {"kinematic", "false"},
                                         {"dampingFactor", "0"},
                                         {"springStiffness", "0"},
                                         {"springReference", "0"},
                                         {"joint"}};

std::string_view WithoutPrefix(std::string_view tag) {
  constexpr std::string_view kPrefix = "drake:";
  if (tag.starts_with(kPrefix)) tag.remove_prefix(kPrefix.size());
  return tag;
}

const Rule* FindRule(std::string_view parent, std::string_view tag) {
  const auto rule = std::ranges::find_if(kRules, [&](const Rule& r) {
    return r.parent == WithoutPrefix(parent) && r.tag == WithoutPrefix(tag);
  });
  return rule == std::end(kRules) ? nullptr : rule;
}

// Elements and expressions of xacro, but for what Gazebo reads by itself.
void RefuseXacro(const XmlElement& element) {
  if (Is(element, "gazebo")) return;
  const bool has_expression = std::ranges::any_of(
      element.attributes, [](const XmlElement::Attribute& attribute) {
        return attribute.value.find("${") != std::string::npos ||
               attribute.value.find("$(") != std::string::npos;
      });
  Check(!has_expression && !element.tag.starts_with("xacro:"), element,
        "this is a xacro file; expand it first (xacro FILE.xacro > "
        "FILE.urdf)");
  for (const XmlElement& child : element.children) RefuseXacro(child);
}

class Walker {
 public:
  explicit Walker(ImportReport* report) : report_(report) {}

  void VisitChildren(const XmlElement& parent) {
    for (const XmlElement& child : parent.children) Visit(child, parent.tag);
  }

 private:
  void Visit(const XmlElement& element, std::string_view parent) {
    if (IsIgnored(element) && parent == "robot") {
      report_->Add(Severity::kCosmetic, element,
                   "left out, as drake_ignore says");
      return;
    }
    const Rule* rule = FindRule(parent, element.tag);
    if (rule == nullptr) {
      report_->Add(Severity::kDropped, element, "unknown element");
    } else if (Is(element, "gazebo")) {
      VisitGazebo(element);
    } else if (rule->treatment != Treatment::kRead) {
      Report(element, *rule);
    } else if (std::ranges::find(kOpenEnded, WithoutPrefix(element.tag)) ==
               std::end(kOpenEnded)) {
      VisitChildren(element);
    }
  }

  void Report(const XmlElement& element, const Rule& rule) {
    switch (rule.treatment) {
      case Treatment::kRead:
        break;
      case Treatment::kCosmetic:
        report_->AddCommon(Severity::kCosmetic, element, rule.message);
        break;
      case Treatment::kApproximated:
        report_->AddCommon(Severity::kApproximated, element, rule.message);
        break;
      case Treatment::kDropped:
        report_->Add(Severity::kDropped, element, rule.message);
        break;
    }
  }

  void VisitGazebo(const XmlElement& element) {
    for (const XmlElement& child : element.children) {
      const auto rule = std::ranges::find(
          kGazeboPhysics, std::string_view(child.tag), &GazeboRule::tag);
      const bool physics =
          rule != std::end(kGazeboPhysics) &&
          (rule->neutral.empty() || rule->neutral != child.text);
      report_->AddCommon(physics ? Severity::kDropped : Severity::kCosmetic,
                         element, "Gazebo's <" + child.tag + "> is left out");
    }
  }

  ImportReport* report_;
};

}  // namespace

void ReportUnsupported(const XmlElement& root, ImportReport* report) {
  RefuseXacro(root);
  Walker(report).VisitChildren(root);
}

}  // namespace tactus::multibody::urdf
