#include "tactus/contact/cond/fixed_point.h"

#include <algorithm>
#include <limits>

namespace tactus::contact {
namespace {

// What of the coordinates belongs to a tree.
template <class Vector>
auto PartOf(Vector& x, const NodalTree& tree) {
  return x.segment(tree.first, tree.size());
}

// Room for `size`, what is there may be lost.
void Reserve(Eigen::Index size, VectorXd* x) {
  if (x->size() < size) x->resize(size);
}

Eigen::Map<const VectorXd> View(const std::vector<double>& x) {
  return {x.data(), static_cast<Eigen::Index>(x.size())};
}

bool IsCoupled(const NodalIsland& island) {
  return !island.ties.empty();
}

// Without nodes, and coupled to none that has some, a tree is where it would be
// without contact.
bool IsMoved(const NodalIsland& island, const NodalTree& tree) {
  return tree.size() > 0 || IsCoupled(island);
}

}  // namespace

void VelocityFixedPoint::Reset(const VelocityProblem& problem,
                               const SmoothPrediction& prediction,
                               NodalProblem* nodal) {
  problem_ = &problem;
  prediction_ = &prediction;
  nodal_ = nodal;
  matrices_.resize(nodal->trees.size());
  factors_.resize(nodal->trees.size());
  rooms_.resize(nodal->islands.size());
  for (VectorXd* x : {&b_, &v_free_, &v_, &momentum_, &start_})
    Reserve(problem.num_velocities(), x);
  const auto num_coordinates = static_cast<Eigen::Index>(nodal->beta.size());
  for (VectorXd& w : iterates_) Reserve(num_coordinates, &w);
  for (VectorXd* x : {&load_, &node_momentum_}) Reserve(num_coordinates, x);
  for (std::vector<VectorXd>* of_parts : {&y_, &y_before_}) {
    of_parts->resize(options_.num_threads);
    for (VectorXd& y : *of_parts) Reserve(num_coordinates, &y);
  }
}

VelocityFixedPoint::Report VelocityFixedPoint::Solve(const NodalIsland& island,
                                                     VectorXd* v,
                                                     bool starts_at_v) {
  Report report;
  if (!Factorize(island)) {
    report.residual = std::numeric_limits<double>::infinity();
    report.converged = false;
    return report;
  }
  if (island.size > 0) {
    const VectorXd* v_start = starts_at_v ? v : nullptr;
    report =
        IsLinear(island) ? FlyNodes(island, v_start) : Iterate(island, v_start);
  }
  CalcVelocities(island, v);
  CalcNodeVelocities(island, v);
  return report;
}

// Of A + J' beta J, of which the lower half is enough; v_free = A^-1 b.
bool VelocityFixedPoint::Factorize(const NodalIsland& island) {
  for (const int t : island.trees) {
    const NodalTree& tree = nodal_->trees[t];
    const auto v_smooth =
        prediction_->v_smooth().segment(tree.v_start, tree.nv);
    v_free_.segment(tree.v_start, tree.nv) = v_smooth;
    if (!IsMoved(island, tree)) continue;
    MatrixXd& A = matrices_[t];
    prediction_->CalcMatrix(problem_->cliques[t], &A);
    b_.segment(tree.v_start, tree.nv).noalias() = A * v_smooth;
    if (IsCoupled(island)) continue;
    const auto J = tree.J();
    for (int i = 0; i < tree.size(); ++i)
      A.selfadjointView<Eigen::Lower>().rankUpdate(J.row(i).transpose(),
                                                   tree.beta[i]);
    factors_[t].compute(A);
  }
  return !IsCoupled(island) || Couple(island);
}

// b_c, and v_free with it.
bool VelocityFixedPoint::Couple(const NodalIsland& island) {
  for (const int index : island.ties) {
    const SpringTie& tie = nodal_->ties[index];
    for (int i = 0; i < tie.num_sides(); ++i) {
      const NodalTree& tree = nodal_->trees[tie.sides[i].tree];
      b_.segment(tree.v_start, tree.nv).noalias() +=
          tie.G(i).transpose() * tie.impulse0.head(tie.num_rows);
    }
  }
  for (const int t : island.trees) {
    const NodalTree& tree = nodal_->trees[t];
    v_free_.segment(tree.v_start, tree.nv) = b_.segment(tree.v_start, tree.nv);
  }
  CoupledTrees& coupled = CoupledOf(island);
  if (!coupled.Factorize(*problem_, *prediction_, nodal_->trees, island.trees,
                         nodal_->ties, island.ties))
    return false;
  coupled.Solve(&v_free_);
  return true;
}

// Where the contacts' impulses lead trees, or at v; |b|^2.
double VelocityFixedPoint::Start(const NodalIsland& island,
                                 const VectorXd* v_start) {
  if (v_start == nullptr) CalcVelocities(island, &start_);
  const VectorXd& from = v_start != nullptr ? *v_start : start_;
  double all = 0;
  for (const int t : island.trees) {
    const NodalTree& tree = nodal_->trees[t];
    if (!IsMoved(island, tree)) continue;
    const auto v = v_free_.segment(tree.v_start, tree.nv);
    PartOf(iterates_[0], tree).noalias() =
        tree.J() * from.segment(tree.v_start, tree.nv);
    all += v.dot(b_.segment(tree.v_start, tree.nv));
  }
  return all;
}

// y = J v + l / beta, from J v. Elastic nodes are not tied.
void VelocityFixedPoint::StartImpulses(const NodalIsland& island) {
  VectorXd& y = iterates_[0];
  for (const int i : island.points) {
    const PointContact& contact = nodal_->points[i];
    for (const VirtualNode& node : nodal_->NodesOf(contact.nodes)) {
      if (!nodal_->IsElasticNode(node))
        y.segment<3>(node.first) += contact.impulse / nodal_->beta[node.first];
    }
  }
  for (const int i : island.rows) {
    const RowContact& row = nodal_->rows[i];
    for (const VirtualNode& node : nodal_->NodesOf(row.nodes)) {
      if (!nodal_->IsElasticNode(node))
        y[node.first] += row.impulse / nodal_->beta[node.first];
    }
  }
}

// w~ = J v; |A v|^2 = v' (b + J' beta y) - (J v)' beta (J v).
double VelocityFixedPoint::MoveTrees(const NodalIsland& island,
                                     std::span<const int> trees,
                                     const VectorXd& y, VectorXd* w) {
  for (const int t : trees) {
    const NodalTree& tree = nodal_->trees[t];
    if (!IsMoved(island, tree)) continue;
    auto momentum = momentum_.segment(tree.v_start, tree.nv);
    auto v = v_.segment(tree.v_start, tree.nv);
    PartOf(load_, tree) = View(tree.beta).cwiseProduct(PartOf(y, tree));
    momentum = b_.segment(tree.v_start, tree.nv);
    momentum.noalias() += tree.J().transpose() * PartOf(load_, tree);
    v = momentum;
    if (!IsCoupled(island)) factors_[t].solveInPlace(v);
  }
  if (IsCoupled(island)) CoupledOf(island).SolveWithNodes(&v_);
  double all = 0;
  for (const int t : trees) {
    const NodalTree& tree = nodal_->trees[t];
    if (!IsMoved(island, tree)) continue;
    const auto v = v_.segment(tree.v_start, tree.nv);
    auto own = PartOf(*w, tree);
    own.noalias() = tree.J() * v;
    all += v.dot(momentum_.segment(tree.v_start, tree.nv)) -
           own.dot(View(tree.beta).cwiseProduct(own));
  }
  return all;
}

// w~ -> l, w. No coordinate has two contacts.
void VelocityFixedPoint::ResolvePoint(PointContact* contact,
                                      VectorXd* w) const {
  const auto nodes = nodal_->NodesOf(contact->nodes);
  Vector3d u = contact->phi;
  for (const VirtualNode& node : nodes) u += w->segment<3>(node.first);
  contact->impulse =
      ProjectOnCone(options_.projection, *contact, -u / contact->compliance);
  for (const VirtualNode& node : nodes)
    w->segment<3>(node.first) += contact->impulse / nodal_->beta[node.first];
  if (contact->num_rows == 3) return;
  Vector3d spin = Vector3d::Zero();
  for (const VirtualNode& node : nodes) spin += w->segment<3>(node.first + 3);
  contact->angular_impulse =
      LimitTurning(-spin / contact->angular_compliance,
                   contact->torsional_friction * contact->impulse.z(),
                   contact->rolling_friction * contact->impulse.z());
  for (const VirtualNode& node : nodes)
    w->segment<3>(node.first + 3) +=
        contact->angular_impulse / nodal_->beta[node.first + 3];
}

void VelocityFixedPoint::ResolveRow(RowContact* row, VectorXd* w) const {
  const auto nodes = nodal_->NodesOf(row->nodes);
  double x = 0;
  for (const VirtualNode& node : nodes) x += (*w)[node.first];
  const double within = std::min(std::max(x, row->x_lower), row->x_upper);
  row->impulse =
      std::clamp((within - x) / row->compliance, row->l_lower, row->l_upper);
  for (const VirtualNode& node : nodes)
    (*w)[node.first] += row->impulse / nodal_->beta[node.first];
}

// |J' beta (y - w)|^2
double VelocityFixedPoint::CalcMissingMomentum(const NodalIsland& island,
                                               std::span<const int> trees,
                                               const VectorXd& y,
                                               const VectorXd& w) {
  for (const int t : trees) {
    const NodalTree& tree = nodal_->trees[t];
    if (!IsMoved(island, tree)) continue;
    auto momentum = momentum_.segment(tree.v_start, tree.nv);
    auto v = v_.segment(tree.v_start, tree.nv);
    PartOf(load_, tree) =
        View(tree.beta).cwiseProduct(PartOf(y, tree) - PartOf(w, tree));
    momentum.noalias() = tree.J().transpose() * PartOf(load_, tree);
    v = momentum;
    if (!IsCoupled(island)) prediction_->Solve(t, v);
  }
  if (IsCoupled(island)) CoupledOf(island).Solve(&v_);
  double missing = 0;
  for (const int t : trees) {
    const NodalTree& tree = nodal_->trees[t];
    if (!IsMoved(island, tree)) continue;
    missing += v_.segment(tree.v_start, tree.nv)
                   .dot(momentum_.segment(tree.v_start, tree.nv));
  }
  return missing;
}

// v^ = v_free + A^-1 J' l
void VelocityFixedPoint::CalcVelocities(const NodalIsland& island,
                                        VectorXd* v) {
  for (const int i : island.points) {
    const PointContact& contact = nodal_->points[i];
    for (const VirtualNode& node : nodal_->NodesOf(contact.nodes)) {
      load_.segment<3>(node.first) = contact.impulse;
      if (contact.num_rows == 6)
        load_.segment<3>(node.first + 3) = contact.angular_impulse;
    }
  }
  for (const int i : island.rows) {
    const RowContact& row = nodal_->rows[i];
    for (const VirtualNode& node : nodal_->NodesOf(row.nodes))
      load_[node.first] = row.impulse;
  }
  for (const int t : island.trees) {
    const NodalTree& tree = nodal_->trees[t];
    auto own = v->segment(tree.v_start, tree.nv);
    own.setZero();
    if (tree.size() == 0) continue;
    own.noalias() = tree.J().transpose() * PartOf(load_, tree);
    if (!IsCoupled(island)) prediction_->Solve(t, own);
  }
  if (IsCoupled(island)) CoupledOf(island).Solve(v);
  for (const int t : island.trees) {
    const NodalTree& tree = nodal_->trees[t];
    v->segment(tree.v_start, tree.nv) += v_free_.segment(tree.v_start, tree.nv);
  }
}

}  // namespace tactus::contact
