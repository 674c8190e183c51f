#pragma once

#include <utility>
#include <vector>

#include "tactus/contact/velocity_problem.h"

namespace tactus::contact {

/// A set of cliques that contacts, couplings and constraints tie together,
/// directly or through others; the unit of solving, of convergence and of
/// Hessian reuse.
struct Island {
  std::vector<int> cliques;  ///< Increasing.
  std::vector<int> bodies;   ///< Into VelocityProblem::bodies.
  std::vector<int> patches;  ///< Into VelocityProblem::patches, in its order.
  std::vector<int> limits, actuators, couplings, constraints;
  /// Pairs of positions in `cliques` that a patch, a coupling or a constraint
  /// ties: the block pattern of the Hessian, sorted, without repetition,
  /// first > second.
  std::vector<std::pair<int, int>> edges;
};

/// The connected components of the contact graph (cliques joined by patches,
/// couplings and constraints; the anchored world joins nothing), ordered by
/// their smallest clique. Reuses the storage of `islands`; returns how many of
/// its entries are in use.
class IslandFinder {
 public:
  int Find(const VelocityProblem& problem, std::vector<Island>* islands);

 private:
  void AddEdge(int clique_a, int clique_b, Island* island) const;

  std::vector<int> rank_, parent_;
  std::vector<int> island_of_clique_, position_of_clique_, clique_of_dof_;
};

}  // namespace tactus::contact
