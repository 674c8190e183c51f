#include "tactus/contact/cond/nodal_problem.h"

#include <algorithm>

namespace tactus::contact {

void NodalProblemBuilder::Build(const VelocityProblem& problem,
                                const SmoothPrediction& prediction,
                                const CondOptions& options, double h,
                                NodalProblem* nodal,
                                const Tightening& tightening) {
  problem_ = &problem;
  prediction_ = &prediction;
  options_ = &options;
  tightening_ = &tightening;
  nodal_ = nodal;
  h_ = h;
  h_theta_ = options.theta * h;
  nodal->regularization = options.regularization;
  Reset();
  AddPoints();
  AddJointRows();
  for (const BodyConstraint& each : problem.constraints)
    IsTie(each) ? AddTie(each) : AddConstraint(each);
  AddTendonActuators();
  FindIslands();
  NumberCoordinates();
  OrderPoints();
  nodal->elastic.Build(problem, prediction, h_theta_, nodal->trees,
                       options.num_threads, &nodal->beta);
  CalcCompliances();
}

void NodalProblemBuilder::Reset() {
  nodal_->trees.resize(problem_->cliques.size());
  FindCliquesOfDofs(*problem_, &clique_of_dof_);
  for (std::size_t c = 0; c < problem_->cliques.size(); ++c) {
    const Clique& clique = problem_->cliques[c];
    NodalTree& tree = nodal_->trees[c];
    tree.v_start = clique.v_start;
    tree.nv = clique.nv;
    tree.rows.clear();
    tree.beta.clear();
    tree.is_elastic = tree.is_touched = false;
  }
  FindElasticNodes();
  nodal_->nodes.clear();
  nodal_->points.clear();
  nodal_->rows.clear();
  nodal_->ties.clear();
}

// Their velocities are coordinates as they are, until a contact turns them.
// They are held by the diagonal of the elastic operator.
void NodalProblemBuilder::FindElasticNodes() {
  ElasticOperator& elastic = nodal_->elastic;
  elastic.NumberRows(*problem_);
  for (int row = 0; row < elastic.num_rows(); ++row) {
    NodalTree& tree = nodal_->trees[elastic.TreeOf(row)];
    tree.is_elastic = true;
    tree.rows = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    tree.beta.assign(3, elastic.CalcHold(*problem_, h_theta_, row));
  }
}

// Whether one of the two is of an elastic body.
bool NodalProblemBuilder::IsElastic(int body_a, int body_b) const {
  const auto is_node = [&](int body) {
    const int clique = problem_->bodies[body].FindClique();
    return clique >= 0 && nodal_->trees[clique].is_elastic;
  };
  return is_node(body_a) || is_node(body_b);
}

void NodalProblemBuilder::CalcCompliances() {
  const auto sum = [&](const NodeRange& nodes, int offset) {
    double compliance = 0;
    for (const VirtualNode& node : nodal_->NodesOf(nodes))
      compliance += 1 / nodal_->beta[node.first + offset];
    return compliance;
  };
  for (PointContact& each : nodal_->points) {
    each.compliance = sum(each.nodes, 0) + nodal_->regularization;
    if (each.num_rows == 6) each.angular_compliance = sum(each.nodes, 3);
  }
  for (RowContact& each : nodal_->rows) each.compliance = sum(each.nodes, 0);
}

// Contacts without nodes, between what is anchored, are in none.
void NodalProblemBuilder::FindIslands() {
  std::vector<NodalIsland>& islands = nodal_->islands;
  const int count = finder_.Find(*problem_, &found_);
  nodal_->num_islands = count;
  if (static_cast<int>(islands.size()) < count) islands.resize(count);
  island_of_tree_.resize(nodal_->trees.size());
  for (int i = 0; i < count; ++i) {
    islands[i].trees.clear();
    islands[i].elastic_nodes.clear();
    islands[i].points.clear();
    islands[i].rows.clear();
    islands[i].ties.clear();
    for (const int clique : found_[i].cliques) {
      island_of_tree_[clique] = i;
      (nodal_->trees[clique].is_elastic ? islands[i].elastic_nodes
                                        : islands[i].trees)
          .push_back(clique);
    }
    std::ranges::sort(islands[i].elastic_nodes, {},
                      [&](int tree) { return nodal_->elastic.RowOf(tree); });
  }
  const auto add = [&](const auto& contacts, auto list) {
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      const auto nodes = nodal_->NodesOf(contacts[i].nodes);
      if (nodes.empty()) continue;
      NodalIsland& island = islands[island_of_tree_[nodes.front().tree]];
      (island.*list).push_back(static_cast<int>(i));
    }
  };
  add(nodal_->points, &NodalIsland::points);
  add(nodal_->rows, &NodalIsland::rows);
  for (std::size_t i = 0; i < nodal_->ties.size(); ++i) {
    const int tree = nodal_->ties[i].sides[0].tree;
    islands[island_of_tree_[tree]].ties.push_back(static_cast<int>(i));
  }
}

// By island and tree.
void NodalProblemBuilder::NumberCoordinates() {
  std::vector<double>& beta = nodal_->beta;
  beta.clear();
  for (int i = 0; i < nodal_->num_islands; ++i) {
    NodalIsland& island = nodal_->islands[i];
    island.first = static_cast<int>(beta.size());
    for (const std::vector<int>* list :
         {&island.trees, &island.elastic_nodes}) {
      for (const int index : *list) {
        NodalTree& tree = nodal_->trees[index];
        tree.first = static_cast<int>(beta.size());
        beta.insert(beta.end(), tree.beta.begin(), tree.beta.end());
      }
    }
    island.size = static_cast<int>(beta.size()) - island.first;
  }
  for (VirtualNode& node : nodal_->nodes)
    node.first += nodal_->trees[node.tree].first;
}

// As the nodes of elastic bodies that they are on: a thread that takes a range
// of points finds what it moves in its cache.
void NodalProblemBuilder::OrderPoints() {
  const auto last_coordinate = [&](int point) {
    int last = 0;
    for (const VirtualNode& node : nodal_->NodesOf(nodal_->points[point].nodes))
      last = std::max(last, node.first);
    return last;
  };
  for (int i = 0; i < nodal_->num_islands; ++i) {
    NodalIsland& island = nodal_->islands[i];
    if (!island.elastic_nodes.empty())
      std::ranges::sort(island.points, {}, last_coordinate);
  }
}

}  // namespace tactus::contact
