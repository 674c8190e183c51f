#include "tactus/contact/islands.h"

#include <algorithm>

namespace tactus::contact {

void IslandFinder::AddEdge(int clique_a, int clique_b, Island* island) const {
  const auto [low, high] =
      std::minmax(position_of_clique_[clique_a], position_of_clique_[clique_b]);
  island->edges.emplace_back(high, low);
}

// Between all cliques of a sum.
void IslandFinder::AddEdges(std::span<const JointTerm> terms,
                            Island* island) const {
  for (std::size_t i = 0; i < terms.size(); ++i) {
    for (std::size_t j = i + 1; j < terms.size(); ++j) {
      const int a = clique_of_dof_[terms[i].dof];
      const int b = clique_of_dof_[terms[j].dof];
      if (a != b) AddEdge(a, b, island);
    }
  }
}

int IslandFinder::Find(const VelocityProblem& problem,
                       std::vector<Island>* islands) {
  const int num_cliques = static_cast<int>(problem.cliques.size());
  sets_.Reset(num_cliques);
  const auto join_bodies = [&](const auto& pair) {
    const int a = problem.bodies[pair.body_a].clique;
    const int b = problem.bodies[pair.body_b].clique;
    if (a >= 0 && b >= 0) sets_.Unite(a, b);
  };
  for (const ContactPatch& patch : problem.patches) {
    join_bodies(patch);
    for (const ContactBody::Corner& corner :
         problem.bodies[patch.body_a].corners) {
      if (corner.clique >= 0)
        sets_.Unite(corner.clique, problem.bodies[patch.body_b].clique);
    }
  }
  for (const BodyConstraint& each : problem.constraints) join_bodies(each);

  clique_of_dof_.resize(problem.num_velocities());
  for (int c = 0; c < num_cliques; ++c) {
    const Clique& clique = problem.cliques[c];
    std::fill_n(clique_of_dof_.begin() + clique.v_start, clique.nv, c);
  }
  const auto join_terms = [&](std::span<const JointTerm> terms) {
    for (const JointTerm& term : terms) {
      sets_.Unite(clique_of_dof_[terms.front().dof], clique_of_dof_[term.dof]);
    }
  };
  for (const JointRow& row : problem.joint_rows)
    join_terms(problem.TermsOf(row));
  for (const LinearActuator& actuator : problem.actuators)
    join_terms(problem.TermsOf(actuator));

  for (const ElasticElement& element : problem.elastic_elements) {
    for (const int dof : element.dofs)
      sets_.Unite(clique_of_dof_[element.dofs[0]], clique_of_dof_[dof]);
  }

  // Islands in the order of their smallest clique.
  int count = 0;
  island_of_clique_.assign(num_cliques, -1);
  position_of_clique_.resize(num_cliques);
  for (int c = 0; c < num_cliques; ++c) {
    int& of_root = island_of_clique_[sets_.Find(c)];
    if (of_root < 0) {
      of_root = count++;
      if (static_cast<int>(islands->size()) < count) islands->emplace_back();
      Island& fresh = (*islands)[of_root];
      fresh.cliques.clear();
      fresh.bodies.clear();
      fresh.clique_of_body.clear();
      fresh.patches.clear();
      fresh.actuators.clear();
      fresh.joint_rows.clear();
      fresh.constraints.clear();
      fresh.patch_bodies.clear();
      fresh.constraint_bodies.clear();
      fresh.edges.clear();
    }
    Island& island = (*islands)[of_root];
    position_of_clique_[c] = static_cast<int>(island.cliques.size());
    island.cliques.push_back(c);
  }

  const auto island_of = [&](int clique) -> Island& {
    return (*islands)[island_of_clique_[sets_.Find(clique)]];
  };
  position_of_body_.assign(problem.bodies.size(), -1);
  for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
    const int clique = problem.bodies[i].clique;
    if (clique < 0) continue;
    Island& island = island_of(clique);
    position_of_body_[i] = static_cast<int>(island.bodies.size());
    island.bodies.push_back(static_cast<int>(i));
    island.clique_of_body.push_back(position_of_clique_[clique]);
  }
  const auto add_pair = [&](const auto& pair, std::size_t i, auto list,
                            auto bodies) {
    const int a = problem.bodies[pair.body_a].clique;
    const int b = problem.bodies[pair.body_b].clique;
    Island& island = island_of(b);
    (island.*list).push_back(static_cast<int>(i));
    (island.*bodies)
        .push_back({.a = position_of_body_[pair.body_a],
                    .b = position_of_body_[pair.body_b]});
    if (a >= 0 && a != b) AddEdge(a, b, &island);
  };
  for (std::size_t i = 0; i < problem.patches.size(); ++i)
    add_pair(problem.patches[i], i, &Island::patches, &Island::patch_bodies);
  for (std::size_t i = 0; i < problem.constraints.size(); ++i)
    add_pair(problem.constraints[i], i, &Island::constraints,
             &Island::constraint_bodies);
  for (std::size_t i = 0; i < problem.actuators.size(); ++i) {
    const LinearActuator& actuator = problem.actuators[i];
    const auto terms = problem.TermsOf(actuator);
    const int dof = terms.empty() ? actuator.dof : terms.front().dof;
    Island& island = island_of(clique_of_dof_[dof]);
    island.actuators.push_back(static_cast<int>(i));
    AddEdges(terms, &island);
  }
  for (std::size_t i = 0; i < problem.joint_rows.size(); ++i) {
    const auto terms = problem.TermsOf(problem.joint_rows[i]);
    if (terms.empty()) continue;
    Island& island = island_of(clique_of_dof_[terms.front().dof]);
    island.joint_rows.push_back(static_cast<int>(i));
    AddEdges(terms, &island);
  }
  for (int k = 0; k < count; ++k) {
    auto& edges = (*islands)[k].edges;
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  }
  return count;
}

}  // namespace tactus::contact
