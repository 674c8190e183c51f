#include "tactus/contact/islands.h"

#include <algorithm>

namespace tactus::contact {

void Island::Clear() {
  for (auto* list : {&cliques, &bodies, &clique_of_body, &patches, &actuators,
                     &joint_rows, &constraints}) {
    list->clear();
  }
  patch_bodies.clear();
  constraint_bodies.clear();
  edges.clear();
}

void FindCliquesOfDofs(const VelocityProblem& problem,
                       std::vector<int>* clique_of_dof) {
  clique_of_dof->resize(problem.num_velocities());
  for (std::size_t c = 0; c < problem.cliques.size(); ++c) {
    const Clique& clique = problem.cliques[c];
    std::fill_n(clique_of_dof->begin() + clique.v_start, clique.nv,
                static_cast<int>(c));
  }
}

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
  JoinCliques(problem);
  const int count = NumberIslands(islands);
  AddBodies(problem, islands);
  AddPairs(problem, islands);
  AddActuatorsAndRows(problem, islands);
  for (Island& island : std::span(*islands).first(count)) {
    auto& edges = island.edges;
    std::ranges::sort(edges);
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  }
  return count;
}

void IslandFinder::JoinCliques(const VelocityProblem& problem) {
  sets_.Reset(static_cast<int>(problem.cliques.size()));
  JoinPairs(problem);
  ResetCliques(problem);
  for (const JointRow& row : problem.joint_rows)
    JoinTerms(problem.TermsOf(row));
  for (const LinearActuator& actuator : problem.actuators)
    JoinTerms(problem.TermsOf(actuator));
  for (const ElasticElement& element : problem.elastic_elements) {
    for (const int dof : element.dofs)
      sets_.Unite(clique_of_dof_[element.dofs[0]], clique_of_dof_[dof]);
  }
}

void IslandFinder::JoinPairs(const VelocityProblem& problem) {
  const auto join_bodies = [&](const auto& pair) {
    const int a = problem.bodies[pair.body_a].clique;
    const int b = problem.bodies[pair.body_b].clique;
    if (a >= 0 && b >= 0) sets_.Unite(a, b);
  };
  const auto join_corners = [&](const ContactBody& on_face, int other) {
    for (const ContactBody::Corner& corner : on_face.corners) {
      if (corner.clique < 0) continue;
      if (other >= 0) sets_.Unite(corner.clique, other);
      other = corner.clique;
    }
  };
  for (const ContactPatch& patch : problem.patches) {
    join_bodies(patch);
    const ContactBody& A = problem.bodies[patch.body_a];
    const ContactBody& B = problem.bodies[patch.body_b];
    join_corners(A, B.clique);
    join_corners(B, A.clique);
  }
  for (const BodyConstraint& each : problem.constraints) join_bodies(each);
}

void IslandFinder::ResetCliques(const VelocityProblem& problem) {
  FindCliquesOfDofs(problem, &clique_of_dof_);
  island_of_clique_.assign(problem.cliques.size(), -1);
  position_of_clique_.resize(problem.cliques.size());
}

void IslandFinder::JoinTerms(std::span<const JointTerm> terms) {
  for (const JointTerm& term : terms)
    sets_.Unite(clique_of_dof_[terms.front().dof], clique_of_dof_[term.dof]);
}

// In the order of their smallest clique.
int IslandFinder::NumberIslands(std::vector<Island>* islands) {
  int count = 0;
  for (std::size_t i = 0; i < island_of_clique_.size(); ++i) {
    const int c = static_cast<int>(i);
    int& of_set = island_of_clique_[sets_.Find(c)];
    if (of_set < 0) {
      of_set = count++;
      if (static_cast<int>(islands->size()) < count) islands->emplace_back();
      (*islands)[of_set].Clear();
    }
    island_of_clique_[c] = of_set;
    Island& island = (*islands)[of_set];
    position_of_clique_[c] = static_cast<int>(island.cliques.size());
    island.cliques.push_back(c);
  }
  return count;
}

void IslandFinder::AddBodies(const VelocityProblem& problem,
                             std::vector<Island>* islands) {
  position_of_body_.assign(problem.bodies.size(), -1);
  for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
    const int clique = problem.bodies[i].clique;
    if (clique < 0) continue;
    Island& island = (*islands)[island_of_clique_[clique]];
    position_of_body_[i] = static_cast<int>(island.bodies.size());
    island.bodies.push_back(static_cast<int>(i));
    island.clique_of_body.push_back(position_of_clique_[clique]);
  }
}

void IslandFinder::AddPairs(const VelocityProblem& problem,
                            std::vector<Island>* islands) const {
  const auto add = [&](const auto& pairs, auto list, auto bodies) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const int body_a = pairs[i].body_a, body_b = pairs[i].body_b;
      const int a = problem.bodies[body_a].clique;
      const int b = problem.bodies[body_b].FindClique();
      Island& island = (*islands)[island_of_clique_[b]];
      (island.*list).push_back(static_cast<int>(i));
      (island.*bodies)
          .push_back(
              {.a = position_of_body_[body_a], .b = position_of_body_[body_b]});
      if (a >= 0 && a != b) AddEdge(a, b, &island);
    }
  };
  add(problem.patches, &Island::patches, &Island::patch_bodies);
  add(problem.constraints, &Island::constraints, &Island::constraint_bodies);
}

void IslandFinder::AddActuatorsAndRows(const VelocityProblem& problem,
                                       std::vector<Island>* islands) const {
  const auto island_of = [&](int dof) -> Island& {
    return (*islands)[island_of_clique_[clique_of_dof_[dof]]];
  };
  for (std::size_t i = 0; i < problem.actuators.size(); ++i) {
    const LinearActuator& actuator = problem.actuators[i];
    const auto terms = problem.TermsOf(actuator);
    Island& island =
        island_of(terms.empty() ? actuator.dof : terms.front().dof);
    island.actuators.push_back(static_cast<int>(i));
    AddEdges(terms, &island);
  }
  for (std::size_t i = 0; i < problem.joint_rows.size(); ++i) {
    const auto terms = problem.TermsOf(problem.joint_rows[i]);
    if (terms.empty()) continue;
    Island& island = island_of(terms.front().dof);
    island.joint_rows.push_back(static_cast<int>(i));
    AddEdges(terms, &island);
  }
}

}  // namespace tactus::contact
