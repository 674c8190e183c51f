#include "tactus/contact/cond/fixed_point.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "tactus/common/parallel_for.h"

namespace tactus::contact {
namespace {

// What of the coordinates belongs to a tree or to an island.
auto PartOf(VectorXd& x, const NodalTree& tree) {
  return x.segment(tree.first, tree.size());
}
auto PartOf(VectorXd& x, const NodalIsland& island) {
  return x.segment(island.first, island.size);
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
  coupled_.resize(nodal->islands.size());
  for (VectorXd* x : {&b_, &v_free_, &v_, &momentum_})
    Reserve(problem.num_velocities(), x);
  const auto num_coordinates = static_cast<Eigen::Index>(nodal->beta.size());
  for (VectorXd* x :
       {&w_, &w_before_, &y_, &y_before_, &load_, &node_momentum_})
    Reserve(num_coordinates, x);
  Reserve(static_cast<Eigen::Index>(nodal->trees.size()), &missing_);
  sums_.resize(std::max(sums_.size(), nodal->beta.size()));
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

VelocityFixedPoint::Report VelocityFixedPoint::Iterate(
    const NodalIsland& island, const VectorXd* v_start) {
  Report report;
  Accelerator accelerator(options_.acceleration), none(Acceleration::kNone);
  const int most = options_.iterations.value_or(options_.max_iterations);
  const double start = Start(island, v_start) + StartNodes(island, v_start);
  PartOf(w_before_, island) = PartOf(w_, island);
  do {
    // The strict law is not monotone: momentum may go around it for ever.
    Accelerator& own = 2 * report.iterations < most ? accelerator : none;
    if (report.iterations > 0) Advance(island, &own);
    const double all = std::max(start, MoveTrees(island));
    MoveNodes(island);
    ResolveContacts(island);
    const double missing =
        CalcMissingMomentum(island) + CalcMissingMomentumOfNodes(island);
    report.residual = missing == 0 ? 0 : std::sqrt(missing / all);
    // What is not a number has not converged.
    report.converged = options_.change ? CalcChange(island) <= *options_.change
                                       : report.residual <= options_.residual;
    ++report.iterations;
  } while (report.iterations < most &&
           (options_.iterations || !report.converged));
  return report;
}

// w_before <- w, too. Sums over blocks of coordinates, then over these: the
// same for any number of threads.
void VelocityFixedPoint::Advance(const NodalIsland& island,
                                 Accelerator* accelerator) {
  constexpr int kLeast = 1024, kBlock = 512;
  const auto part = [&](auto&& x, int first, int end) {
    return x.segment(island.first + first, end - first);
  };
  const auto sums = std::span(sums_).subspan(
      island.first, (island.size + kBlock - 1) / kBlock);
  const auto calc_sums = [&](int first_of_part, int end_of_part) {
    // Of blocks that start in the part.
    const int end_block = (end_of_part + kBlock - 1) / kBlock;
    for (int i = (first_of_part + kBlock - 1) / kBlock; i < end_block; ++i) {
      const int first = i * kBlock, end = std::min(first + kBlock, island.size);
      sums[i] = accelerator->CalcSums(
          part(View(nodal_->beta), first, end), part(w_, first, end),
          part(w_before_, first, end), part(y_, first, end),
          part(y_before_, first, end));
    }
  };
  const auto advance = [&](int first, int end) {
    accelerator->Advance(part(w_, first, end), part(w_before_, first, end),
                         part(y_, first, end), part(y_before_, first, end));
    part(w_before_, first, end) = part(w_, first, end);
  };
  // By reference: a std::function would allocate a copy.
  ForParts(island.size, kLeast, std::cref(calc_sums));
  accelerator->Choose(std::accumulate(sums.begin(), sums.end(),
                                      Accelerator::Sums::Zero().eval()));
  ForParts(island.size, kLeast, std::cref(advance));
}

// |w - y| / |w|
double VelocityFixedPoint::CalcChange(const NodalIsland& island) {
  const double change = (PartOf(w_, island) - PartOf(y_, island)).norm();
  return change == 0 ? 0 : change / PartOf(w_, island).norm();
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

// Where trees go without contact, or at v; |b|^2.
double VelocityFixedPoint::Start(const NodalIsland& island,
                                 const VectorXd* v_start) {
  const VectorXd& from = v_start != nullptr ? *v_start : v_free_;
  double all = 0;
  for (const int t : island.trees) {
    const NodalTree& tree = nodal_->trees[t];
    if (!IsMoved(island, tree)) continue;
    const auto v = v_free_.segment(tree.v_start, tree.nv);
    PartOf(y_, tree).noalias() = tree.J() * from.segment(tree.v_start, tree.nv);
    PartOf(w_, tree) = PartOf(y_, tree);
    PartOf(y_before_, tree) = PartOf(y_, tree);
    all += v.dot(b_.segment(tree.v_start, tree.nv));
  }
  return all;
}

// w~ = J v; |A v|^2 = v' (b + J' beta y) - (J v)' beta (J v).
double VelocityFixedPoint::MoveTrees(const NodalIsland& island) {
  for (const int t : island.trees) {
    const NodalTree& tree = nodal_->trees[t];
    if (!IsMoved(island, tree)) continue;
    auto momentum = momentum_.segment(tree.v_start, tree.nv);
    auto v = v_.segment(tree.v_start, tree.nv);
    PartOf(load_, tree) = View(tree.beta).cwiseProduct(PartOf(y_, tree));
    momentum = b_.segment(tree.v_start, tree.nv);
    momentum.noalias() += tree.J().transpose() * PartOf(load_, tree);
    v = momentum;
    if (!IsCoupled(island)) factors_[t].solveInPlace(v);
  }
  if (IsCoupled(island)) CoupledOf(island).SolveWithNodes(&v_);
  double all = 0;
  for (const int t : island.trees) {
    const NodalTree& tree = nodal_->trees[t];
    if (!IsMoved(island, tree)) continue;
    const auto v = v_.segment(tree.v_start, tree.nv);
    auto w = PartOf(w_, tree);
    w.noalias() = tree.J() * v;
    all += v.dot(momentum_.segment(tree.v_start, tree.nv)) -
           w.dot(View(tree.beta).cwiseProduct(w));
  }
  return all;
}

// A part for each thread: what it read and wrote of it last is still in its
// cache.
void VelocityFixedPoint::ForParts(
    int count, int least,
    const std::function<void(int first, int end)>& body) const {
  const int num_parts = std::clamp(count / least, 1, options_.num_threads);
  const auto run = [&](int i, int) {
    body(i * count / num_parts, (i + 1) * count / num_parts);
  };
  ParallelFor(num_parts, options_.num_threads, std::cref(run));
}

// w~ -> l, w. No coordinate has two contacts.
void VelocityFixedPoint::ResolveContacts(const NodalIsland& island) {
  constexpr int kLeast = 128;
  ForParts(static_cast<int>(island.points.size()), kLeast,
           [&](int first, int end) {
             for (int i = first; i < end; ++i)
               ResolvePoint(&nodal_->points[island.points[i]]);
           });
  for (const int i : island.rows) ResolveRow(&nodal_->rows[i]);
}

void VelocityFixedPoint::ResolvePoint(PointContact* contact) {
  const auto nodes = nodal_->NodesOf(contact->nodes);
  Vector3d u = contact->phi;
  for (const VirtualNode& node : nodes) u += w_.segment<3>(node.first);
  contact->impulse =
      ProjectOnCone(options_.projection, *contact, -u / contact->compliance);
  for (const VirtualNode& node : nodes)
    w_.segment<3>(node.first) += contact->impulse / nodal_->beta[node.first];
  if (contact->num_rows == 3) return;
  Vector3d spin = Vector3d::Zero();
  for (const VirtualNode& node : nodes) spin += w_.segment<3>(node.first + 3);
  contact->angular_impulse =
      LimitTurning(-spin / contact->angular_compliance,
                   contact->torsional_friction * contact->impulse.z(),
                   contact->rolling_friction * contact->impulse.z());
  for (const VirtualNode& node : nodes)
    w_.segment<3>(node.first + 3) +=
        contact->angular_impulse / nodal_->beta[node.first + 3];
}

void VelocityFixedPoint::ResolveRow(RowContact* row) {
  const auto nodes = nodal_->NodesOf(row->nodes);
  double x = 0;
  for (const VirtualNode& node : nodes) x += w_[node.first];
  const double within = std::min(std::max(x, row->x_lower), row->x_upper);
  row->impulse =
      std::clamp((within - x) / row->compliance, row->l_lower, row->l_upper);
  for (const VirtualNode& node : nodes)
    w_[node.first] += row->impulse / nodal_->beta[node.first];
}

// |J' beta (y - w)|^2
double VelocityFixedPoint::CalcMissingMomentum(const NodalIsland& island) {
  for (const int t : island.trees) {
    const NodalTree& tree = nodal_->trees[t];
    if (!IsMoved(island, tree)) continue;
    auto momentum = momentum_.segment(tree.v_start, tree.nv);
    auto v = v_.segment(tree.v_start, tree.nv);
    PartOf(load_, tree) =
        View(tree.beta).cwiseProduct(PartOf(y_, tree) - PartOf(w_, tree));
    momentum.noalias() = tree.J().transpose() * PartOf(load_, tree);
    v = momentum;
    if (!IsCoupled(island)) prediction_->Solve(t, v);
  }
  if (IsCoupled(island)) CoupledOf(island).Solve(&v_);
  double missing = 0;
  for (const int t : island.trees) {
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
