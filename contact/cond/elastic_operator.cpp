#include "tactus/contact/cond/elastic_operator.h"

#include <algorithm>
#include <numeric>
#include <ranges>

namespace tactus::contact {

void ElasticOperator::Build(const VelocityProblem& problem,
                            const SmoothPrediction& prediction, double h_theta,
                            std::span<const NodalTree> trees,
                            std::vector<double>* beta) {
  if (!std::ranges::equal(problem.elastic_elements, dofs_, {},
                          &ElasticElement::dofs))
    MakePattern(problem);
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
  for (std::size_t i = 0; i < columns_.size(); ++i)
    coordinates_[i] = trees[tree_of_row_[columns_[i]]].first;
}

void ElasticOperator::MakePattern(const VelocityProblem& problem) {
  const std::vector<int> row_of_dof = NumberRows(problem);
  MakeColumns(row_of_dof);
  MakePairs(row_of_dof);
  coordinates_.resize(columns_.size());
}

// A row per tree that an element moves. Returns that of each element's dofs.
std::vector<int> ElasticOperator::NumberRows(const VelocityProblem& problem) {
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
  std::vector<int> row_of_dof(tree_of_dof.size());
  for (const auto& dofs : dofs_) {
    for (const int dof : dofs) row_of_dof[dof] = row_of_tree_[tree_of_dof[dof]];
  }
  return row_of_dof;
}

// Which nodes share an element: their own block first, then by row.
void ElasticOperator::MakeColumns(std::span<const int> row_of_dof) {
  std::vector<std::vector<int>> neighbors(tree_of_row_.size());
  for (const auto& dofs : dofs_) {
    for (const int a : dofs) {
      for (const int b : dofs) {
        if (a != b) neighbors[row_of_dof[a]].push_back(row_of_dof[b]);
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
void ElasticOperator::MakePairs(std::span<const int> row_of_dof) {
  const auto block_of = [&](int row, int column) {
    if (row == column) return start_[row];
    const auto first = columns_.begin() + start_[row] + 1;
    const auto last = columns_.begin() + start_[row + 1];
    return static_cast<int>(std::lower_bound(first, last, column) -
                            columns_.begin());
  };
  block_of_pair_.clear();
  for (const auto& dofs : dofs_) {
    std::array<int, 16>& blocks = block_of_pair_.emplace_back();
    for (int k = 0; k < 4; ++k) {
      for (int l = 0; l < 4; ++l)
        blocks[4 * k + l] = block_of(row_of_dof[dofs[k]], row_of_dof[dofs[l]]);
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

void ElasticOperator::Apply(const NodalTree& tree, int index, const VectorXd& y,
                            VectorXd* product) const {
  const int row = row_of_tree_[index];
  Eigen::Vector4d sum = Eigen::Vector4d::Zero();
  const double* block = blocks_.data() + 9 * start_[row];
  for (int i = start_[row]; i < start_[row + 1]; ++i, block += 9) {
    const double* x = y.data() + coordinates_[i];
    using Column = Eigen::Map<const Eigen::Vector4d>;  // And a number beyond.
    sum += x[0] * Column(block) + x[1] * Column(block + 3) +
           x[2] * Column(block + 6);
  }
  product->segment<3>(tree.first) = sum.head<3>();
  if (tree.size() == 3) return;
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
