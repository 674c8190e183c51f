#include "tactus/contact/cond/impulse_iteration.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Eigenvalues>

namespace tactus::contact {
namespace {

using Block = Delassus::Block;

template <class Matrix>
double LargestEigenvalue(const Matrix& A) {
  Eigen::SelfAdjointEigenSolver<Matrix> solver;
  solver.computeDirect(A, Eigen::EigenvaluesOnly);
  return solver.eigenvalues().maxCoeff();
}

// What is there before and after: impulses in a vector by row.
void Load(std::span<const Block> blocks, VectorXd* l) {
  for (const Block& block : blocks) {
    if (block.row) {
      (*l)[block.first] = block.row->impulse;
      continue;
    }
    l->segment<3>(block.first) = block.point->impulse;
    if (block.num_rows == 6)
      l->segment<3>(block.first + 3) = block.point->angular_impulse;
  }
}

void Store(std::span<const Block> blocks, const VectorXd& l) {
  for (const Block& block : blocks) {
    if (block.row) {
      block.row->impulse = l[block.first];
      continue;
    }
    block.point->impulse = l.segment<3>(block.first);
    if (block.num_rows == 6)
      block.point->angular_impulse = l.segment<3>(block.first + 3);
  }
}

// Of a row whose velocity would be x without its own impulse times w.
double ResolveRow(const RowContact& row, double x, double w) {
  const double within = std::min(std::max(x, row.x_lower), row.x_upper);
  return std::clamp((within - x) / w, row.l_lower, row.l_upper);
}

Vector3d LimitTurning(const PointContact& point, double normal,
                      const Vector3d& l) {
  return contact::LimitTurning(l, point.torsional_friction * normal,
                               point.rolling_friction * normal);
}

}  // namespace

void ImpulseIteration::Reset(const VelocityProblem& problem,
                             const SmoothPrediction& prediction, double h_theta,
                             NodalProblem* nodal) {
  problem_ = &problem;
  prediction_ = &prediction;
  h_theta_ = h_theta;
  nodal_ = nodal;
  if (std::ssize(works_) < nodal->num_islands)
    works_.resize(nodal->num_islands);
  for (Work& work : works_) work.elements.clear();
  if (problem.elastic_elements.empty()) return;
  std::vector<int> island_of_dof(problem.num_velocities());
  for (int i = 0; i < nodal->num_islands; ++i) {
    for (const int t : nodal->islands[i].elastic_nodes)
      island_of_dof[nodal->trees[t].v_start] = i;
  }
  for (std::size_t e = 0; e < problem.elastic_elements.size(); ++e) {
    const int dof = problem.elastic_elements[e].dofs[0];
    works_[island_of_dof[dof]].elements.push_back(static_cast<int>(e));
  }
}

ImpulseIteration::Report ImpulseIteration::Solve(const NodalIsland& island,
                                                 VectorXd* v) {
  Work& work = works_[&island - nodal_->islands.data()];
  Delassus& delassus = work.delassus;
  Report report;
  if (!delassus.Reset(*problem_, *prediction_, island, work.elements, h_theta_,
                      nodal_)) {
    report.residual = std::numeric_limits<double>::infinity();
    report.converged = false;
    return report;
  }
  work.l.resize(delassus.size());
  Load(delassus.blocks(), &work.l);
  if (delassus.size() > 0)
    report = options_.method == NodalMethod::kGaussSeidel ? SweepContacts(&work)
                                                          : Descend(&work);
  Store(delassus.blocks(), work.l);
  delassus.CalcVelocities(work.l, v);
  return report;
}

// Counts an iteration, and says whether the iterating ends with it.
bool ImpulseIteration::Ends(Report* report) const {
  ++report->iterations;
  // What is not a number has not converged.
  report->converged = report->residual <= options_.residual;
  if (report->iterations >=
      options_.iterations.value_or(options_.max_iterations))
    return true;
  return !options_.iterations && report->converged;
}

ImpulseIteration::Report ImpulseIteration::SweepContacts(Work* work) const {
  const Delassus& delassus = work->delassus;
  work->delassus.Form(&work->W);
  const std::vector<Steps> steps = FindSteps(*work);
  work->u = delassus.u0();
  work->u.noalias() += work->W * work->l;
  Report report;
  do {
    const double missing = Sweep(steps, work);
    const double all =
        delassus.CalcMomentumScale(work->l, work->u - delassus.u0());
    report.residual = missing == 0 ? 0 : std::sqrt(missing / all);
  } while (!Ends(&report));
  return report;
}

std::vector<ImpulseIteration::Steps> ImpulseIteration::FindSteps(
    const Work& work) const {
  std::vector<Steps> steps;
  for (const Block& block : work.delassus.blocks()) {
    Steps& own = steps.emplace_back();
    const int i = block.first;
    if (block.row) {
      own.normal = work.W(i, i);
      continue;
    }
    own.normal = work.W(i + 2, i + 2);
    if (options_.projection == ConeProjection::kProximal) {
      own.linear = LargestEigenvalue(Matrix3d(work.W.block<3, 3>(i, i)));
    } else {
      using Matrix2d = Eigen::Matrix2d;
      own.linear = LargestEigenvalue(Matrix2d(work.W.block<2, 2>(i, i)));
    }
    if (block.num_rows == 6)
      own.angular =
          LargestEigenvalue(Matrix3d(work.W.block<3, 3>(i + 3, i + 3)));
  }
  return steps;
}

// Once through the contacts; the sum of d' W d.
double ImpulseIteration::Sweep(std::span<const Steps> all_steps,
                               Work* work) const {
  double missing = 0;
  const auto change = [&](int first, int count, const auto& l) {
    const VectorXd d = l - work->l.segment(first, count);
    if (d.isZero(0)) return;
    work->l.segment(first, count) = l;
    work->u.noalias() += work->W.middleCols(first, count) * d;
    missing += d.dot(work->W.block(first, first, count, count) * d);
  };
  const auto blocks = work->delassus.blocks();
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const Block& block = blocks[b];
    const Steps& steps = all_steps[b];
    const int i = block.first;
    if (block.row) {
      const double x = work->u[i] - steps.normal * work->l[i];
      const double l = ResolveRow(*block.row, x, steps.normal);
      change(i, 1, Eigen::Matrix<double, 1, 1>(l));
      continue;
    }
    change(i, 3,
           ResolveLinear(*block.point, steps, work->W.block<3, 3>(i, i),
                         work->u.segment<3>(i), work->l.segment<3>(i)));
    if (block.num_rows == 3) continue;
    change(i + 3, 3,
           LimitTurning(*block.point, work->l[i + 2],
                        work->l.segment<3>(i + 3) -
                            work->u.segment<3>(i + 3) / steps.angular));
  }
  return missing;
}

Vector3d ImpulseIteration::ResolveLinear(const PointContact& point,
                                         const Steps& steps, const Matrix3d& W,
                                         const Vector3d& u,
                                         const Vector3d& l) const {
  if (options_.projection == ConeProjection::kProximal)
    return contact::ProjectOnCone(options_.projection, point,
                                  l - u / steps.linear);
  Vector3d next = l;
  next.z() = std::max(0.0, l.z() - u.z() / steps.normal);
  const Vector2d slip =
      u.head<2>() + W.topRightCorner<2, 1>() * (next.z() - l.z());
  next.head<2>() -= slip / steps.linear;
  return contact::ProjectOnCone(options_.projection, point, next);
}

// max over x of x' W x / |x|_r^2, from below.
double ImpulseIteration::EstimateLargestEigenvalue(Work* work) {
  constexpr int kProducts = 6;
  VectorXd x(work->l.size()), Wx;
  for (Eigen::Index i = 0; i < x.size(); ++i)
    x[i] = 1 + 0.5 * std::sin(static_cast<double>(i));  // In no one's way.
  double largest = 0;
  for (int k = 0; k < kProducts; ++k) {
    work->delassus.Multiply(x, &Wx);
    largest = x.dot(Wx) / x.dot(work->r.cwiseProduct(x));
    x = Wx.cwiseQuotient(work->r);
    x /= x.norm();
  }
  return largest;
}

ImpulseIteration::Report ImpulseIteration::Descend(Work* work) const {
  Delassus& delassus = work->delassus;
  delassus.EstimateDiagonal(&work->r);
  double L = EstimateLargestEigenvalue(work), t = 1;
  const int most = options_.iterations.value_or(options_.max_iterations);
  work->y = work->l_before = work->l;
  delassus.Multiply(work->y, &work->Wy);
  work->Wl_before = work->Wy;
  Report report;
  do {
    work->u = work->Wy + delassus.u0();
    for (const Block& block : delassus.blocks())
      Project(block, work->u, L, work);
    delassus.Multiply(work->l, &work->Wl);
    const VectorXd change = work->l - work->y;
    const double size = L * change.dot(work->r.cwiseProduct(change));
    const double all = delassus.CalcMomentumScale(work->l, work->Wl);
    report.residual = size == 0 ? 0 : std::sqrt(size / all);
    // Round-off is no curvature.
    const double curvature = change.dot(work->Wl - work->Wy);
    if (curvature > size + 1e-12 * std::sqrt(size * all)) {
      L *= 2;
      report.residual = std::numeric_limits<double>::infinity();
      continue;
    }
    const VectorXd way = work->l - work->l_before;
    if (change.dot(work->r.cwiseProduct(way)) < 0) t = 1;
    const double next = (1 + std::sqrt(1 + 4 * t * t)) / 2;
    // The strict law is not monotone: momentum may go around it for ever.
    const double momentum = 2 * report.iterations < most ? (t - 1) / next : 0;
    t = next;
    work->y = work->l + momentum * way;
    work->Wy = work->Wl + momentum * (work->Wl - work->Wl_before);
    work->l_before = work->l;
    work->Wl_before = work->Wl;
  } while (!Ends(&report));
  work->l = work->l_before;
  return report;
}

// From y and u = W y + u0, with `scale` times r.
void ImpulseIteration::Project(const Block& block, const VectorXd& u,
                               double scale, Work* work) const {
  const int i = block.first;
  const double r = scale * work->r[i];
  if (block.row) {
    work->l[i] = ResolveRow(*block.row, u[i] - r * work->y[i], r);
    return;
  }
  work->l.segment<3>(i) =
      contact::ProjectOnCone(options_.projection, *block.point,
                             work->y.segment<3>(i) - u.segment<3>(i) / r);
  if (block.num_rows == 3) return;
  const double r_turn = scale * work->r[i + 3];
  work->l.segment<3>(i + 3) =
      LimitTurning(*block.point, work->l[i + 2],
                   work->y.segment<3>(i + 3) - u.segment<3>(i + 3) / r_turn);
}

}  // namespace tactus::contact
