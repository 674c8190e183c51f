#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tactus/contact/bounds.h"

namespace tactus::contact {

/// Finds which of n boxes may overlap by FCL's dynamic tree of axis-aligned
/// boxes. The tree's leaves are larger than the boxes, so that small motions
/// leave it as it is; it remembers past calls, its answers do not depend on
/// them. A copy is a fresh one.
class BroadPhase {
 public:
  BroadPhase();
  BroadPhase(const BroadPhase&);
  BroadPhase(BroadPhase&&) noexcept;
  BroadPhase& operator=(BroadPhase);
  ~BroadPhase();

  /// Calls `visit(i, j)`, i != j, once for each pair that may overlap, in no
  /// particular order; the pairs that do are among them. Allocates nothing
  /// while `bounds` keeps its size.
  template <class Visitor>
  void VisitPairs(std::span<const Bounds> bounds, const Visitor& visit) {
    CollectPairs(bounds);
    for (const Pair& pair : pairs_) visit(pair.i, pair.j);
  }

 private:
  struct Tree;
  struct Pair {
    int i, j;
  };
  void CollectPairs(std::span<const Bounds> bounds);

  std::unique_ptr<Tree> tree_;
  std::vector<Pair> pairs_;
};

}  // namespace tactus::contact
