#include "tactus/contact/cond/island_parts.h"

#include <algorithm>
#include <numeric>

namespace tactus::contact {
namespace {

// What an iteration takes for each, about [ns]: for a tree by its velocities
// and coordinates, for a node by what it is tied to.
constexpr double kOfColumn = 2, kOfNode = 8, kOfTie = 5, kOfContact = 12;
constexpr double kOfTree = 50;
// Of trees that springs couple, by the square of velocities: along a cable, two
// solutions with a factor that is two blocks wide.
constexpr double kOfCoupling = 25;

// The share of sums in this.
constexpr double kOfSums = 0.2;

// Below which a thread is not worth its part, and threads are not worth a
// round of their own [ns].
constexpr double kLeast = 3000, kLeastOfRound = 700;

double EstimateWork(const NodalProblem& nodal, int index, bool is_coupled) {
  const NodalTree& tree = nodal.trees[index];
  if (tree.is_elastic)
    return kOfNode + kOfColumn * nodal.elastic.CountColumns(index) +
           kOfTie * (tree.size() - 3);
  const double work = kOfTree + tree.nv * (tree.nv + 2 * tree.size());
  return is_coupled ? work + kOfCoupling * tree.nv * tree.nv : work;
}

}  // namespace

void IslandParts::Divide(const NodalProblem& nodal, const NodalIsland& island,
                         int num_threads) {
  MakeBlocks(nodal, island);
  WeighContacts(nodal, island);
  const double all = std::accumulate(work_.begin(), work_.end(), 0.0);
  MakeParts(nodal, island,
            static_cast<int>(std::clamp(all / kLeast, 1.0, 1.0 * num_threads)));
  ShareContacts(nodal, island);
  shared_sums_ = 0;
  for (std::size_t i = 0; i < blocks_.size(); ++i)
    if (blocks_[i].is_shared) shared_sums_ += kOfSums * work_[i];
}

bool IslandParts::AreSumsWorthThreads() const {
  return shared_sums_ > kLeastOfRound;
}

bool IslandParts::AreContactsWorthThreads() const {
  return kOfContact * (shared_points_.size() + shared_rows_.size()) >
         kLeastOfRound;
}

void IslandParts::MakeBlocks(const NodalProblem& nodal,
                             const NodalIsland& island) {
  constexpr int kSize = 32;
  const bool are_coupled = !island.ties.empty();
  blocks_.clear();
  work_.clear();
  AddBlocks(nodal, island.trees,
            are_coupled ? static_cast<int>(island.trees.size()) : kSize, false,
            are_coupled);
  AddBlocks(nodal, island.elastic_nodes, kSize, true, false);
}

void IslandParts::AddBlocks(const NodalProblem& nodal,
                            std::span<const int> trees, int block_size,
                            bool has_nodes, bool are_coupled) {
  const int count = static_cast<int>(trees.size());
  for (int first = 0; first < count; first += block_size) {
    IslandBlock block{.has_nodes = has_nodes,
                      .first_tree = first,
                      .size = std::min(block_size, count - first)};
    const auto own = trees.subspan(first, block.size);
    block.first = nodal.trees[own.front()].first;
    block.end = nodal.trees[own.back()].first + nodal.trees[own.back()].size();
    double work = 0;
    for (const int tree : own) work += EstimateWork(nodal, tree, are_coupled);
    blocks_.push_back(block);
    work_.push_back(work);
  }
}

int IslandParts::BlockOf(int coordinate) const {
  const auto behind =
      std::ranges::upper_bound(blocks_, coordinate, {}, &IslandBlock::first);
  return static_cast<int>(behind - blocks_.begin()) - 1;
}

// To the block of their last coordinate, behind all trees where they act on a
// node.
void IslandParts::WeighContacts(const NodalProblem& nodal,
                                const NodalIsland& island) {
  const auto add = [&](const NodeRange& nodes) {
    int last = 0;
    for (const VirtualNode& node : nodal.NodesOf(nodes))
      last = std::max(last, node.first);
    work_[BlockOf(last)] += kOfContact;
  };
  for (const int i : island.points) add(nodal.points[i].nodes);
  for (const int i : island.rows) add(nodal.rows[i].nodes);
}

// Each ends with the block that brings it nearest to its share of the work that
// is left.
void IslandParts::MakeParts(const NodalProblem& nodal,
                            const NodalIsland& island, int num_parts) {
  if (static_cast<int>(parts_.size()) < num_parts) parts_.resize(num_parts);
  const int num_blocks = static_cast<int>(blocks_.size());
  double left = std::accumulate(work_.begin(), work_.end(), 0.0);
  num_parts_ = 0;
  for (int block = 0; block < num_blocks; ++num_parts_) {
    IslandPart& part = parts_[num_parts_];
    const double share = left / (num_parts - num_parts_);
    double work = work_[block];
    part.first_block = block++;
    while (block < num_blocks && work + work_[block] / 2 < share)
      work += work_[block++];
    left -= work;
    part.end_block = block;
    part.first = blocks_[part.first_block].first;
    part.end = blocks_[block - 1].end;
    part.first_read = part.first;
    part.end_read = part.end;
    for (int i = part.first_block; i < part.end_block; ++i) {
      if (!blocks_[i].has_nodes) continue;
      for (const int node : blocks_[i].TreesOf(island)) {
        const auto [first, end] = nodal.elastic.FindReach(node);
        part.first_read = std::min(part.first_read, first);
        part.end_read = std::max(part.end_read, end);
      }
    }
  }
}

// What acts on blocks of several parts is shared.
void IslandParts::ShareContacts(const NodalProblem& nodal,
                                const NodalIsland& island) {
  shared_points_.clear();
  shared_rows_.clear();
  for (IslandPart& part : parts_) {
    part.points.clear();
    part.rows.clear();
  }
  const auto share = [&](const auto& contacts, std::span<const int> indices,
                         auto own, std::vector<int>* shared) {
    for (const int i : indices) {
      const auto nodes = nodal.NodesOf(contacts[i].nodes);
      if (IslandPart* const part = FindPart(nodes)) {
        (part->*own).push_back(i);
        continue;
      }
      shared->push_back(i);
      for (const VirtualNode& node : nodes)
        blocks_[BlockOf(node.first)].is_shared = true;
    }
  };
  share(nodal.points, island.points, &IslandPart::points, &shared_points_);
  share(nodal.rows, island.rows, &IslandPart::rows, &shared_rows_);
}

// All of whose nodes are its own; null: there is none.
IslandPart* IslandParts::FindPart(std::span<const VirtualNode> nodes) {
  const auto parts = std::span(parts_).first(num_parts_);
  const auto part = std::ranges::find_if(parts, [&](const IslandPart& each) {
    return nodes.front().first < each.end;
  });
  const auto is_own = [&](const VirtualNode& node) {
    return part->first <= node.first && node.first < part->end;
  };
  return std::ranges::all_of(nodes, is_own) ? &*part : nullptr;
}

}  // namespace tactus::contact
