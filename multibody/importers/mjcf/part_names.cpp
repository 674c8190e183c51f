#include "tactus/multibody/importers/mjcf/part_names.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace tactus::multibody::mjcf {
namespace {

using Names = std::set<std::string, std::less<>>;

struct ReferenceRule {
  std::string_view attribute;
  Names PartNames::*kind;
};

constexpr std::array kReferences = {
    ReferenceRule{"body", &PartNames::body},
    ReferenceRule{"body1", &PartNames::body},
    ReferenceRule{"body2", &PartNames::body},
    ReferenceRule{"joint", &PartNames::joint},
    ReferenceRule{"joint1", &PartNames::joint},
    ReferenceRule{"joint2", &PartNames::joint},
    ReferenceRule{"jointinparent", &PartNames::joint},
    ReferenceRule{"geom", &PartNames::geom},
    ReferenceRule{"geom1", &PartNames::geom},
    ReferenceRule{"geom2", &PartNames::geom},
    ReferenceRule{"site", &PartNames::site},
    ReferenceRule{"site1", &PartNames::site},
    ReferenceRule{"site2", &PartNames::site},
    ReferenceRule{"refsite", &PartNames::site},
    ReferenceRule{"sidesite", &PartNames::site},
    ReferenceRule{"cranksite", &PartNames::site},
    ReferenceRule{"slidersite", &PartNames::site},
    ReferenceRule{"tendon", &PartNames::tendon},
    ReferenceRule{"tendon1", &PartNames::tendon},
    ReferenceRule{"tendon2", &PartNames::tendon}};

const ReferenceRule* FindReference(std::string_view attribute) {
  const auto it =
      std::ranges::find(kReferences, attribute, &ReferenceRule::attribute);
  return it == kReferences.end() ? nullptr : &*it;
}

// What a tag's `name` is the name of; null if nothing refers to it.
Names* KindOf(std::string_view tag, PartNames* names) {
  if (tag == "body") return &names->body;
  if (tag == "joint" || tag == "freejoint") return &names->joint;
  if (tag == "geom") return &names->geom;
  if (tag == "site") return &names->site;
  if (tag == "fixed" || tag == "spatial") return &names->tendon;
  return nullptr;
}

}  // namespace

void CollectNames(const XmlElement& element, PartNames* names) {
  const std::string* name = element.Find("name");
  Names* kind = KindOf(element.tag, names);
  if (kind != nullptr && name != nullptr) kind->insert(*name);
  for (const XmlElement& child : element.children) CollectNames(child, names);
}

ReferenceCount CountReferences(const XmlElement& element,
                               const PartNames& names) {
  ReferenceCount count;
  for (const auto& [attribute, value] : element.attributes) {
    const ReferenceRule* rule = FindReference(attribute);
    if (rule == nullptr) continue;
    ++((names.*rule->kind).contains(value) ? count.inside : count.outside);
  }
  for (const XmlElement& child : element.children) {
    const ReferenceCount more = CountReferences(child, names);
    count.inside += more.inside;
    count.outside += more.outside;
  }
  return count;
}

void RenameReferences(const PartNames& names, const NewName& new_name,
                      XmlElement* element) {
  for (auto& [attribute, value] : element->attributes) {
    const ReferenceRule* rule = FindReference(attribute);
    if (rule == nullptr || !(names.*rule->kind).contains(value)) continue;
    value = new_name(value);
  }
  for (XmlElement& child : element->children) {
    RenameReferences(names, new_name, &child);
  }
}

void RenameOwnName(const NewName& new_name, XmlElement* element) {
  const std::string* name = element->Find("name");
  if (name != nullptr) SetAttribute("name", new_name(*name), element);
}

void RenameAttributes(std::initializer_list<std::string_view> attributes,
                      const NewName& new_name, XmlElement* element) {
  for (auto& [attribute, value] : element->attributes) {
    if (!value.empty() && std::ranges::count(attributes, attribute) > 0) {
      value = new_name(value);
    }
  }
  for (XmlElement& child : element->children) {
    RenameAttributes(attributes, new_name, &child);
  }
}

void SetAttribute(std::string_view name, std::string value,
                  XmlElement* element) {
  const auto it = std::ranges::find(element->attributes, name,
                                    &XmlElement::Attribute::name);
  if (it != element->attributes.end()) {
    it->value = std::move(value);
  } else {
    element->attributes.push_back({std::string(name), std::move(value)});
  }
}

}  // namespace tactus::multibody::mjcf
