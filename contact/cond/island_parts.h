#pragma once

#include <span>
#include <vector>

#include "tactus/contact/cond/nodal_problem.h"

namespace tactus::contact {

/// What an iteration keeps together: up to 32 trees that stand one after the
/// other in an island, or nodes of elastic bodies. Sums are of blocks first, so
/// that they do not depend on how many threads add them up.
struct IslandBlock {
  bool has_nodes = false;    ///< Else it has trees.
  int first_tree{}, size{};  ///< Into its elastic_nodes or trees.
  int first{}, end{};        ///< Its coordinates.
  /// Whether a shared contact acts on it.
  bool is_shared = false;

  std::span<const int> TreesOf(const NodalIsland& island) const {
    return std::span(has_nodes ? island.elastic_nodes : island.trees)
        .subspan(first_tree, size);
  }
};

/// What one thread moves: blocks one after the other, and what acts on them
/// alone.
struct IslandPart {
  int first_block{}, end_block{};
  int first{}, end{};            ///< Its coordinates.
  int first_read{}, end_read{};  ///< Those, and their neighbours'.
  std::vector<int> points, rows;
};

/// An island, divided among threads. It keeps its storage.
class IslandParts {
 public:
  /// Into as many parts of about the same work as threads are worth it. Coupled
  /// trees are one block.
  void Divide(const NodalProblem& nodal, const NodalIsland& island,
              int num_threads);

  std::span<const IslandBlock> blocks() const { return blocks_; }
  std::span<const IslandPart> parts() const {
    return std::span(parts_).first(num_parts_);
  }
  /// Contacts that act on several parts.
  std::span<const int> shared_points() const { return shared_points_; }
  std::span<const int> shared_rows() const { return shared_rows_; }
  bool HasShared() const {
    return !shared_points_.empty() || !shared_rows_.empty();
  }
  /// Whether those are worth several threads, and the sums of the blocks that
  /// they act on.
  bool AreContactsWorthThreads() const;
  bool AreSumsWorthThreads() const;

 private:
  void MakeBlocks(const NodalProblem& nodal, const NodalIsland& island);
  void AddBlocks(const NodalProblem& nodal, std::span<const int> trees,
                 int block_size, bool has_nodes, bool are_coupled);
  void WeighContacts(const NodalProblem& nodal, const NodalIsland& island);
  void MakeParts(const NodalProblem& nodal, const NodalIsland& island,
                 int num_parts);
  void ShareContacts(const NodalProblem& nodal, const NodalIsland& island);
  int BlockOf(int coordinate) const;
  IslandPart* FindPart(std::span<const VirtualNode> nodes);

  std::vector<IslandBlock> blocks_;
  std::vector<double> work_;  ///< By block, of an iteration [ns].
  std::vector<IslandPart> parts_;
  int num_parts_{};
  std::vector<int> shared_points_, shared_rows_;
  double shared_sums_{};  ///< The work on sums of shared blocks [ns].
};

}  // namespace tactus::contact
