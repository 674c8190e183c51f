#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody {

/// A <drake:collision_filter_group>, of whichever format: links, other groups
/// whose members are its own, and groups that its members never touch.
struct CollisionFilterGroup {
  /// A name, and the element that says it.
  struct Reference {
    std::string name;
    const XmlElement* source{};
  };
  Reference name;
  std::vector<Reference> members{}, member_groups{}, ignored_groups{};
};

/// The pairs of links that never touch: no member of a group touches a member
/// of a group that it ignores, itself included.
/// @param links  the names that exist.
/// @returns pairs in alphabetical order, first < second.
/// @throws ModelFileError for a group that is there twice or contains itself,
/// and for unknown links and groups.
std::set<std::pair<std::string, std::string>> FindFilteredPairs(
    const std::vector<CollisionFilterGroup>& groups,
    const std::set<std::string>& links);

}  // namespace tactus::multibody
