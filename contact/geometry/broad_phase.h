#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "tactus/contact/geometry/shapes/bounds.h"

namespace tactus::contact {

/// Finds which of n boxes may overlap by FCL's dynamic tree of axis-aligned
/// boxes. The tree's leaves are larger than the boxes, so that small motions
/// leave it as it is, and the pairs of leaves with it; only boxes that have
/// left their leaves ask the tree anew. It remembers past calls, which overlaps
/// are found does not depend on them. A copy is a fresh one.
class BroadPhase {
 public:
  BroadPhase();
  BroadPhase(const BroadPhase&);
  BroadPhase(BroadPhase&&) noexcept;
  BroadPhase& operator=(BroadPhase);
  ~BroadPhase();

  /// The longest way from the tree's root to a leaf; 0 for an empty one.
  int CalcDepth() const;

  /// Calls `visit(i, j)`, i < j, once for each pair that may overlap, in
  /// lexicographic order; the pairs that do are among them. Allocates nothing
  /// while `bounds` keeps its size, once warm.
  template <class Visitor>
  void VisitPairs(std::span<const Bounds> bounds, const Visitor& visit) {
    Update(bounds);
    for (const auto& [i, j] : pairs_) visit(i, j);
  }

 private:
  struct Tree;
  static std::unique_ptr<Tree> MakeTree(std::span<const Bounds> bounds);
  void Update(std::span<const Bounds> bounds);
  void MoveLeaves(std::span<const Bounds> bounds);
  void CollectAllPairs();
  void CollectPairsOfMoved();

  std::unique_ptr<Tree> tree_;
  /// Pairs of leaves that overlap, sorted.
  std::vector<std::pair<int, int>> pairs_, scratch_;
  std::vector<int> moved_;      ///< Leaves that this update has moved.
  std::vector<char> is_moved_;  ///< By leaf.
};

}  // namespace tactus::contact
