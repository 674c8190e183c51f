#include "tactus/contact/cond/delassus.h"

#include <algorithm>

#include <Eigen/Cholesky>

namespace tactus::contact {

bool Delassus::Reset(const VelocityProblem& problem,
                     const SmoothPrediction& prediction,
                     const NodalIsland& island, std::span<const int> elements,
                     double h_theta, NodalProblem* nodal) {
  problem_ = &problem;
  prediction_ = &prediction;
  nodal_ = nodal;
  trees_ = island.trees;
  trees_.insert(trees_.end(), island.elastic_nodes.begin(),
                island.elastic_nodes.end());
  std::ranges::sort(trees_);
  FindBlocks(island);
  if (!A_.FactorizeAlone(problem, prediction, nodal->trees, trees_, nodal->ties,
                         island.ties, elements, h_theta))
    return false;
  SetFree(problem, prediction, island);
  return true;
}

void Delassus::FindBlocks(const NodalIsland& island) {
  blocks_.clear();
  int size = 0;
  for (const int i : island.points) {
    PointContact& point = nodal_->points[i];
    blocks_.push_back(
        {.first = size, .num_rows = point.num_rows, .point = &point});
    size += point.num_rows;
  }
  for (const int i : island.rows) {
    blocks_.push_back({.first = size, .num_rows = 1, .row = &nodal_->rows[i]});
    ++size;
  }
  compliance_.setZero(size);
  for (const Block& block : blocks_) {
    if (block.point)
      compliance_.segment<3>(block.first).setConstant(nodal_->regularization);
    for (const VirtualNode& node : NodesOf(block)) {
      for (int k = 0; k < block.num_rows; ++k)
        compliance_[block.first + k] += ComplianceOf(node, k);
    }
  }
}

// v_free, with the ties' own impulses, and what contacts see of it.
void Delassus::SetFree(const VelocityProblem& problem,
                       const SmoothPrediction& prediction,
                       const NodalIsland& island) {
  b_.resize(problem.num_velocities());
  for (const int t : trees_) {
    const Clique& clique = problem.cliques[t];
    const auto v = prediction.v_smooth().segment(clique.v_start, clique.nv);
    prediction.CalcMatrix(clique, &matrix_);
    b_.segment(clique.v_start, clique.nv) = matrix_ * v;
  }
  for (const int index : island.ties) {
    const SpringTie& tie = nodal_->ties[index];
    for (int i = 0; i < tie.num_sides(); ++i) {
      const NodalTree& tree = nodal_->trees[tie.sides[i].tree];
      b_.segment(tree.v_start, tree.nv) +=
          tie.G(i).transpose() * tie.impulse0.head(tie.num_rows);
    }
  }
  v_free_ = b_;
  A_.Solve(&v_free_);
  momentum_ = 0;
  for (const int t : trees_) {
    const NodalTree& tree = nodal_->trees[t];
    momentum_ += b_.segment(tree.v_start, tree.nv)
                     .dot(v_free_.segment(tree.v_start, tree.nv));
  }
  Jv_free_.resize(compliance_.size());
  for (const Block& block : blocks_)
    Apply(block, v_free_, Jv_free_.segment(block.first, block.num_rows));
  u0_ = Jv_free_;
  for (const Block& block : blocks_) {
    if (block.point) u0_.segment<3>(block.first) += block.point->phi;
  }
  x_.resize(problem.num_velocities());
}

std::span<const VirtualNode> Delassus::NodesOf(const Block& block) const {
  return nodal_->NodesOf(block.point ? block.point->nodes : block.row->nodes);
}

Eigen::Map<const NodalTree::RowMajor> Delassus::JOf(const VirtualNode& node,
                                                    int num_rows) const {
  const NodalTree& tree = nodal_->trees[node.tree];
  return {tree.rows.data() + (node.first - tree.first) * tree.nv, num_rows,
          tree.nv};
}

double Delassus::ComplianceOf(const VirtualNode& node, int row) const {
  const NodalTree& tree = nodal_->trees[node.tree];
  const int own = node.first - tree.first;
  if (tree.is_elastic && own == 0) return 0;
  return 1 / tree.beta[own + row];
}

void Delassus::SetZero(VectorXd* x) const {
  for (const int t : trees_)
    x->segment(nodal_->trees[t].v_start, nodal_->trees[t].nv).setZero();
}

void Delassus::AddTransposed(const Block& block,
                             const Eigen::Ref<const VectorXd>& l,
                             VectorXd* x) const {
  for (const VirtualNode& node : NodesOf(block)) {
    const NodalTree& tree = nodal_->trees[node.tree];
    x->segment(tree.v_start, tree.nv).noalias() +=
        JOf(node, block.num_rows).transpose() * l;
  }
}

void Delassus::Apply(const Block& block, const VectorXd& x,
                     Eigen::Ref<VectorXd> u) const {
  u.setZero();
  for (const VirtualNode& node : NodesOf(block)) {
    const NodalTree& tree = nodal_->trees[node.tree];
    u.noalias() += JOf(node, block.num_rows) * x.segment(tree.v_start, tree.nv);
  }
}

void Delassus::Multiply(const VectorXd& l, VectorXd* product) {
  SetZero(&x_);
  for (const Block& block : blocks_)
    AddTransposed(block, l.segment(block.first, block.num_rows), &x_);
  A_.Solve(&x_);
  *product = compliance_.cwiseProduct(l);
  VectorXd u(6);
  for (const Block& block : blocks_) {
    Apply(block, x_, u.head(block.num_rows));
    product->segment(block.first, block.num_rows) += u.head(block.num_rows);
  }
}

void Delassus::Form(MatrixXd* W) {
  W->resize(size(), size());
  for (const Block& block : blocks_) {
    for (int k = 0; k < block.num_rows; ++k) {
      SetZero(&x_);
      AddTransposed(block, VectorXd::Unit(block.num_rows, k), &x_);
      A_.Solve(&x_);
      auto column = W->col(block.first + k);
      for (const Block& other : blocks_)
        Apply(other, x_, column.segment(other.first, other.num_rows));
      column[block.first + k] += compliance_[block.first + k];
    }
  }
}

void Delassus::EstimateDiagonal(VectorXd* diagonal) {
  *diagonal = compliance_;
  for (const Block& block : blocks_) {
    for (const VirtualNode& node : NodesOf(block)) {
      const auto J = JOf(node, block.num_rows);
      prediction_->CalcMatrix(problem_->cliques[node.tree], &matrix_);
      const MatrixXd mobility = J * matrix_.llt().solve(J.transpose());
      for (int k = 0; k < block.num_rows; k += 3) {
        const int count = std::min(3, block.num_rows - k);
        diagonal->segment(block.first + k, count).array() +=
            mobility.diagonal().segment(k, count).mean();
      }
    }
  }
}

// |A v|^2 = |b|^2 + 2 l' J v_free + l' (W - C) l
double Delassus::CalcMomentumScale(const VectorXd& l,
                                   const VectorXd& Wl) const {
  const double after =
      momentum_ + 2 * l.dot(Jv_free_) + l.dot(Wl - compliance_.cwiseProduct(l));
  return std::max(momentum_, after);
}

void Delassus::CalcVelocities(const VectorXd& l, VectorXd* v) {
  SetZero(&x_);
  for (const Block& block : blocks_)
    AddTransposed(block, l.segment(block.first, block.num_rows), &x_);
  A_.Solve(&x_);
  for (const int t : trees_) {
    const NodalTree& tree = nodal_->trees[t];
    v->segment(tree.v_start, tree.nv) = v_free_.segment(tree.v_start, tree.nv) +
                                        x_.segment(tree.v_start, tree.nv);
  }
}

}  // namespace tactus::contact
