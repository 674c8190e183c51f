#include <algorithm>
#include <cmath>
#include <functional>

#include "tactus/common/parallel_for.h"
#include "tactus/contact/cond/fixed_point.h"

namespace tactus::contact {

// With the velocities that they have, or at v, b = M v0 - h k0 in their
// contacts' frames; |b|^2 by M^-1.
double VelocityFixedPoint::StartNodes(const NodalIsland& island,
                                      const VectorXd* v_start) {
  const VectorXd& v = v_start != nullptr ? *v_start : problem_->v0;
  double all = 0;
  for (const int t : island.elastic_nodes) {
    const NodalTree& tree = nodal_->trees[t];
    const Clique& clique = problem_->cliques[t];
    const auto v_smooth = prediction_->v_smooth().segment<3>(tree.v_start);
    const auto diagonal = prediction_->diagonal().segment<3>(tree.v_start);
    const Vector3d b = clique.M * v_smooth + diagonal.cwiseProduct(v_smooth);
    auto own = node_momentum_.segment(tree.first, tree.size());
    own.setZero();
    own.head<3>() = tree.Frame() * b;
    iterates_[0].segment(tree.first, tree.size()).noalias() =
        tree.J() * v.segment<3>(tree.v_start);
    all += b.dot(v_smooth);
  }
  return all;
}

// A part for each thread.
void VelocityFixedPoint::ApplyToAllNodes(const NodalIsland& island,
                                         const VectorXd& x) {
  constexpr int kLeast = 128;
  const std::span<const int> all = island.elastic_nodes;
  const int count = static_cast<int>(all.size());
  const int num_parts = std::clamp(count / kLeast, 1, options_.num_threads);
  const auto apply = [&](int i, int) {
    const int first = i * count / num_parts;
    ApplyToNodes(all.subspan(first, (i + 1) * count / num_parts - first), x);
  };
  // By reference: a std::function would allocate a copy.
  ParallelFor(num_parts, options_.num_threads, std::cref(apply));
}

// load <- A x
void VelocityFixedPoint::ApplyToNodes(std::span<const int> nodes,
                                      const VectorXd& x) {
  nodal_->elastic.Apply(nodal_->trees, nodes, x, &load_);
}

// Other ways than the default are to be what they are called.
bool VelocityFixedPoint::IsLinear(const NodalIsland& island) const {
  return island.trees.empty() && island.points.empty() && island.rows.empty() &&
         options_.acceleration == Acceleration::kNesterov && !options_.change;
}

namespace {

// |r|^2 by M^-1, of an island's nodes.
double CalcSquare(const NodalProblem& nodal, const NodalIsland& island,
                  const VectorXd& r) {
  double square = 0;
  for (const int t : island.elastic_nodes) {
    const ElasticOperator::Node& node = nodal.elastic.NodeOf(t);
    square += r.segment<3>(node.first).squaredNorm() / node.mass;
  }
  return square;
}

}  // namespace

// Conjugate gradients on A w = b with 1 / D, in w; r is in w_before, the
// direction p in y, and r / D in y_before. Where the r that iterations keep has
// become small, but b - A w has not, they start again.
VelocityFixedPoint::Report VelocityFixedPoint::FlyNodes(
    const NodalIsland& island, const VectorXd* v_start) {
  const auto part = [&](VectorXd& x) {
    return x.segment(island.first, island.size);
  };
  auto w = part(iterates_[0]), r = part(iterates_[1]), p = part(y_[0]),
       Dr = part(y_before_[0]), Ap = part(load_);
  const auto D = Eigen::Map<const VectorXd>(nodal_->beta.data() + island.first,
                                            island.size);
  const int most = options_.iterations.value_or(options_.max_iterations);
  const double all = StartNodes(island, v_start);
  Report report;
  const auto is_near = [&] {
    const double square = CalcSquare(*nodal_, island, iterates_[1]);
    report.residual = square == 0 ? 0 : std::sqrt(square / all);
    return !options_.iterations && report.residual <= options_.residual;
  };
  do {
    ApplyToAllNodes(island, iterates_[0]);
    r = part(node_momentum_) - Ap;
    p.setZero();
    double last = 1;
    if (is_near()) break;
    do {
      Dr = r.cwiseQuotient(D);
      const double square = r.dot(Dr);
      if (square == 0) return report;
      p = Dr + square / last * p;
      last = square;
      ApplyToAllNodes(island, y_[0]);
      const double step = square / p.dot(Ap);
      w += step * p;
      r -= step * Ap;
      ++report.iterations;
    } while (!is_near() && report.iterations < most);
  } while (report.iterations < most);
  report.converged = report.residual <= options_.residual;
  return report;
}

// w~ = y - (A y - b) / D
void VelocityFixedPoint::MoveNodes(std::span<const int> nodes,
                                   const VectorXd& y, VectorXd* w) {
  ApplyToNodes(nodes, y);
  const ElasticOperator::Node& last = nodal_->elastic.NodeOf(nodes.back());
  const int first = nodal_->elastic.NodeOf(nodes.front()).first;
  const int size = last.first + last.size - first;
  const auto part = [&](auto& x) {
    return x.segment(first, size);
  };
  const auto D = Eigen::Map<const VectorXd>(nodal_->beta.data() + first, size);
  part(*w) = part(y) - (part(load_) - part(node_momentum_)).cwiseQuotient(D);
}

double VelocityFixedPoint::CalcMissingMomentumOfNodes(
    std::span<const int> nodes, const VectorXd& y, const VectorXd& w) const {
  double missing = 0;
  for (const int t : nodes) missing += CalcMissingMomentumOf(t, y, w);
  return missing;
}

// |D_z (y - w) + J' D_w (y - w)|^2 by M^-1: massless nodes hand on to their
// own.
double VelocityFixedPoint::CalcMissingMomentumOf(int tree, const VectorXd& y,
                                                 const VectorXd& w) const {
  const ElasticOperator::Node& node = nodal_->elastic.NodeOf(tree);
  const double D = nodal_->beta[node.first];
  Vector3d momentum = D * (y.segment<3>(node.first) - w.segment<3>(node.first));
  if (node.size > 3) {
    const NodalTree& tied = nodal_->trees[tree];
    for (int i = 3; i < node.size; ++i) {
      const int at = node.first + i;
      momentum += nodal_->beta[at] * (y[at] - w[at]) *
                  (tied.Frame() * tied.J().row(i).transpose());
    }
  }
  return momentum.squaredNorm() / node.mass;
}

// v^ = R' z
void VelocityFixedPoint::CalcNodeVelocities(const NodalIsland& island,
                                            VectorXd* v) {
  for (const int t : island.elastic_nodes) {
    const NodalTree& tree = nodal_->trees[t];
    v->segment<3>(tree.v_start) =
        tree.Frame().transpose() * w().segment<3>(tree.first);
  }
}

}  // namespace tactus::contact
