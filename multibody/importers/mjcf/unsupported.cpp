#include "tactus/multibody/importers/mjcf/unsupported.h"

#include <algorithm>
#include <string>

#include "tactus/common/text.h"
#include "tactus/multibody/importers/mjcf/schema.h"

namespace tactus::multibody::mjcf {
namespace {

using Severity = Notice::Severity;
using Treatment = ElementRule::Treatment;

// What all actuators have.
constexpr std::string_view kActuatorAttributes =
    "name class group joint jointinparent tendon site refsite body cranksite "
    "slidersite cranklength ctrllimited ctrlrange forcelimited forcerange gear "
    "lengthrange user actlimited actrange actdim actearly";

bool HasWord(std::string_view text, std::string_view word) {
  return std::ranges::count(SplitWords(text), word) > 0;
}

// True for a value that consists of neutral words and numbers only.
bool IsNeutral(std::string_view value, std::string_view neutral) {
  return std::ranges::all_of(
      SplitWords(value), [neutral](std::string_view word) {
        if (HasWord(neutral, word)) return true;
        const auto number = ParseNumber(word);
        return std::ranges::any_of(
            SplitWords(neutral), [&number](std::string_view other) {
              return number && number == ParseNumber(other);
            });
      });
}

class Walker {
 public:
  explicit Walker(ImportReport* report) : report_(report) {}

  void Visit(const XmlElement& element, std::string_view place) {
    const ElementRule* rule = FindRule(place, element.tag);
    if (rule == nullptr) {
      report_->Add(Severity::kDropped, element, "unknown element");
    } else if (rule->treatment == Treatment::kCosmetic) {
      report_->AddCommon(Severity::kCosmetic, element, "left out");
    } else if (rule->treatment == Treatment::kDropped) {
      report_->Add(Severity::kDropped, element, rule->message);
    } else if (rule->treatment == Treatment::kRead) {
      CheckAttributes(element, *rule);
      VisitChildren(element, rule->inside);
    }
  }

 private:
  void VisitChildren(const XmlElement& element, std::string_view place) {
    for (const XmlElement& child : element.children) {
      if (place == "default") {
        VisitDefault(child);
      } else {
        Visit(child, place);
      }
    }
  }

  void VisitDefault(const XmlElement& element) {
    if (element.tag == "default") {
      VisitChildren(element, "default");
    } else if (const ElementRule* rule = FindDefaultRule(element.tag)) {
      CheckAttributes(element, *rule);
    }
  }

  void CheckAttributes(const XmlElement& element, const ElementRule& rule) {
    for (const auto& [name, value] : element.attributes) {
      if (HasWord(rule.attributes, name)) continue;
      if (rule.place == "actuator" && HasWord(kActuatorAttributes, name)) {
        continue;
      }
      const auto physics =
          std::ranges::find(rule.physics, name, &AttributeRule::name);
      const std::string quoted = "attribute '" + name + "'";
      if (physics == rule.physics.end()) {
        report_->AddCommon(Severity::kDropped, element, "unknown " + quoted);
      } else if (!IsNeutral(value, physics->neutral)) {
        report_->AddCommon(
            physics->severity, element,
            quoted + " = '" + value + "': " + std::string(physics->message));
      }
    }
  }

  ImportReport* report_;
};

}  // namespace

void ReportUnsupported(const XmlElement& root, ImportReport* report) {
  Walker(report).Visit(root, "");
}

}  // namespace tactus::multibody::mjcf
