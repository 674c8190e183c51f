#pragma once

#include <vector>

namespace tactus {

/// The numbers 0 ... n - 1, parted into sets that can be united: Boost's
/// disjoint sets, by rank and with paths halved, in storage that is kept.
class DisjointSets {
 public:
  /// n sets of one number each.
  void Reset(int n);
  /// The set of `number`, named by one of its members.
  int Find(int number);
  void Unite(int a, int b);

 private:
  std::vector<int> rank_, parent_;
};

}  // namespace tactus
