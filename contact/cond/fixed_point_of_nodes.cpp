#include <cmath>

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
    auto y = y_.segment(tree.first, tree.size());
    y.noalias() = tree.J() * v.segment<3>(tree.v_start);
    w_.segment(tree.first, tree.size()) = y;
    y_before_.segment(tree.first, tree.size()) = y;
    all += b.dot(v_smooth);
  }
  return all;
}

void VelocityFixedPoint::ForNodes(
    const NodalIsland& island,
    const std::function<void(std::span<const int> nodes)>& body) const {
  const std::span<const int> all = island.elastic_nodes;
  constexpr int kLeast = 128;
  ForParts(static_cast<int>(all.size()), kLeast, [&](int first, int end) {
    if (first < end) body(all.subspan(first, end - first));
  });
}

// load <- A x
void VelocityFixedPoint::ApplyToNodes(std::span<const int> nodes,
                                      const VectorXd& x) {
  for (const int t : nodes) nodal_->elastic.Apply(nodal_->trees, t, x, &load_);
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
  auto w = part(w_), r = part(w_before_), p = part(y_), Dr = part(y_before_),
       Ap = part(load_);
  const auto D = Eigen::Map<const VectorXd>(nodal_->beta.data() + island.first,
                                            island.size);
  const int most = options_.iterations.value_or(options_.max_iterations);
  const double all = StartNodes(island, v_start);
  Report report;
  const auto is_near = [&] {
    const double square = CalcSquare(*nodal_, island, w_before_);
    report.residual = square == 0 ? 0 : std::sqrt(square / all);
    return !options_.iterations && report.residual <= options_.residual;
  };
  do {
    ForNodes(island,
             [&](std::span<const int> nodes) { ApplyToNodes(nodes, w_); });
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
      ForNodes(island,
               [&](std::span<const int> nodes) { ApplyToNodes(nodes, y_); });
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
void VelocityFixedPoint::MoveNodes(const NodalIsland& island) {
  ForNodes(island, [&](std::span<const int> nodes) {
    ApplyToNodes(nodes, y_);
    const ElasticOperator::Node& last = nodal_->elastic.NodeOf(nodes.back());
    const int first = nodal_->elastic.NodeOf(nodes.front()).first;
    const int size = last.first + last.size - first;
    const auto part = [&](VectorXd& x) {
      return x.segment(first, size);
    };
    const auto D =
        Eigen::Map<const VectorXd>(nodal_->beta.data() + first, size);
    part(w_) = part(y_) - (part(load_) - part(node_momentum_)).cwiseQuotient(D);
  });
}

// In the order of nodes: the same sum for any number of threads.
double VelocityFixedPoint::CalcMissingMomentumOfNodes(
    const NodalIsland& island) {
  ForNodes(island, [&](std::span<const int> nodes) {
    for (const int t : nodes)
      missing_[nodal_->elastic.RowOf(t)] = CalcMissingMomentumOf(t);
  });
  double missing = 0;
  for (const int t : island.elastic_nodes)
    missing += missing_[nodal_->elastic.RowOf(t)];
  return missing;
}

// |D_z (y - w) + J' D_w (y - w)|^2 by M^-1: massless nodes hand on to their
// own.
double VelocityFixedPoint::CalcMissingMomentumOf(int tree) const {
  const ElasticOperator::Node& node = nodal_->elastic.NodeOf(tree);
  const double D = nodal_->beta[node.first];
  Vector3d momentum =
      D * (y_.segment<3>(node.first) - w_.segment<3>(node.first));
  if (node.size > 3) {
    const NodalTree& tied = nodal_->trees[tree];
    for (int i = 3; i < node.size; ++i) {
      const int at = node.first + i;
      momentum += nodal_->beta[at] * (y_[at] - w_[at]) *
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
        tree.Frame().transpose() * w_.segment<3>(tree.first);
  }
}

}  // namespace tactus::contact
