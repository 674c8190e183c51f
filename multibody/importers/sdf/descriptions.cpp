#include "tactus/multibody/importers/sdf/descriptions.h"

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <sdf/Element.hh>
#include <sdf/Param.hh>

namespace tactus::multibody::sdformat {
namespace {

constexpr auto kIgnored = std::to_array<std::string_view>(
    {"actor", "audio_sink", "audio_source", "battery", "gripper", "light",
     "particle_emitter", "population", "projector", "road", "sensor", "state",
     "visual"});

// Parts that libsdformat looks at only where they are.
constexpr auto kOptional = std::to_array<std::string_view>(
    {"allow_auto_disable", "atmosphere",  "box",          "capsule",
     "cylinder",           "ellipsoid",   "enable_wind",  "frame",
     "heightmap",          "image",       "include",      "joint",
     "kinematic",          "laser_retro", "max_contacts", "mesh",
     "must_be_base_link",  "plugin",      "polyline",     "surface",
     "velocity_decay"});

void CollectTags(const XmlElement& element, std::set<std::string_view>* tags) {
  tags->insert(element.tag);
  for (const XmlElement& child : element.children) CollectTags(child, tags);
}

// Whether an included model is merged into another. It comes with parts that
// only its own file shows, and libsdformat gives it a <frame>.
bool Merges(const XmlElement& element) {
  return (element.tag == "include" && element.Find("merge") != nullptr) ||
         std::ranges::any_of(element.children, Merges);
}

bool Contains(std::span<const std::string_view> tags, std::string_view tag) {
  return std::ranges::find(tags, tag) != tags.end();
}

sdf::ElementPtr Prune(const sdf::ElementPtr& element,
                      const std::set<std::string_view>& used) {
  auto pruned = std::make_shared<sdf::Element>();
  pruned->SetName(element->GetName());
  pruned->SetRequired(element->GetRequired());
  pruned->SetDescription(element->GetDescription());
  pruned->SetCopyChildren(element->GetCopyChildren());
  pruned->SetReferenceSDF(element->ReferenceSDF());
  if (const sdf::ParamPtr value = element->GetValue()) {
    pruned->AddValue(
        value->GetTypeName(), value->GetDefaultAsString(), value->GetRequired(),
        value->GetMinValueAsString().value_or(""),
        value->GetMaxValueAsString().value_or(""), value->GetDescription());
  }
  for (const sdf::ParamPtr& attribute : element->GetAttributes()) {
    pruned->AddAttribute(attribute->GetKey(), attribute->GetTypeName(),
                         attribute->GetDefaultAsString(),
                         attribute->GetRequired(), attribute->GetDescription());
  }
  for (unsigned i = 0; i < element->GetElementDescriptionCount(); ++i) {
    const sdf::ElementPtr child = element->GetElementDescription(i);
    const std::string& tag = child->GetName();
    const bool is_unused = Contains(kOptional, tag) && !used.contains(tag);
    if (IsIgnored(tag) || is_unused) continue;
    pruned->AddElementDescription(Prune(child, used));
  }
  return pruned;
}

}  // namespace

bool IsIgnored(std::string_view tag) {
  return Contains(kIgnored, tag);
}

sdf::ElementPtr PruneDescriptions(const sdf::ElementPtr& descriptions,
                                  const XmlElement& root) {
  std::set<std::string_view> used;
  CollectTags(root, &used);
  if (Merges(root)) used.insert(kOptional.begin(), kOptional.end());
  return Prune(descriptions, used);
}

void RemoveIgnored(const sdf::ElementPtr& element) {
  std::vector<sdf::ElementPtr> ignored;
  for (sdf::ElementPtr child = element->GetFirstElement(); child != nullptr;
       child = child->GetNextElement()) {
    if (IsIgnored(child->GetName())) {
      ignored.push_back(child);
    } else {
      RemoveIgnored(child);
    }
  }
  for (const sdf::ElementPtr& child : ignored) element->RemoveChild(child);
}

}  // namespace tactus::multibody::sdformat
