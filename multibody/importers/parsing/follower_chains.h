#pragma once

#include <map>

namespace tactus::multibody {

/// Which joint follows which, by numbers: each one other, and none, over any
/// number of others, itself.
class FollowerChains {
 public:
  /// Lets a joint follow another, which takes the place of one that it followed
  /// before. Returns false, and does nothing, where that would close a circle.
  bool Add(int follower, int leader) {
    int last = leader;
    while (last != follower) {
      const auto next = leader_of_.find(last);
      if (next == leader_of_.end()) {
        leader_of_[follower] = leader;
        return true;
      }
      last = next->second;
    }
    return false;
  }

 private:
  std::map<int, int> leader_of_;
};

}  // namespace tactus::multibody
