#include "tactus/multibody/importers/parsing/collision_filter_groups.h"

#include <algorithm>
#include <map>

#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/scoped_name.h"

namespace tactus::multibody {
namespace {

using Reference = CollisionFilterGroup::Reference;

class Groups {
 public:
  Groups(const std::vector<CollisionFilterGroup>& groups,
         const std::set<std::string>& links)
      : links_(links) {
    for (const CollisionFilterGroup& group : groups) {
      Check(groups_.emplace(group.name.name, &group).second, *group.name.source,
            "the group '" + group.name.name + "' exists already");
    }
  }

  std::set<std::pair<std::string, std::string>> FindPairs() const {
    std::set<std::pair<std::string, std::string>> pairs;
    for (const auto& [name, group] : groups_) {
      const std::set<std::string> members = MembersOf(group->name, {});
      for (const Reference& ignored : group->ignored_groups) {
        for (const std::string& b : MembersOf(ignored, {})) {
          for (const std::string& a : members) {
            if (a != b) pairs.insert(std::minmax(a, b));
          }
        }
      }
    }
    return pairs;
  }

 private:
  // `above` are the groups that hold it.
  std::set<std::string> MembersOf(const Reference& group,
                                  std::vector<std::string> above) const {
    const auto found = groups_.find(group.name);
    Check(found != groups_.end(), *group.source,
          "unknown collision filter group '" + group.name + "'");
    Check(std::ranges::find(above, group.name) == above.end(), *group.source,
          "the group '" + group.name + "' contains itself");
    above.push_back(group.name);
    std::set<std::string> members;
    for (const Reference& member : found->second->members) {
      RequireLink(member);
      members.insert(member.name);
    }
    for (const Reference& inner : found->second->member_groups)
      members.merge(MembersOf(inner, above));
    return members;
  }

  void RequireLink(const Reference& link) const {
    if (links_.contains(link.name)) return;
    const std::vector<std::string> names(links_.begin(), links_.end());
    Fail(*link.source,
         "unknown link '" + link.name + "'; " + Suggest(link.name, names));
  }

  const std::set<std::string>& links_;
  std::map<std::string, const CollisionFilterGroup*> groups_;
};

}  // namespace

std::set<std::pair<std::string, std::string>> FindFilteredPairs(
    const std::vector<CollisionFilterGroup>& groups,
    const std::set<std::string>& links) {
  return Groups(groups, links).FindPairs();
}

}  // namespace tactus::multibody
