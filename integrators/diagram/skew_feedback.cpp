#include "tactus/integrators/diagram/skew_feedback.h"

#include <algorithm>
#include <cmath>

#include "tactus/integrators/diagram/force_slopes.h"

namespace tactus::integrators {
namespace {

constexpr int kMostPasses = 12;

// rho of what is left at v0.
double LeastTurn(const SkewStep& step) {
  return step.is_compared ? 1e-2 : 3e-4;
}

// Whether entries could make a turn, even in cliques whose mass matrix is of
// bad condition.
bool IsWorthALook(const MatrixXd& N, const MatrixXd& resistance,
                  std::span<const contact::Clique> cliques,
                  const SkewStep& step) {
  constexpr double kCondition = 1e3;
  VectorXd size = step.dt * resistance.diagonal();
  for (const contact::Clique& clique : cliques) {
    if (clique.v_start + clique.nv <= size.size())
      size.segment(clique.v_start, clique.nv) += clique.M.diagonal();
  }
  const VectorXd scale = size.cwiseSqrt().cwiseInverse();
  const MatrixXd share = scale.asDiagonal() * N * scale.asDiagonal();
  return kCondition * step.dt * share.lpNorm<Eigen::Infinity>() >
         LeastTurn(step);
}

// Of a whole step; 0: none.
double ChooseTheta(double turn, const SkewStep& step) {
  if (!(turn > LeastTurn(step))) return 0;
  return step.is_compared ? std::clamp(turn, 0.5, 1.0) : 0.5;
}

}  // namespace

MatrixXd CalcSkewPart(const MatrixXd& G) {
  return (G - G.transpose()) / 2;
}

// With A = L L': |L^-1 N L^-T|, whose singular values come in pairs.
double CalcTurn(const MatrixXd& N, const MatrixXd& A, double dt) {
  const Eigen::LLT<MatrixXd> factor(A);
  if (factor.info() != Eigen::Success) return 0;
  const auto L = factor.matrixL();
  const MatrixXd half = L.solve(N);
  return dt * L.solve(half.transpose()).norm() / std::sqrt(2);
}

void SkewFeedback::Clear() {
  groups_.clear();
  force_.resize(0);
  turn_ = 0;
  clique_ = -1;
  passes_ = 0;
}

void SkewFeedback::Reset(const MatrixXd& N, const MatrixXd& resistance,
                         std::span<const contact::Clique> cliques,
                         const SkewStep& step, std::vector<double>* thetas) {
  Clear();
  if (!step.is_half || std::ssize(*thetas) != N.cols())
    thetas->assign(N.cols(), 0);
  dt_ = step.dt;
  // What a turn of that size would miss, rho^2 / 2, and less.
  tolerance_ = LeastTurn(step) * LeastTurn(step) / 3;
  if (N.isZero(0) || !N.allFinite() || !resistance.allFinite() ||
      !IsWorthALook(N, resistance, cliques, step))
    return;
  for (const std::vector<int>& group : FindCoupledGroups(N, cliques)) {
    const std::vector<int> dofs = CollectDofs(cliques, group);
    const MatrixXd own = N(dofs, dofs);
    if (own.isZero(0)) continue;
    const MatrixXd M = CollectMass(cliques, group);
    const MatrixXd R = dt_ * resistance(dofs, dofs);
    const double turn = CalcTurn(own, M + R, dt_);
    if (turn > turn_) {
      turn_ = turn;
      clique_ = group.front();
    }
    double theta = ChooseTheta(turn, step);
    if (step.is_half) theta = (*thetas)[dofs.front()];
    for (const int i : dofs) (*thetas)[i] = theta;
    if (theta == 0) continue;
    Group& added = groups_.emplace_back();
    added.dofs = dofs;
    added.M = M;
    added.A = M / step.velocity_share + R;
    added.N = theta / step.velocity_share * own;
    added.resisting.compute(added.A);
    added.whole.compute(added.A + dt_ * added.N);
    added.guess.setZero(own.rows());
  }
}

// missing: dt N (u - guess), the impulse that the last solve has not had.
bool SkewFeedback::Follow(const VectorXd& v0, const VectorXd& v1) {
  if (empty() || passes_ == kMostPasses) return false;
  double missing = 0;
  for (Group& group : groups_) {
    const VectorXd u = v1(group.dofs) - v0(group.dofs);
    const VectorXd v = v1(group.dofs);
    const VectorXd left = u - group.guess;
    const VectorXd impulse = dt_ * group.N * left;
    const double lost = impulse.dot(group.resisting.solve(impulse));
    const double moving = std::max(v.dot(group.M * v), u.dot(group.M * u));
    if (lost > 0) missing = std::max(missing, std::sqrt(lost / moving));
    group.guess += group.whole.solve(group.A * left);
  }
  // Whole steps and their halves have both had a second solve. It stalls where
  // solves are less exact than that, or have no common solution.
  const bool is_first = passes_ == 0;
  const bool stalls = !is_first && missing > 0.9 * missing_;
  if (!(missing > (is_first ? 0 : tolerance_)) || stalls) return false;
  missing_ = missing;
  ++passes_;
  force_.setZero(v0.size());
  velocity_ = v1;
  for (const Group& group : groups_) {
    force_(group.dofs) = -group.N * group.guess;
    velocity_(group.dofs) = v0(group.dofs) + group.guess;
  }
  return true;
}

}  // namespace tactus::integrators
