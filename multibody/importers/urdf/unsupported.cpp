#include "tactus/multibody/importers/urdf/unsupported.h"

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "tactus/common/text.h"
#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/importers/urdf/elements.h"
#include "tactus/multibody/importers/urdf/gazebo_extensions.h"
#include "tactus/multibody/importers/urdf/schema.h"

namespace tactus::multibody::urdf {
namespace {

using Severity = Notice::Severity;
using Treatment = ElementRule::Treatment;

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

// True for physics that is not what holds anyway.
bool IsLoss(std::span<const ExtensionRule> rules, std::string_view name,
            std::string_view value) {
  const auto rule = std::ranges::find(rules, name, &ExtensionRule::name);
  return rule != rules.end() &&
         (rule->neutral.empty() || rule->neutral != value);
}

class Walker {
 public:
  explicit Walker(ImportReport* report) : report_(report) {}

  // A name and a version, and what others declare.
  void VisitRobot(const XmlElement& robot) {
    CheckAttributes(robot, "name version xmlns");
    VisitChildren(robot, "robot");
  }

 private:
  void VisitChildren(const XmlElement& parent, std::string_view place) {
    std::set<std::string_view> roles;
    for (const XmlElement& child : parent.children) {
      const ElementRule* rule = FindRule(place, child.tag);
      if (IsIgnored(child) && place == "robot") {
        report_->Add(Severity::kCosmetic, child,
                     "left out, as drake_ignore says");
      } else if (rule != nullptr) {
        Visit(child, *rule);
        CheckFirst(child, parent, *rule, &roles);
      } else if (!IsOpenEnded(place)) {
        report_->Add(Severity::kDropped, child, "unknown element");
      }
    }
  }

  void Visit(const XmlElement& element, const ElementRule& rule) {
    if (Is(element, "gazebo")) {
      VisitGazebo(element);
    } else if (rule.treatment != Treatment::kRead) {
      Report(element, rule);
    } else if (Is(element, "mujoco")) {
      VisitMujoco(element);
    } else {
      CheckAttributes(element, rule.attributes);
      VisitChildren(element, rule.inside.empty() ? rule.tag : rule.inside);
    }
  }

  // Attributes with a prefix are extensions of others.
  void CheckAttributes(const XmlElement& element, std::string_view known) {
    if (known == "*") return;
    const auto names = SplitWords(known);
    for (const auto& [name, value] : element.attributes) {
      if (name.find(':') != std::string::npos) continue;
      if (std::ranges::find(names, name) != names.end()) continue;
      report_->AddCommon(Severity::kDropped, element,
                         "unknown attribute '" + name + "'");
    }
  }

  void CheckFirst(const XmlElement& element, const XmlElement& parent,
                  const ElementRule& rule, std::set<std::string_view>* roles) {
    if (rule.role.empty() || roles->insert(rule.role).second) return;
    report_->Add(Severity::kDropped, element,
                 rule.role == rule.tag
                     ? "only the first <" + std::string(rule.tag) + "> of " +
                           to_string(parent) + " acts"
                     : "only the first " + std::string(rule.role) + " acts");
  }

  void Report(const XmlElement& element, const ElementRule& rule) {
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

  // What refers to a link or joint is judged where that is changed.
  void VisitGazebo(const XmlElement& element) {
    const bool refers = element.Find("reference") != nullptr;
    for (const XmlElement& child : element.children) {
      if (refers && IsTakenFromGazebo(child.tag)) continue;
      const bool is_loss =
          IsLoss(GazeboPhysics(), child.tag, FindGazeboValue(child));
      report_->AddCommon(is_loss ? Severity::kDropped : Severity::kCosmetic,
                         element, "Gazebo's <" + child.tag + "> is left out");
    }
  }

  // Of <mujoco> only where meshes are is read.
  void VisitMujoco(const XmlElement& element) {
    for (const XmlElement& child : element.children) {
      for (const auto& [name, value] : child.attributes) {
        if (!IsLoss(MujocoPhysics(), child.tag + "/" + name, value)) continue;
        report_->AddCommon(
            Severity::kDropped, child,
            "MuJoCo's attribute '" + name + "' = '" + value + "' is left out");
      }
      VisitMujoco(child);
    }
  }

  ImportReport* report_;
};

}  // namespace

void ReportUnsupported(const XmlElement& root, ImportReport* report) {
  RefuseXacro(root);
  Walker(report).VisitRobot(root);
}

}  // namespace tactus::multibody::urdf
