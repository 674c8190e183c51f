#include "tactus/contact/islands.h"

#include <algorithm>

#include <boost/pending/disjoint_sets.hpp>

namespace tactus::contact {

void IslandFinder::AddEdge(int clique_a, int clique_b, Island* island) const {
  const auto [low, high] =
      std::minmax(position_of_clique_[clique_a], position_of_clique_[clique_b]);
  island->edges.emplace_back(high, low);
}

int IslandFinder::Find(const VelocityProblem& problem,
                       std::vector<Island>* islands) {
  const int num_cliques = static_cast<int>(problem.cliques.size());
  rank_.assign(num_cliques, 0);
  parent_.resize(num_cliques);
  boost::disjoint_sets<int*, int*> sets(rank_.data(), parent_.data());
  for (int c = 0; c < num_cliques; ++c) sets.make_set(c);
  const auto join_bodies = [&](const auto& pair) {
    const int a = problem.bodies[pair.body_a].clique;
    const int b = problem.bodies[pair.body_b].clique;
    if (a >= 0 && b >= 0) sets.union_set(a, b);
  };
  for (const ContactPatch& patch : problem.patches) join_bodies(patch);
  for (const BodyConstraint& each : problem.constraints) join_bodies(each);

  clique_of_dof_.resize(problem.num_velocities());
  for (int c = 0; c < num_cliques; ++c) {
    const Clique& clique = problem.cliques[c];
    std::fill_n(clique_of_dof_.begin() + clique.v_start, clique.nv, c);
  }
  for (const Coupling& coupling : problem.couplings) {
    if (coupling.dof_b < 0) continue;
    sets.union_set(clique_of_dof_[coupling.dof_a],
                   clique_of_dof_[coupling.dof_b]);
  }

  // Islands in the order of their smallest clique.
  int count = 0;
  island_of_clique_.assign(num_cliques, -1);
  position_of_clique_.resize(num_cliques);
  for (int c = 0; c < num_cliques; ++c) {
    int& of_root = island_of_clique_[sets.find_set(c)];
    if (of_root < 0) {
      of_root = count++;
      if (static_cast<int>(islands->size()) < count) islands->emplace_back();
      Island& fresh = (*islands)[of_root];
      fresh.cliques.clear();
      fresh.bodies.clear();
      fresh.patches.clear();
      fresh.limits.clear();
      fresh.actuators.clear();
      fresh.couplings.clear();
      fresh.constraints.clear();
      fresh.edges.clear();
    }
    Island& island = (*islands)[of_root];
    position_of_clique_[c] = static_cast<int>(island.cliques.size());
    island.cliques.push_back(c);
  }

  const auto island_of = [&](int clique) -> Island& {
    return (*islands)[island_of_clique_[sets.find_set(clique)]];
  };
  for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
    const int clique = problem.bodies[i].clique;
    if (clique >= 0) island_of(clique).bodies.push_back(static_cast<int>(i));
  }
  const auto add_pair = [&](const auto& pair, std::size_t i, auto list) {
    const int a = problem.bodies[pair.body_a].clique;
    const int b = problem.bodies[pair.body_b].clique;
    Island& island = island_of(b);
    (island.*list).push_back(static_cast<int>(i));
    if (a >= 0 && a != b) AddEdge(a, b, &island);
  };
  for (std::size_t i = 0; i < problem.patches.size(); ++i)
    add_pair(problem.patches[i], i, &Island::patches);
  for (std::size_t i = 0; i < problem.constraints.size(); ++i)
    add_pair(problem.constraints[i], i, &Island::constraints);
  for (std::size_t i = 0; i < problem.limits.size(); ++i)
    island_of(clique_of_dof_[problem.limits[i].dof])
        .limits.push_back(static_cast<int>(i));
  for (std::size_t i = 0; i < problem.actuators.size(); ++i)
    island_of(clique_of_dof_[problem.actuators[i].dof])
        .actuators.push_back(static_cast<int>(i));
  for (std::size_t i = 0; i < problem.couplings.size(); ++i) {
    const Coupling& coupling = problem.couplings[i];
    const int a = clique_of_dof_[coupling.dof_a];
    Island& island = island_of(a);
    island.couplings.push_back(static_cast<int>(i));
    if (coupling.dof_b < 0) continue;
    const int b = clique_of_dof_[coupling.dof_b];
    if (a != b) AddEdge(a, b, &island);
  }
  for (int k = 0; k < count; ++k) {
    auto& edges = (*islands)[k].edges;
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  }
  return count;
}

}  // namespace tactus::contact
