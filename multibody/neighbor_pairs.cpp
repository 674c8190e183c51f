#include "tactus/multibody/neighbor_pairs.h"

#include <algorithm>
#include <string>

#include "tactus/common/require.h"

namespace tactus::multibody {
namespace {

// Weld groups by their first body, which stands for the group.
struct WeldGroups {
  std::vector<int> first_body;            // By body.
  std::vector<std::vector<int>> members;  // By first body: the real ones.
};

WeldGroups FindWeldGroups(std::span<const Body> bodies,
                          std::span<const Joint> joints) {
  WeldGroups groups;
  groups.members.resize(bodies.size());
  for (int b = 0; b < std::ssize(bodies); ++b) {
    const bool welded = b > 0 && joints[b - 1].type == JointType::kWeld;
    const int first = welded ? groups.first_body[joints[b - 1].parent] : b;
    groups.first_body.push_back(first);
    if (!bodies[b].is_virtual) groups.members[first].push_back(b);
  }
  return groups;
}

// The group that carries `group`, looking through purely virtual ones.
int FindCarrier(int group, const WeldGroups& groups,
                std::span<const Joint> joints) {
  do {
    group = groups.first_body[joints[group - 1].parent];
  } while (group != 0 && groups.members[group].empty());
  return group;
}

// Pairs grow with the square of a group, and soon fill the memory.
void RequireFewPairs(const WeldGroups& groups) {
  constexpr double kMostPairs = 2e7;
  double num_pairs = 0;
  for (const std::vector<int>& members : groups.members) {
    const auto n = static_cast<double>(members.size());
    num_pairs += n * (n - 1) / 2;
    Require(num_pairs <= kMostPairs,
            "too many bodies are welded to each other, or to the world: " +
                std::to_string(members.size()) +
                "; let one body have all their geometry");
  }
}

}  // namespace

std::vector<std::pair<int, int>> FindNeighborPairs(
    std::span<const Body> bodies, std::span<const Joint> joints) {
  const WeldGroups groups = FindWeldGroups(bodies, joints);
  RequireFewPairs(groups);
  std::vector<std::pair<int, int>> pairs;
  for (int g = 0; g < std::ssize(bodies); ++g) {
    const std::vector<int>& members = groups.members[g];
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (std::size_t k = i + 1; k < members.size(); ++k) {
        pairs.emplace_back(members[i], members[k]);
      }
    }
    if (g == 0 || members.empty()) continue;
    const int carrier = FindCarrier(g, groups, joints);
    if (carrier == 0) continue;
    for (const int a : groups.members[carrier]) {
      for (const int b : members) pairs.push_back(std::minmax(a, b));
    }
  }
  std::ranges::sort(pairs);
  return pairs;
}

}  // namespace tactus::multibody
