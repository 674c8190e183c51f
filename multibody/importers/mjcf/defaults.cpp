#include "tactus/multibody/importers/mjcf/defaults.h"

#include <algorithm>
#include <span>

#include "tactus/multibody/importers/mjcf/copies.h"
#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {

DefaultClasses::DefaultClasses(const XmlElement& root) {
  classes_.push_back({.name = "main"});
  for (const XmlElement& element : root.children) {
    if (element.tag != "default") continue;
    // The outermost <default> is main, even when it goes by another name.
    const std::string* alias = element.Find("class");
    if (alias != nullptr && *alias != "main") {
      classes_.push_back({.name = *alias, .parent = 0});
    }
    const std::size_t first = classes_.size();
    for (const XmlElement& child : element.children) {
      if (child.tag == "default") {
        Add(child, 0);
      } else {
        classes_[0].elements.push_back(&child);
      }
    }
    for (std::size_t c = first; c < classes_.size(); ++c) {
      classes_[c].num_from_main = classes_[0].elements.size();
    }
  }
}

void DefaultClasses::Add(const XmlElement& element, int parent) {
  const std::string& name = Required(element, "class");
  const bool taken =
      std::any_of(classes_.begin(), classes_.end(),
                  [&name](const Class& other) { return other.name == name; });
  Check(!taken, element, "the class '" + name + "' is defined twice");
  if (element.Find(kRootClassMark) != nullptr) parent = -1;
  const int index = static_cast<int>(classes_.size());
  classes_.push_back({.name = name, .parent = parent});
  for (const XmlElement& child : element.children) {
    if (child.tag == "default") {
      Add(child, index);
    } else {
      classes_[static_cast<std::size_t>(index)].elements.push_back(&child);
    }
  }
}

int DefaultClasses::Find(std::string_view name, const XmlElement& user) const {
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    if (classes_[i].name == name) return static_cast<int>(i);
  }
  Fail(user, "unknown default class '" + std::string(name) + "'");
}

void DefaultClasses::CheckExists(std::string_view name,
                                 const XmlElement& user) const {
  Find(name, user);
}

std::vector<const XmlElement*> DefaultClasses::Layers(
    const XmlElement& element, std::string_view childclass,
    std::initializer_list<std::string_view> tags) const {
  std::string_view name = childclass.empty() ? "main" : childclass;
  if (const std::string* given = element.Find("class")) name = *given;

  std::vector<const XmlElement*> layers = {&element};
  const int own = Find(name, element);
  const std::size_t num_from_main =
      classes_[static_cast<std::size_t>(own)].num_from_main;
  for (int c = own; c >= 0; c = classes_[static_cast<std::size_t>(c)].parent) {
    std::span<const XmlElement* const> elements =
        classes_[static_cast<std::size_t>(c)].elements;
    if (c == 0) {
      elements = elements.first(std::min(elements.size(), num_from_main));
    }
    for (auto it = elements.rbegin(); it != elements.rend(); ++it) {
      if (std::ranges::find(tags, (*it)->tag) != tags.end()) {
        layers.push_back(*it);
      }
    }
  }
  std::ranges::reverse(layers);
  return layers;
}

}  // namespace tactus::multibody::mjcf
