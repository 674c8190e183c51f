#include "tactus/multibody/importers/urdf/collision_filters.h"

#include <vector>

#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/importers/parsing/collision_filter_groups.h"
#include "tactus/multibody/importers/urdf/elements.h"

namespace tactus::multibody::urdf {
namespace {

constexpr std::string_view kGroup = "collision_filter_group";

CollisionFilterGroup ReadGroup(const XmlElement& element) {
  CollisionFilterGroup group{.name = {Required(element, "name"), &element}};
  for (const XmlElement& child : element.children) {
    if (Is(child, "member")) {
      group.members.push_back({Required(child, "link"), &child});
    } else if (Is(child, "member_group")) {
      group.member_groups.push_back({Required(child, "name"), &child});
    } else if (Is(child, "ignored_collision_filter_group")) {
      const bool old = child.Find("name") == nullptr;
      group.ignored_groups.push_back(
          {Required(child, old ? std::string(kGroup) : "name"), &child});
    }
  }
  return group;
}

}  // namespace

std::set<std::pair<std::string, std::string>> ReadCollisionFilters(
    const XmlElement& root, const std::set<std::string>& links) {
  std::vector<CollisionFilterGroup> groups;
  for (const XmlElement& element : root.children) {
    if (!Is(element, kGroup)) continue;
    const std::string* ignore = element.Find("ignore");
    if (ignore != nullptr && *ignore == "true") continue;
    groups.push_back(ReadGroup(element));
  }
  return FindFilteredPairs(groups, links);
}

}  // namespace tactus::multibody::urdf
