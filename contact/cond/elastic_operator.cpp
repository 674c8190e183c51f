#include "tactus/contact/cond/elastic_operator.h"

#include <algorithm>
#include <numeric>
#include <ranges>

#include "tactus/contact/cond/node_order.h"

namespace tactus::contact {

void ElasticOperator::Build(const VelocityProblem& problem,
                            const SmoothPrediction& prediction, double h_theta,
                            std::span<const NodalTree> trees,
                            std::vector<double>* beta) {
  if (problem.elastic_elements.empty()) return;
  AddElements(problem, h_theta);
  for (std::size_t row = 0; row < tree_of_row_.size(); ++row) {
    const Clique& clique = problem.cliques[tree_of_row_[row]];
    const auto diagonal = prediction.diagonal().segment<3>(clique.v_start);
    auto own = BlockAt(start_[row]);  // The diagonal stands first.
    own += clique.M;
    own.diagonal() += diagonal;
  }
  TurnIntoContactFrames(trees);
  SetSteps(prediction, problem, trees, beta);
  SetNodes(problem, trees);
}

void ElasticOperator::NumberRows(const VelocityProblem& problem) {
  if (std::ranges::equal(problem.elastic_elements, dofs_, {},
                         &ElasticElement::dofs))
    return;
  FindTrees(problem);
  OrderRows();
  MakeColumns();
  MakePairs();
  coordinates_.resize(columns_.size());
}

// A row per tree that an element moves, in their order, and those of each
// element.
void ElasticOperator::FindTrees(const VelocityProblem& problem) {
  std::vector<int> tree_of_dof(problem.num_velocities());
  for (std::size_t c = 0; c < problem.cliques.size(); ++c)
    tree_of_dof[problem.cliques[c].v_start] = static_cast<int>(c);
  dofs_.clear();
  row_of_tree_.assign(problem.cliques.size(), -1);
  tree_of_row_.clear();
  for (const ElasticElement& element : problem.elastic_elements) {
    dofs_.push_back(element.dofs);
    for (const int dof : element.dofs) row_of_tree_[tree_of_dof[dof]] = 0;
  }
  for (std::size_t t = 0; t < row_of_tree_.size(); ++t) {
    if (row_of_tree_[t] < 0) continue;
    row_of_tree_[t] = static_cast<int>(tree_of_row_.size());
    tree_of_row_.push_back(static_cast<int>(t));
  }
  rows_.resize(dofs_.size());
  for (std::size_t i = 0; i < dofs_.size(); ++i) {
    for (int k = 0; k < 4; ++k)
      rows_[i][k] = row_of_tree_[tree_of_dof[dofs_[i][k]]];
  }
}

// By place.
void ElasticOperator::OrderRows() {
  const std::vector<int> number =
      NumberByPlace(static_cast<int>(tree_of_row_.size()), rows_);
  for (std::array<int, 4>& rows : rows_) {
    for (int& row : rows) row = number[row];
  }
  for (std::size_t t = 0; t < row_of_tree_.size(); ++t) {
    if (row_of_tree_[t] < 0) continue;
    row_of_tree_[t] = number[row_of_tree_[t]];
    tree_of_row_[row_of_tree_[t]] = static_cast<int>(t);
  }
}

// Which nodes share an element: their own block first, then by row.
void ElasticOperator::MakeColumns() {
  std::vector<std::vector<int>> neighbors(tree_of_row_.size());
  for (const std::array<int, 4>& rows : rows_) {
    for (const int a : rows) {
      for (const int b : rows) {
        if (a != b) neighbors[a].push_back(b);
      }
    }
  }
  start_ = {0};
  columns_.clear();
  for (std::size_t row = 0; row < neighbors.size(); ++row) {
    std::vector<int>& others = neighbors[row];
    std::ranges::sort(others);
    others.erase(std::unique(others.begin(), others.end()), others.end());
    columns_.push_back(static_cast<int>(row));
    columns_.insert(columns_.end(), others.begin(), others.end());
    start_.push_back(static_cast<int>(columns_.size()));
  }
}

// The blocks that each element adds to.
void ElasticOperator::MakePairs() {
  const auto block_of = [&](int row, int column) {
    if (row == column) return start_[row];
    const auto first = columns_.begin() + start_[row] + 1;
    const auto last = columns_.begin() + start_[row + 1];
    return static_cast<int>(std::lower_bound(first, last, column) -
                            columns_.begin());
  };
  block_of_pair_.clear();
  for (const std::array<int, 4>& rows : rows_) {
    std::array<int, 16>& blocks = block_of_pair_.emplace_back();
    for (int k = 0; k < 4; ++k) {
      for (int l = 0; l < 4; ++l)
        blocks[4 * k + l] = block_of(rows[k], rows[l]);
    }
  }
}

// h (h + damping) K
void ElasticOperator::AddElements(const VelocityProblem& problem,
                                  double h_theta) {
  blocks_.assign(9 * columns_.size() + 1, 0);
  bounds_.assign(tree_of_row_.size(), 0);
  for (std::size_t i = 0; i < dofs_.size(); ++i) {
    const ElasticElement& element = problem.elastic_elements[i];
    const double factor = h_theta * (h_theta + element.damping);
    for (int k = 0; k < 4; ++k) {
      const int own = block_of_pair_[i][5 * k];
      bounds_[columns_[own]] += factor * element.stiffness_bound[k];
      for (int l = 0; l < 4; ++l)
        BlockAt(block_of_pair_[i][4 * k + l]) +=
            factor * element.stiffness.block<3, 3>(3 * k, 3 * l);
    }
  }
}

// R_a A_ab R_b', the identity for nodes without contact.
void ElasticOperator::TurnIntoContactFrames(std::span<const NodalTree> trees) {
  for (std::size_t row = 0; row < tree_of_row_.size(); ++row) {
    const NodalTree& tree = trees[tree_of_row_[row]];
    for (int i = start_[row]; i < start_[row + 1]; ++i) {
      const NodalTree& other = trees[tree_of_row_[columns_[i]]];
      if (!tree.is_touched && !other.is_touched) continue;
      const Matrix3d turned =
          tree.Frame() * BlockAt(i) * other.Frame().transpose();
      BlockAt(i) = turned;
    }
  }
}

void ElasticOperator::SetSteps(const SmoothPrediction& prediction,
                               const VelocityProblem& problem,
                               std::span<const NodalTree> trees,
                               std::vector<double>* beta) const {
  for (std::size_t row = 0; row < tree_of_row_.size(); ++row) {
    const NodalTree& tree = trees[tree_of_row_[row]];
    const Clique& clique = problem.cliques[tree_of_row_[row]];
    double own = bounds_[row];
    own += clique.M.diagonal().maxCoeff();
    own += prediction.diagonal().segment<3>(clique.v_start).maxCoeff();
    for (int i = 3; i < tree.size(); ++i) {
      own += 2 * tree.beta[i] * tree.J().row(i).squaredNorm();
      (*beta)[tree.first + i] = 2 * tree.beta[i];
    }
    std::fill_n(beta->begin() + tree.first, 3, own);
  }
}

void ElasticOperator::SetNodes(const VelocityProblem& problem,
                               std::span<const NodalTree> trees) {
  nodes_.resize(tree_of_row_.size());
  for (std::size_t row = 0; row < nodes_.size(); ++row) {
    const NodalTree& tree = trees[tree_of_row_[row]];
    nodes_[row] = {.first = tree.first,
                   .size = tree.size(),
                   .mass = problem.cliques[tree_of_row_[row]].M(0, 0)};
  }
  for (std::size_t i = 0; i < columns_.size(); ++i)
    coordinates_[i] = nodes_[columns_[i]].first;
}

// Rows are numbered as nodes stand in w; behind the first block they increase.
std::pair<int, int> ElasticOperator::FindReach(int tree) const {
  const int row = RowOf(tree), second = start_[row] + 1;
  int least = row, most = row;
  if (second < start_[row + 1]) {
    least = std::min(least, columns_[second]);
    most = std::max(most, columns_[start_[row + 1] - 1]);
  }
  return {nodes_[least].first, nodes_[most].first + nodes_[most].size};
}

void ElasticOperator::Apply(std::span<const NodalTree> trees, int tree,
                            const VectorXd& y, VectorXd* product) const {
  const int row = RowOf(tree);
  Eigen::Vector4d sum = Eigen::Vector4d::Zero();
  const double* block = blocks_.data() + 9 * start_[row];
  for (int i = start_[row]; i < start_[row + 1]; ++i, block += 9) {
    const double* x = y.data() + coordinates_[i];
    using Column = Eigen::Map<const Eigen::Vector4d>;  // And a number beyond.
    sum += x[0] * Column(block) + x[1] * Column(block + 3) +
           x[2] * Column(block + 6);
  }
  product->segment<3>(nodes_[row].first) = sum.head<3>();
  if (nodes_[row].size > 3) ApplyTies(trees[tree], y, product);
}

// Those of virtual nodes, and what they add to their node's.
void ElasticOperator::ApplyTies(const NodalTree& tree, const VectorXd& y,
                                VectorXd* product) const {
  const auto ties = tree.J().bottomRows(tree.size() - 3);
  const Vector3d v = tree.Frame().transpose() * y.segment<3>(tree.first);
  for (int i = 3; i < tree.size(); ++i) {
    const auto J = ties.row(i - 3);
    const double load = tree.beta[i] * (y[tree.first + i] - J.dot(v));
    (*product)[tree.first + i] = load;
    product->segment<3>(tree.first) -= load * (tree.Frame() * J.transpose());
  }
}

}  // namespace tactus::contact
