#pragma once

#include <span>
#include <utility>
#include <vector>

#include "tactus/common/disjoint_sets.h"
#include "tactus/contact/velocity_problem.h"

namespace tactus::contact {

/// A set of cliques that contacts, rows, constraints and elastic elements tie,
/// directly or through others; the unit of solving, of convergence and of
/// Hessian reuse.
struct Island {
  /// Two of the island's bodies, by position in `bodies`; -1: anchored.
  struct BodyPair {
    int a = -1, b = -1;
  };
  std::vector<int> cliques;         ///< Increasing.
  std::vector<int> bodies;          ///< Into VelocityProblem::bodies.
  std::vector<int> clique_of_body;  ///< Positions in `cliques`, by body.
  std::vector<int> patches;  ///< Into VelocityProblem::patches, in its order.
  std::vector<int> actuators, joint_rows, constraints;
  std::vector<BodyPair> patch_bodies, constraint_bodies;
  /// Pairs of positions in `cliques` that a patch, a joint row, an actuator or
  /// a constraint ties: the block pattern of the Hessian, sorted, without
  /// repetition, first > second.
  std::vector<std::pair<int, int>> edges;

  /// Empties all lists, and keeps their storage.
  void Clear();
};

/// The clique that each velocity of the problem belongs to.
void FindCliquesOfDofs(const VelocityProblem& problem,
                       std::vector<int>* clique_of_dof);

/// The connected components of the contact graph (cliques joined by patches,
/// joint rows and constraints; the anchored world joins nothing), ordered by
/// their smallest clique. Reuses the storage of `islands`; returns how many of
/// its entries are in use.
class IslandFinder {
 public:
  int Find(const VelocityProblem& problem, std::vector<Island>* islands);

 private:
  void JoinCliques(const VelocityProblem& problem);
  void JoinPairs(const VelocityProblem& problem);
  void JoinTerms(std::span<const JointTerm> terms);
  void ResetCliques(const VelocityProblem& problem);
  int NumberIslands(std::vector<Island>* islands);
  void AddBodies(const VelocityProblem& problem, std::vector<Island>* islands);
  void AddPairs(const VelocityProblem& problem,
                std::vector<Island>* islands) const;
  void AddActuatorsAndRows(const VelocityProblem& problem,
                           std::vector<Island>* islands) const;
  void AddEdge(int clique_a, int clique_b, Island* island) const;
  void AddEdges(std::span<const JointTerm> terms, Island* island) const;

  DisjointSets sets_;
  std::vector<int> island_of_clique_;    // Once they are numbered.
  std::vector<int> position_of_clique_;  // In its island's `cliques`.
  std::vector<int> position_of_body_;    // In its island's `bodies`.
  std::vector<int> clique_of_dof_;
};

}  // namespace tactus::contact
