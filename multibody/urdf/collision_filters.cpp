#include "tactus/multibody/urdf/collision_filters.h"

#include <algorithm>
#include <map>
#include <vector>

#include "tactus/multibody/parsing/attributes.h"
#include "tactus/multibody/scoped_name.h"
#include "tactus/multibody/urdf/elements.h"

namespace tactus::multibody::urdf {
namespace {

constexpr std::string_view kGroup = "collision_filter_group";

class Groups {
 public:
  Groups(const XmlElement& root, const std::set<std::string>& links)
      : links_(links) {
    for (const XmlElement& element : root.children) {
      const std::string* ignore = element.Find("ignore");
      if (!Is(element, kGroup)) continue;
      if (ignore != nullptr && *ignore == "true") continue;
      const std::string& name = Required(element, "name");
      Check(groups_.emplace(name, &element).second, element,
            "the group '" + name + "' exists already");
    }
  }

  std::set<std::pair<std::string, std::string>> FindPairs() const {
    std::set<std::pair<std::string, std::string>> pairs;
    for (const auto& [name, element] : groups_) {
      const std::set<std::string> members = MembersOf(name, *element, {});
      for (const XmlElement& child : element->children) {
        if (!Is(child, "ignored_collision_filter_group")) continue;
        const bool old = child.Find("name") == nullptr;
        const std::string& other =
            Required(child, old ? std::string(kGroup) : "name");
        const std::set<std::string> others = MembersOf(other, child, {});
        for (const std::string& a : members) {
          for (const std::string& b : others) {
            if (a != b) pairs.insert(std::minmax(a, b));
          }
        }
      }
    }
    return pairs;
  }

 private:
  // `user` is where the group is named, `above` the groups that hold it.
  std::set<std::string> MembersOf(const std::string& group,
                                  const XmlElement& user,
                                  std::vector<std::string> above) const {
    const auto found = groups_.find(group);
    Check(found != groups_.end(), user,
          "unknown collision filter group '" + group + "'");
    Check(std::ranges::find(above, group) == above.end(), user,
          "the group '" + group + "' contains itself");
    above.push_back(group);
    std::set<std::string> members;
    for (const XmlElement& child : found->second->children) {
      if (Is(child, "member")) {
        members.insert(FindLink(child));
      } else if (Is(child, "member_group")) {
        members.merge(MembersOf(Required(child, "name"), child, above));
      }
    }
    return members;
  }

  const std::string& FindLink(const XmlElement& member) const {
    const std::string& name = Required(member, "link");
    if (!links_.contains(name)) {
      const std::vector<std::string> names(links_.begin(), links_.end());
      Fail(member, "unknown link '" + name + "'; " + Suggest(name, names));
    }
    return name;
  }

  const std::set<std::string>& links_;
  std::map<std::string, const XmlElement*> groups_;
};

}  // namespace

std::set<std::pair<std::string, std::string>> ReadCollisionFilters(
    const XmlElement& root, const std::set<std::string>& links) {
  return Groups(root, links).FindPairs();
}

}  // namespace tactus::multibody::urdf
