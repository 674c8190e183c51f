#pragma once

#include <array>
#include <functional>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>

#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::mjcf {

/// The names of those parts of a model that others refer to, by kind.
struct PartNames {
  std::set<std::string, std::less<>> body, joint, geom, site, tendon;
};

/// Adds the names in `element` and in all that is in it.
void CollectNames(const XmlElement& element, PartNames* names);

/// How many references of an element of <contact>, <equality>, <tendon> or
/// <actuator>, and of what is in it, are to the parts named, and how many to
/// others.
struct ReferenceCount {
  int inside = 0, outside = 0;
};
ReferenceCount CountReferences(const XmlElement& element,
                               const PartNames& names);

/// The sections whose elements refer to parts. Those of later ones may refer to
/// tendons.
inline constexpr std::array<std::string_view, 4> kReferringSections = {
    "contact", "tendon", "equality", "actuator"};

using NewName = std::function<std::string(const std::string&)>;

/// Gives the references to the parts named their new names.
void RenameReferences(const PartNames& names, const NewName& new_name,
                      XmlElement* element);

/// Gives the element itself a new name, if it has one.
void RenameOwnName(const NewName& new_name, XmlElement* element);

/// Gives new names to the values of these attributes, of `element`
/// and of all that is in it.
void RenameAttributes(std::initializer_list<std::string_view> attributes,
                      const NewName& new_name, XmlElement* element);

/// Sets an attribute, new or old.
void SetAttribute(std::string_view name, std::string value,
                  XmlElement* element);

}  // namespace tactus::multibody::mjcf
