#include "tactus/multibody/importers/sdf/unsupported.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "tactus/multibody/importers/sdf/elements.h"
#include "tactus/multibody/importers/sdf/surfaces.h"

namespace tactus::multibody::sdformat {
namespace {

using enum Notice::Severity;
using Severity = Notice::Severity;

// An element that is not taken over, wherever it may stand.
struct ElementRule {
  std::string_view parent, tag;
  Severity severity;
  std::string_view message;
};

constexpr ElementRule kRules[] = {
    {"*", "plugin", kDropped, "plugins are not run"},
    {"*", "sensor", kCosmetic, "sensors are left out"},
    {"*", "light", kCosmetic, "lights are left out"},
    {"world", "scene", kCosmetic, "looks are left out"},
    {"world", "gui", kCosmetic, "looks are left out"},
    {"world", "actor", kDropped, "actors are left out"},
    {"world", "road", kDropped, "roads are left out"},
    {"world", "population", kDropped, "populations are left out"},
    {"world", "state", kDropped, "recorded states are left out"},
    {"world", "wind", kDropped, "there is no wind"},
    {"model", "gripper", kDropped,
     "grippers that grasp by a rule are left out"},
    {"link", "battery", kCosmetic, "batteries are left out"},
    {"link", "projector", kCosmetic, "looks are left out"},
    {"link", "particle_emitter", kCosmetic, "looks are left out"},
    {"link", "audio_source", kCosmetic, "sounds are left out"},
    {"link", "audio_sink", kCosmetic, "sounds are left out"},
    {"limit", "drake:acceleration", kDropped,
     "the acceleration limit does not act"},
};

// Elements whose value decides whether anything is lost.
bool IsLoss(const XmlElement& element) {
  if (element.tag == "velocity_decay") {
    return std::ranges::any_of(element.children, [](const XmlElement& child) {
      return ReadNumber(child) != 0;
    });
  }
  return (element.tag == "kinematic" || element.tag == "enable_wind") &&
         ReadFlag(element);
}

// Drake's extensions that are read, by tag.
constexpr std::array<std::string_view, 10> kTaken = {
    "drake:joint",          "drake:capsule",
    "drake:ellipsoid",      "drake:proximity_properties",
    "drake:rotor_inertia",  "drake:gear_ratio",
    "drake:declare_convex", "drake:visual",
    "drake:mimic",          "drake:collision_filter_group"};

void ReportLink(const XmlElement& link, ImportReport* report) {
  for (const XmlElement& element : link.children) {
    if (IsLoss(element)) {
      report->AddCommon(kDropped, element, "not taken over: it does not act");
    }
  }
}

void Report(const XmlElement& parent, ImportReport* report) {
  if (parent.tag == "link") ReportLink(parent, report);
  if (parent.tag == "joint") ReportJointPhysics(parent, report);
  for (const XmlElement& element : parent.children) {
    const auto rule = std::ranges::find_if(kRules, [&](const ElementRule& r) {
      return r.tag == element.tag &&
             (r.parent == "*" || r.parent == parent.tag);
    });
    if (rule != std::end(kRules)) {
      report->Add(rule->severity, element, rule->message);
      continue;
    }
    const bool is_extension = element.tag.find(':') != std::string::npos;
    if (is_extension &&
        std::ranges::find(kTaken, element.tag) == kTaken.end()) {
      report->Add(kDropped, element, "this extension is not taken over");
      continue;
    }
    // Collisions are reported by those who read them, and what is seen is no
    // concern.
    if (element.tag != "visual" && element.tag != "collision" &&
        element.tag != "drake:collision_filter_group" &&
        element.tag != "drake:joint") {
      Report(element, report);
    }
  }
}

}  // namespace

void ReportUnsupported(const XmlElement& root, ImportReport* report) {
  Report(root, report);
}

}  // namespace tactus::multibody::sdformat
