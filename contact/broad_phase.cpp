#include "tactus/contact/broad_phase.h"

#include <utility>

#include <fcl/broadphase/detail/hierarchy_tree.h>
#include <fcl/math/bv/AABB.h>

// Only FCL's tree is used, not its collision objects: those hold an
// Eigen::Isometry3d, whose alignment in our build (EIGEN_MAX_ALIGN_BYTES) may
// differ from the one that the library was compiled with.
namespace tactus::contact {
namespace {

using Box = fcl::AABB<double>;
using HierarchyTree = fcl::detail::HierarchyTree<Box>;
using Node = HierarchyTree::NodeType;

/// How far a leaf reaches beyond its box, relative to the box's largest extent.
constexpr double kMargin = 0.1;

Box MakeBox(const Bounds& b, double margin) {
  Box box;
  box.min_ = b.center - b.half_extents - Vector3d::Constant(margin);
  box.max_ = b.center + b.half_extents + Vector3d::Constant(margin);
  return box;
}

int IndexOf(const Node& leaf) {
  return static_cast<int>(reinterpret_cast<std::intptr_t>(leaf.data));
}

/// Pairs of a leaf below `a` and a leaf below `b`.
template <class Visitor>
void VisitBetween(const Node& a, const Node& b, const Visitor& visit) {
  if (!a.bv.overlap(b.bv)) return;
  if (a.isLeaf() && b.isLeaf()) {
    visit(IndexOf(a), IndexOf(b));
  } else if (b.isLeaf() || (!a.isLeaf() && a.bv.size() > b.bv.size())) {
    VisitBetween(*a.children[0], b, visit);
    VisitBetween(*a.children[1], b, visit);
  } else {
    VisitBetween(a, *b.children[0], visit);
    VisitBetween(a, *b.children[1], visit);
  }
}

/// Pairs of two leaves below `node`.
template <class Visitor>
void VisitWithin(const Node& node, const Visitor& visit) {
  if (node.isLeaf()) return;
  VisitWithin(*node.children[0], visit);
  VisitWithin(*node.children[1], visit);
  VisitBetween(*node.children[0], *node.children[1], visit);
}

}  // namespace

struct BroadPhase::Tree {
  HierarchyTree hierarchy;
  std::vector<Node*> leaves;
};

BroadPhase::BroadPhase() = default;
BroadPhase::BroadPhase(const BroadPhase&) : BroadPhase() {}
BroadPhase::BroadPhase(BroadPhase&&) noexcept = default;
BroadPhase& BroadPhase::operator=(BroadPhase other) {
  std::swap(tree_, other.tree_);
  std::swap(pairs_, other.pairs_);
  return *this;
}
BroadPhase::~BroadPhase() = default;

void BroadPhase::CollectPairs(std::span<const Bounds> bounds) {
  const auto margin = [](const Bounds& b) {
    return kMargin * b.half_extents.maxCoeff();
  };
  if (!tree_ || tree_->leaves.size() != bounds.size()) {
    tree_ = std::make_unique<Tree>();
    for (std::size_t i = 0; i < bounds.size(); ++i) {
      tree_->leaves.push_back(tree_->hierarchy.insert(
          MakeBox(bounds[i], margin(bounds[i])),
          reinterpret_cast<void*>(static_cast<std::intptr_t>(i))));
    }
  }
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    Node* leaf = tree_->leaves[i];
    if (leaf->bv.contain(MakeBox(bounds[i], 0))) continue;
    tree_->hierarchy.update(leaf, MakeBox(bounds[i], margin(bounds[i])));
  }
  pairs_.clear();
  if (bounds.empty()) return;
  VisitWithin(*tree_->hierarchy.getRoot(), [this](int i, int j) {
    pairs_.push_back({i, j});
  });
}

}  // namespace tactus::contact
