#include "tactus/apps/bench/cond/contact_splitting.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>

#include "tactus/common/require.h"

namespace tactus::apps::cond {

using contact::Clique;
using contact::ElasticElement;
using contact::LimitTurning;
using contact::NodalIsland;
using contact::NodalTree;
using contact::NodeRange;
using contact::PointContact;
using contact::RowContact;
using contact::SpringTie;
using contact::VirtualNode;

namespace {

constexpr const char* kIndefinite =
    "contact splitting: A is not positive definite";

auto PartOf(VectorXd& x, const NodalTree& tree) {
  return x.segment(tree.first, tree.size());
}
auto VelocitiesOf(VectorXd& v, const NodalTree& tree) {
  return v.segment(tree.v_start, tree.nv);
}

}  // namespace

ContactSplitting::Report ContactSplitting::Solve(
    const contact::VelocityProblem& problem, double h, VectorXd* v) {
  h_theta_ = options_.problem.theta * h;
  prediction_.Reset(problem, h_theta_);
  v->resize(problem.num_velocities());
  Report report;
  do {
    Require(prediction_.failed_clique() < 0, kIndefinite);
    Reset(problem, h);
    report = {};
    for (int i = 0; i < nodal_.num_islands; ++i) {
      const Report own = SolveIsland(nodal_.islands[i], v);
      report.iterations = std::max(report.iterations, own.iterations);
      report.residual = std::max(report.residual, own.residual);
      report.converged = report.converged && own.converged;
    }
    // What contact stops may push harder than it can.
  } while (report.converged && prediction_.ClampActuators(*v));
  return report;
}

void ContactSplitting::Reset(const contact::VelocityProblem& problem,
                             double h) {
  problem_ = &problem;
  builder_.Build(problem, prediction_, options_.problem, h, &nodal_);
  const auto num_coordinates = static_cast<Eigen::Index>(nodal_.beta.size());
  for (VectorXd* x : {&B_, &x_, &x_before_, &l_, &Jv_})
    x->setZero(num_coordinates);
  for (VectorXd* v : {&held_, &b_, &v_, &momentum_})
    v->setZero(problem.num_velocities());
  for (const ElasticElement& element : problem.elastic_elements) {
    const double factor = h_theta_ * (h_theta_ + element.damping);
    for (int k = 0; k < 4; ++k)
      held_.segment<3>(element.dofs[k]) +=
          factor * element.stiffness.diagonal().segment<3>(3 * k);
  }
  shifted_ = problem;
}

ContactSplitting::Report ContactSplitting::SolveIsland(
    const NodalIsland& island, VectorXd* v) {
  FindTrees(island);
  Factorize(island);
  Start();
  double all = 0;  // b' A^-1 b
  for (const int t : trees_) {
    const auto b = VelocitiesOf(b_, nodal_.trees[t]);
    VectorXd x = b;
    prediction_.Solve(t, x);
    all += x.dot(b);
  }
  Report report;
  do {
    x_before_ = x_;
    Move();
    Resolve(island);
    const double missing =
        std::max(CalcMomentum(B_.cwiseProduct(x_ - x_before_)),
                 CalcMomentum(B_.cwiseProduct(x_ - Jv_)));
    report.residual = missing <= 0 ? 0 : std::sqrt(missing / all);
    report.converged = report.residual <= options_.residual;
    ++report.iterations;
  } while (report.iterations < options_.max_iterations &&
           (options_.is_fixed || !report.converged));
  for (const int t : trees_) {
    const NodalTree& tree = nodal_.trees[t];
    VelocitiesOf(*v, tree) = VelocitiesOf(v_, tree);
    if (tree.is_touched)
      VelocitiesOf(*v, tree) =
          tree.Frame().transpose() * x_.segment<3>(tree.first);
  }
  return report;
}

void ContactSplitting::FindTrees(const NodalIsland& island) {
  trees_ = island.trees;
  trees_.insert(trees_.end(), island.elastic_nodes.begin(),
                island.elastic_nodes.end());
  std::ranges::sort(trees_);
  for (const int i : island.points)
    WeighSides(nodal_.points[i].nodes, nodal_.points[i].num_rows);
  for (const int i : island.rows) WeighSides(nodal_.rows[i].nodes, 1);
  touched_.clear();
  for (const int t : trees_) {
    if (!PartOf(B_, nodal_.trees[t]).isZero(0)) touched_.push_back(t);
  }
}

// B = penalty / (J A^-1 J') of the tree or node alone, one for what turns with
// the contact's frame.
void ContactSplitting::WeighSides(const NodeRange& nodes, int num_rows) {
  for (const VirtualNode& node : nodal_.NodesOf(nodes)) {
    const NodalTree& tree = nodal_.trees[node.tree];
    const MatrixXd J = tree.J().middleRows(node.first - tree.first, num_rows);
    const MatrixXd A = CalcOwnMatrix(node.tree);
    const VectorXd mobility = (J * A.llt().solve(J.transpose())).diagonal();
    for (int k = 0; k < num_rows; k += 3) {
      const int count = std::min(3, num_rows - k);
      B_.segment(node.first + k, count)
          .setConstant(options_.penalty / mobility.segment(k, count).mean());
    }
  }
}

MatrixXd ContactSplitting::CalcOwnMatrix(int tree) const {
  const Clique& clique = problem_->cliques[tree];
  MatrixXd A;
  prediction_.CalcMatrix(clique, &A);
  A.diagonal() += held_.segment(clique.v_start, clique.nv);
  return A;
}

// b, and the factor of A + J' B J, whose second part is a block for each tree.
void ContactSplitting::Factorize(const NodalIsland& island) {
  for (const int t : trees_) {
    const NodalTree& tree = nodal_.trees[t];
    const Clique& clique = problem_->cliques[t];
    const auto v = prediction_.v_smooth().segment(tree.v_start, tree.nv);
    MatrixXd A;
    prediction_.CalcMatrix(clique, &A);
    VelocitiesOf(b_, tree) = A * v;
    if (tree.size() == 0) continue;
    shifted_.cliques[t].M = clique.M + tree.J().transpose() *
                                           PartOf(B_, tree).asDiagonal() *
                                           tree.J();
  }
  for (const int index : island.ties) {
    const SpringTie& tie = nodal_.ties[index];
    for (int i = 0; i < tie.num_sides(); ++i)
      VelocitiesOf(b_, nodal_.trees[tie.sides[i].tree]) +=
          tie.G(i).transpose() * tie.impulse0.head(tie.num_rows);
  }
  Require(matrix_.FactorizeAlone(shifted_, prediction_, nodal_.trees, trees_,
                                 nodal_.ties, island.ties, ElementsOf(island),
                                 h_theta_),
          kIndefinite);
}

std::vector<int> ContactSplitting::ElementsOf(const NodalIsland& island) const {
  std::vector<bool> is_own(problem_->num_velocities());
  for (const int t : island.elastic_nodes)
    is_own[nodal_.trees[t].v_start] = true;
  std::vector<int> elements;
  for (int e = 0; e < std::ssize(problem_->elastic_elements); ++e) {
    if (is_own[problem_->elastic_elements[e].dofs[0]]) elements.push_back(e);
  }
  return elements;
}

// From the velocities before the step, without impulses.
void ContactSplitting::Start() {
  for (const int t : touched_) {
    const NodalTree& tree = nodal_.trees[t];
    PartOf(x_, tree) = tree.J() * problem_->v0.segment(tree.v_start, tree.nv);
  }
}

void ContactSplitting::Move() {
  for (const int t : trees_)
    VelocitiesOf(v_, nodal_.trees[t]) = VelocitiesOf(b_, nodal_.trees[t]);
  for (const int t : touched_) {
    const NodalTree& tree = nodal_.trees[t];
    VelocitiesOf(v_, tree) +=
        tree.J().transpose() *
        (PartOf(B_, tree).cwiseProduct(PartOf(x_, tree)) + PartOf(l_, tree));
  }
  matrix_.Solve(&v_);
  for (const int t : touched_) {
    const NodalTree& tree = nodal_.trees[t];
    PartOf(Jv_, tree) = tree.J() * VelocitiesOf(v_, tree);
  }
}

void ContactSplitting::Resolve(const NodalIsland& island) {
  for (const int i : island.points) ResolvePoint(&nodal_.points[i]);
  for (const int i : island.rows) ResolveRow(&nodal_.rows[i]);
}

void ContactSplitting::ResolvePoint(PointContact* point) {
  Vector3d u = point->phi, spin = Vector3d::Zero();
  for (const VirtualNode& node : nodal_.NodesOf(point->nodes)) {
    for (int k = 0; k < point->num_rows; ++k) {
      const int at = node.first + k;
      (k < 3 ? u[k] : spin[k - 3]) += Jv_[at] - l_[at] / B_[at];
    }
  }
  point->impulse =
      ProjectOnCone(options_.problem.projection, *point,
                    -u / (Yield(point->nodes, 0) + nodal_.regularization));
  for (int k = 0; k < 3; ++k) SetImpulse(point->nodes, k, point->impulse[k]);
  if (point->num_rows == 3) return;
  point->angular_impulse =
      LimitTurning(-spin / Yield(point->nodes, 3),
                   point->torsional_friction * point->impulse.z(),
                   point->rolling_friction * point->impulse.z());
  for (int k = 0; k < 3; ++k)
    SetImpulse(point->nodes, 3 + k, point->angular_impulse[k]);
}

void ContactSplitting::ResolveRow(RowContact* row) {
  double x = 0;
  for (const VirtualNode& node : nodal_.NodesOf(row->nodes))
    x += Jv_[node.first] - l_[node.first] / B_[node.first];
  const double within = std::min(std::max(x, row->x_lower), row->x_upper);
  row->impulse = std::clamp((within - x) / Yield(row->nodes, 0), row->l_lower,
                            row->l_upper);
  SetImpulse(row->nodes, 0, row->impulse);
}

// Sum of 1 / B + C; a node of an elastic body that is touched itself is no
// virtual one.
double ContactSplitting::Yield(const NodeRange& nodes, int offset) const {
  double yield = 0;
  for (const VirtualNode& node : nodal_.NodesOf(nodes)) {
    const NodalTree& tree = nodal_.trees[node.tree];
    const int own = node.first - tree.first;
    yield += 1 / B_[node.first + offset];
    if (!tree.is_elastic || own > 0) yield += 1 / tree.beta[own + offset];
  }
  return yield;
}

void ContactSplitting::SetImpulse(const NodeRange& nodes, int offset,
                                  double impulse) {
  for (const VirtualNode& node : nodal_.NodesOf(nodes)) {
    const int at = node.first + offset;
    x_[at] = Jv_[at] + (impulse - l_[at]) / B_[at];
    l_[at] = impulse;
  }
}

// |J' load|^2
double ContactSplitting::CalcMomentum(const VectorXd& load) {
  double all = 0;
  for (const int t : touched_) {
    const NodalTree& tree = nodal_.trees[t];
    auto momentum = VelocitiesOf(momentum_, tree);
    momentum = tree.J().transpose() * load.segment(tree.first, tree.size());
    VectorXd v = momentum;
    prediction_.Solve(t, v);
    all += v.dot(momentum);
  }
  return all;
}

}  // namespace tactus::apps::cond
