#include "tactus/contact/cond/elastic_operator.h"

#include <algorithm>
#include <numeric>
#include <ranges>

#include "tactus/common/parallel_for.h"
#include "tactus/contact/cond/node_order.h"

namespace tactus::contact {

namespace {

double CalcFactor(const ElasticElement& element, double h_theta) {
  return h_theta * (h_theta + element.damping);
}

}  // namespace

void ElasticOperator::Build(const VelocityProblem& problem,
                            const SmoothPrediction& prediction, double h_theta,
                            std::span<const NodalTree> trees, int num_threads,
                            std::vector<double>* beta) {
  if (problem.elastic_elements.empty()) return;
  constexpr int kChunk = 64;
  blocks_.resize(9 * columns_.size() + 1, 0);
  bounds_.resize(num_rows());
  ParallelFor((num_rows() + kChunk - 1) / kChunk, num_threads, [&](int i, int) {
    const int end = std::min((i + 1) * kChunk, num_rows());
    for (int row = i * kChunk; row < end; ++row)
      BuildRow(problem, prediction, h_theta, trees, row);
  });
  SetSteps(prediction, problem, trees, beta);
  SetNodes(problem, trees);
}

void ElasticOperator::BuildRow(const VelocityProblem& problem,
                               const SmoothPrediction& prediction,
                               double h_theta, std::span<const NodalTree> trees,
                               int row) {
  AddElements(problem, h_theta, row);
  const Clique& clique = problem.cliques[tree_of_row_[row]];
  auto own = BlockAt(start_[row]);  // The diagonal stands first.
  own += clique.M;
  own.diagonal() += prediction.diagonal().segment<3>(clique.v_start);
  TurnIntoContactFrames(trees, row);
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

// The blocks that each element adds to, turned around.
void ElasticOperator::MakePairs() {
  const auto block_of = [&](int row, int column) {
    if (row == column) return start_[row];
    const auto first = columns_.begin() + start_[row] + 1;
    const auto last = columns_.begin() + start_[row + 1];
    return static_cast<int>(std::lower_bound(first, last, column) -
                            columns_.begin());
  };
  std::vector<int> block_of_pair;
  block_of_pair.reserve(16 * rows_.size());
  first_pair_.assign(columns_.size() + 1, 0);
  for (const std::array<int, 4>& rows : rows_) {
    for (const int row : rows) {
      for (const int column : rows) {
        block_of_pair.push_back(block_of(row, column));
        ++first_pair_[block_of_pair.back() + 1];
      }
    }
  }
  std::partial_sum(first_pair_.begin(), first_pair_.end(), first_pair_.begin());
  std::vector<int> next(first_pair_.begin(), first_pair_.end() - 1);
  pairs_.resize(block_of_pair.size());
  for (int i = 0; i < static_cast<int>(block_of_pair.size()); ++i)
    pairs_[next[block_of_pair[i]]++] = {
        .element = i / 16, .k = i / 4 % 4, .l = i % 4};
}

double ElasticOperator::CalcHold(const VelocityProblem& problem, double h_theta,
                                 int row) const {
  double hold = problem.cliques[tree_of_row_[row]].M(0, 0);
  for (const auto& [i, k, l] : PairsOf(start_[row])) {
    const ElasticElement& element = problem.elastic_elements[i];
    hold += CalcFactor(element, h_theta) * element.stiffness_bound[k];
  }
  return hold;
}

// h (h + damping) K
void ElasticOperator::AddElements(const VelocityProblem& problem,
                                  double h_theta, int row) {
  bounds_[row] = 0;
  for (const auto& [i, k, l] : PairsOf(start_[row])) {
    const ElasticElement& element = problem.elastic_elements[i];
    bounds_[row] += CalcFactor(element, h_theta) * element.stiffness_bound[k];
  }
  for (int block = start_[row]; block < start_[row + 1]; ++block) {
    Matrix3d sum = Matrix3d::Zero();
    for (const auto& [i, k, l] : PairsOf(block)) {
      const ElasticElement& element = problem.elastic_elements[i];
      sum += CalcFactor(element, h_theta) *
             element.stiffness.block<3, 3>(3 * k, 3 * l);
    }
    BlockAt(block) = sum;
  }
}

// R_a A_ab R_b', the identity for nodes without contact.
void ElasticOperator::TurnIntoContactFrames(std::span<const NodalTree> trees,
                                            int row) {
  const NodalTree& tree = trees[tree_of_row_[row]];
  for (int i = start_[row]; i < start_[row + 1]; ++i) {
    const NodalTree& other = trees[tree_of_row_[columns_[i]]];
    if (!tree.is_touched && !other.is_touched) continue;
    const Matrix3d turned =
        tree.Frame() * BlockAt(i) * other.Frame().transpose();
    BlockAt(i) = turned;
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

// Two blocks at a time: most rows have some ten.
void ElasticOperator::Apply(std::span<const NodalTree> trees,
                            std::span<const int> nodes, const VectorXd& y,
                            VectorXd* product) const {
  const auto multiply = [&](int i) -> Eigen::Vector4d {
    using Column = Eigen::Map<const Eigen::Vector4d>;  // And a number beyond.
    const double* block = blocks_.data() + 9 * i;
    const double* x = y.data() + coordinates_[i];
    return x[0] * Column(block) + x[1] * Column(block + 3) +
           x[2] * Column(block + 6);
  };
  for (const int tree : nodes) {
    const int row = RowOf(tree), end = start_[row + 1];
    Eigen::Vector4d sum = Eigen::Vector4d::Zero();
    int i = start_[row];
    for (; i + 1 < end; i += 2) {
      sum += multiply(i);
      sum += multiply(i + 1);
    }
    if (i < end) sum += multiply(i);
    product->segment<3>(nodes_[row].first) = sum.head<3>();
    if (nodes_[row].size > 3) ApplyTies(trees[tree], y, product);
  }
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
