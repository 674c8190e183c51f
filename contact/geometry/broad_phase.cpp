#include "tactus/contact/geometry/broad_phase.h"

#include <algorithm>
#include <utility>

#include <fcl/broadphase/detail/hierarchy_tree.h>
#include <fcl/math/bv/AABB.h>

// Only FCL's tree is used, not its collision objects: those hold an
// Eigen::Isometry3d, whose alignment in our build (EIGEN_MAX_ALIGN_BYTES) may
// differ from the one that the library was compiled with. The tree is a
// template, and so are its boxes, which FCL has compiled: compiled here as
// well, they spare programs the library, whose 13,000 symbols the dynamic
// linker would look up.
template class fcl::AABB<double>;

namespace tactus::contact {
namespace {

using BoundingBox = fcl::AABB<double>;
using HierarchyTree = fcl::detail::HierarchyTree<BoundingBox>;
using Node = HierarchyTree::NodeType;

/// How far a leaf reaches beyond its box, relative to the box's largest extent.
constexpr double kMargin = 0.1;

BoundingBox MakeBox(const Bounds& b, double margin) {
  BoundingBox box;
  box.min_ = b.center - b.half_extents - Vector3d::Constant(margin);
  box.max_ = b.center + b.half_extents + Vector3d::Constant(margin);
  return box;
}

BoundingBox MakeFatBox(const Bounds& b) {
  return MakeBox(b, kMargin * b.half_extents.maxCoeff());
}

int IndexOf(const Node& leaf) {
  return static_cast<int>(reinterpret_cast<std::intptr_t>(leaf.data));
}

int DepthBelow(const Node& node) {
  if (node.isLeaf()) return 0;
  return 1 +
         std::max(DepthBelow(*node.children[0]), DepthBelow(*node.children[1]));
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
  std::swap(is_moved_, other.is_moved_);
  return *this;
}
BroadPhase::~BroadPhase() = default;

// From the top down, by medians: leaves that are inserted one by one, in the
// order of a cable's links, make a tree that is as deep as they are many.
std::unique_ptr<BroadPhase::Tree> BroadPhase::MakeTree(
    std::span<const Bounds> bounds) {
  auto tree = std::make_unique<Tree>();
  tree->leaves.reserve(bounds.size());
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    // The hierarchy deletes its nodes.
    auto* leaf = new Node();
    leaf->bv = MakeFatBox(bounds[i]);
    leaf->parent = leaf->children[1] = nullptr;
    leaf->data = reinterpret_cast<void*>(static_cast<std::intptr_t>(i));
    tree->leaves.push_back(leaf);
  }
  std::vector<Node*> order = tree->leaves;
  if (!order.empty()) tree->hierarchy.init(order);
  return tree;
}

int BroadPhase::CalcDepth() const {
  const Node* root = tree_ ? tree_->hierarchy.getRoot() : nullptr;
  return root == nullptr ? 0 : DepthBelow(*root);
}

void BroadPhase::Update(std::span<const Bounds> bounds) {
  if (!tree_ || tree_->leaves.size() != bounds.size()) {
    tree_ = MakeTree(bounds);
    is_moved_.assign(bounds.size(), 0);
    return CollectAllPairs();
  }
  MoveLeaves(bounds);
  // One walk over the tree finds more pairs in less time than many.
  if (8 * moved_.size() > bounds.size()) {
    CollectAllPairs();
  } else if (!moved_.empty()) {
    CollectPairsOfMoved();
  }
}

void BroadPhase::MoveLeaves(std::span<const Bounds> bounds) {
  moved_.clear();
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    Node* leaf = tree_->leaves[i];
    if (leaf->bv.contain(MakeBox(bounds[i], 0))) continue;
    tree_->hierarchy.update(leaf, MakeFatBox(bounds[i]));
    moved_.push_back(static_cast<int>(i));
  }
}

void BroadPhase::CollectAllPairs() {
  pairs_.clear();
  if (tree_->leaves.empty()) return;
  VisitWithin(*tree_->hierarchy.getRoot(),
              [this](int i, int j) { pairs_.push_back(std::minmax(i, j)); });
  std::sort(pairs_.begin(), pairs_.end());
}

void BroadPhase::CollectPairsOfMoved() {
  for (const int i : moved_) is_moved_[i] = 1;
  std::erase_if(pairs_, [this](const auto& pair) {
    return is_moved_[pair.first] || is_moved_[pair.second];
  });
  const auto kept = std::ssize(pairs_);
  for (const int i : moved_) {
    VisitBetween(*tree_->hierarchy.getRoot(), *tree_->leaves[i],
                 [this, i](int other, int) {
                   // Two that have moved find each other: count them once.
                   if (other == i || (is_moved_[other] && other < i)) return;
                   pairs_.push_back(std::minmax(i, other));
                 });
  }
  for (const int i : moved_) is_moved_[i] = 0;
  std::sort(pairs_.begin() + kept, pairs_.end());
  scratch_.resize(pairs_.size());
  std::merge(pairs_.begin(), pairs_.begin() + kept, pairs_.begin() + kept,
             pairs_.end(), scratch_.begin());
  pairs_.swap(scratch_);
}

}  // namespace tactus::contact
