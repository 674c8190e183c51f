#include "tactus/multibody/importers/sdf/collision_filters.h"

#include <vector>

#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/importers/parsing/collision_filter_groups.h"
#include "tactus/multibody/scoped_name.h"

namespace tactus::multibody::sdformat {
namespace {

CollisionFilterGroup ReadGroup(const XmlElement& element,
                               const std::string& scope) {
  CollisionFilterGroup group{
      .name = {MakeScopedName(scope, Required(element, "name")), &element}};
  for (const XmlElement& child : element.children) {
    const CollisionFilterGroup::Reference reference{
        MakeScopedName(scope, child.text), &child};
    if (child.tag == "drake:member") {
      group.members.push_back(reference);
    } else if (child.tag == "drake:member_group") {
      group.member_groups.push_back(reference);
    } else if (child.tag == "drake:ignored_collision_filter_group") {
      group.ignored_groups.push_back(reference);
    }
  }
  return group;
}

// Of a model, and of those in it.
void ReadGroups(const XmlElement& model, const std::string& scope,
                std::vector<CollisionFilterGroup>* groups) {
  for (const XmlElement& element : model.children) {
    if (element.tag == "drake:collision_filter_group") {
      groups->push_back(ReadGroup(element, scope));
    } else if (element.tag == "model") {
      ReadGroups(element, MakeScopedName(scope, Required(element, "name")),
                 groups);
    }
  }
}

}  // namespace

std::set<std::pair<std::string, std::string>> ReadCollisionFilters(
    const Scene& scene) {
  std::vector<CollisionFilterGroup> groups;
  for (const XmlElement& element : scene.root.children) {
    // Names in a world have its models' before them, those of a lone model not.
    if (element.tag == "world" || element.tag == "model")
      ReadGroups(element, "", &groups);
  }
  std::set<std::string> links;
  for (const LinkSpec& link : scene.links) links.insert(link.name);
  return FindFilteredPairs(groups, links);
}

}  // namespace tactus::multibody::sdformat
