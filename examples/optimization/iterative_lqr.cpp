#include "tactus/examples/optimization/iterative_lqr.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <Eigen/Cholesky>

#include "tactus/integrators/model_stepper.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::examples {
namespace {

struct Trajectory {
  std::vector<VectorXd> u, q, v;
  std::vector<VectorXd> errors;  // Of states 0 ... N.
  double cost{};                 // Multipliers included.
};

struct Policy {
  std::vector<VectorXd> du;
  std::vector<MatrixXd> K;
  double expected{};  // Of the cost's change, at first order.
};

class Planner {
 public:
  explicit Planner(const PlanningProblem& problem)
      : problem_(problem),
        stepper_(problem.model),
        dojo_(problem.method),
        multipliers_(VectorXd::Zero(2 * problem.v0.size())),
        penalty_(VectorXd::Zero(2 * problem.v0.size())) {
    for (const int i : problem.goal) penalty_[i] = 1;
  }

  // False where a step fails.
  bool Roll(std::vector<VectorXd> u, Trajectory* out) {
    return RollWith(std::move(u), nullptr, nullptr, 0, out);
  }
  bool Search(const Trajectory& now, const Policy& policy, Trajectory* next);
  bool Linearize(const Trajectory& at);
  bool Recur(const Trajectory& at, double regularization, Policy* policy) const;
  void UpdateMultipliers(const Trajectory& at);
  double CalcViolation(const Trajectory& at) const;
  double CalcPlainCost(const Trajectory& at) const;

 private:
  bool RollWith(std::vector<VectorXd> u, const Trajectory* around,
                const Policy* policy, double share, Trajectory* out);
  VectorXd CalcError(int k, const VectorXd& q, const VectorXd& v) const;
  VectorXd Project(VectorXd u) const;
  const VectorXd& WeightsOf(int k) const {
    return k == problem_.num_steps() ? problem_.Q_N : problem_.Q;
  }

  const PlanningProblem& problem_;
  integrators::ModelStepper stepper_;
  integrators::DojoStep dojo_;
  VectorXd multipliers_, penalty_;  // By entry of e_N; 0: free.
  std::vector<MatrixXd> A_, B_;
};

VectorXd Planner::CalcError(int k, const VectorXd& q, const VectorXd& v) const {
  const auto& target = problem_.targets[k];
  VectorXd difference, error(2 * v.size());
  CalcPositionDifference(*problem_.model, target.q, q, &difference);
  error << difference, v - target.v;
  return error;
}

VectorXd Planner::Project(VectorXd u) const {
  if (problem_.lower.size() > 0) u = u.cwiseMax(problem_.lower);
  if (problem_.upper.size() > 0) u = u.cwiseMin(problem_.upper);
  return u;
}

// u = u_now + share du + K (x - x_now), within its bounds.
bool Planner::RollWith(std::vector<VectorXd> u, const Trajectory* around,
                       const Policy* policy, double share, Trajectory* out) {
  const int N = problem_.num_steps();
  *out = {};
  VectorXd q = problem_.q0, v = problem_.v0;
  systems::Value memory = dojo_.MakeMemory();
  integrators::StepResult next;
  for (int k = 0;; ++k) {
    out->q.push_back(q);
    out->v.push_back(v);
    out->errors.push_back(CalcError(k, q, v));
    const VectorXd& e = out->errors.back();
    out->cost += e.dot(WeightsOf(k).cwiseProduct(e)) / 2;
    if (k == N) break;
    if (policy != nullptr) {
      VectorXd dq, dx(2 * v.size());
      CalcPositionDifference(*problem_.model, around->q[k], q, &dq);
      dx << dq, v - around->v[k];
      u[k] = around->u[k] + share * policy->du[k] + policy->K[k] * dx;
    }
    u[k] = Project(u[k]);
    out->cost += u[k].dot(problem_.R.cwiseProduct(u[k])) / 2;
    multibody::PlantInputs inputs;
    inputs.generalized_force = problem_.input * u[k];
    dojo_.Step(stepper_.Prepare(&dojo_, {q, v, inputs}, problem_.step), &memory,
               &next);
    if (next.report.failure) return false;
    q = next.q;
    v = next.v;
  }
  // lambda' c + c' rho c / 2.
  const VectorXd& e = out->errors.back();
  out->cost += multipliers_.dot(e) + e.dot(penalty_.cwiseProduct(e)) / 2;
  out->u = std::move(u);
  return true;
}

bool Planner::Search(const Trajectory& now, const Policy& policy,
                     Trajectory* next) {
  constexpr double kEnough = 1e-4;  // Armijo's share of what is expected.
  for (double share = 1; share > 1e-4; share /= 2) {
    if (RollWith(now.u, &now, &policy, share, next) &&
        next->cost < now.cost + kEnough * share * policy.expected)
      return true;
  }
  return false;
}

// x_(k+1) = A x_k + B u_k about the trajectory, over (q, v).
bool Planner::Linearize(const Trajectory& at) {
  const int N = problem_.num_steps();
  A_.resize(N);
  B_.resize(N);
  systems::Value memory = dojo_.MakeMemory();
  integrators::StepResult next;
  integrators::StepDerivatives slopes;
  const auto nv = problem_.v0.size();
  for (int k = 0; k < N; ++k) {
    multibody::PlantInputs inputs;
    inputs.generalized_force = problem_.input * at.u[k];
    dojo_.StepAndLinearize(
        stepper_.Prepare(&dojo_, {at.q[k], at.v[k], inputs}, problem_.step), {},
        &memory, &next);
    if (next.report.failure) return false;
    dojo_.CalcDerivatives(&slopes);
    A_[k].resize(2 * nv, 2 * nv);
    A_[k] << slopes.q.by_q, slopes.q.by_v, slopes.v.by_q, slopes.v.by_v;
    B_[k].resize(2 * nv, problem_.input.cols());
    B_[k] << slopes.q.by_force * problem_.input,
        slopes.v.by_force * problem_.input;
  }
  return true;
}

// The Riccati recursion, from V_x and V_xx of the end,
//
//     Q_u = R u + B' V_x,   Q_uu = R + B' V_xx B,   Q_ux = B' V_xx A,
//     du = -Q_uu^-1 Q_u,    K = -Q_uu^-1 Q_ux,
//
// without the controls that du would take out of their bounds.
bool Planner::Recur(const Trajectory& at, double regularization,
                    Policy* policy) const {
  const int N = problem_.num_steps();
  policy->du.resize(N);
  policy->K.resize(N);
  policy->expected = 0;
  const VectorXd& e_N = at.errors.back();
  VectorXd V_x = (problem_.Q_N + penalty_).cwiseProduct(e_N) + multipliers_;
  MatrixXd V_xx = (problem_.Q_N + penalty_).asDiagonal();
  for (int k = N - 1; k >= 0; --k) {
    const MatrixXd &A = A_[k], &B = B_[k];
    const VectorXd Q_x =
        problem_.Q.cwiseProduct(at.errors[k]) + A.transpose() * V_x;
    VectorXd Q_u = problem_.R.cwiseProduct(at.u[k]) + B.transpose() * V_x;
    MatrixXd Q_xx = A.transpose() * V_xx * A;
    Q_xx += problem_.Q.asDiagonal();
    MatrixXd Q_ux = B.transpose() * V_xx * A;
    MatrixXd Q_uu = B.transpose() * V_xx * B;
    Q_uu += problem_.R.asDiagonal();
    MatrixXd regular = Q_uu;
    regular.diagonal().array() += regularization;
    for (Eigen::Index i = 0; i < Q_u.size(); ++i) {
      const bool at_lower = problem_.lower.size() > 0 &&
                            at.u[k][i] <= problem_.lower[i] && Q_u[i] > 0;
      const bool at_upper = problem_.upper.size() > 0 &&
                            at.u[k][i] >= problem_.upper[i] && Q_u[i] < 0;
      if (!at_lower && !at_upper) continue;
      regular.row(i).setZero();
      regular.col(i).setZero();
      regular(i, i) = 1;
      Q_u[i] = 0;
      Q_ux.row(i).setZero();
    }
    const Eigen::LLT<MatrixXd> factor(regular);
    if (factor.info() != Eigen::Success) return false;
    VectorXd& du = policy->du[k];
    MatrixXd& K = policy->K[k];
    du = -factor.solve(Q_u);
    K = -factor.solve(Q_ux);
    policy->expected += du.dot(Q_u);
    V_x = Q_x + K.transpose() * (Q_uu * du + Q_u) + Q_ux.transpose() * du;
    V_xx = Q_xx + K.transpose() * Q_uu * K + K.transpose() * Q_ux +
           Q_ux.transpose() * K;
    V_xx = (V_xx + V_xx.transpose()).eval() / 2;
  }
  return true;
}

void Planner::UpdateMultipliers(const Trajectory& at) {
  multipliers_ += penalty_.cwiseProduct(at.errors.back());
  penalty_ *= 10;
}

double Planner::CalcViolation(const Trajectory& at) const {
  double violation = 0;
  for (const int i : problem_.goal)
    violation = std::max(violation, std::abs(at.errors.back()[i]));
  return violation;
}

double Planner::CalcPlainCost(const Trajectory& at) const {
  double cost = 0;
  for (int k = 0; k <= problem_.num_steps(); ++k)
    cost += at.errors[k].dot(WeightsOf(k).cwiseProduct(at.errors[k])) / 2;
  for (const VectorXd& u : at.u) cost += u.dot(problem_.R.cwiseProduct(u)) / 2;
  return cost;
}

// Iterations at fixed multipliers.
int Descend(const PlanningOptions& options, Planner* planner, Trajectory* now) {
  double regularization = 0;
  int iterations = 0;
  while (iterations < options.max_iterations && regularization < 1e8) {
    if (!planner->Linearize(*now)) return iterations;
    ++iterations;
    Policy policy;
    Trajectory next;
    if (!planner->Recur(*now, regularization, &policy) ||
        !planner->Search(*now, policy, &next)) {
      regularization = std::max(10 * regularization, 1e-4);
      continue;
    }
    regularization = regularization > 1e-4 ? regularization / 10 : 0;
    const double gained = now->cost - next.cost;
    *now = std::move(next);
    if (gained < options.tolerance * std::abs(now->cost)) break;
  }
  return iterations;
}

}  // namespace

Plan MakePlan(const PlanningProblem& problem, std::vector<VectorXd> guess,
              const PlanningOptions& options) {
  Planner planner(problem);
  Trajectory now;
  if (!planner.Roll(guess, &now))
    throw std::runtime_error("the first guess leads to a step that fails");
  Plan plan;
  for (int pass = 0; pass < options.max_passes; ++pass) {
    plan.iterations += Descend(options, &planner, &now);
    plan.violation = planner.CalcViolation(now);
    plan.reaches_goal = plan.violation <= problem.goal_tolerance;
    if (plan.reaches_goal) break;
    planner.UpdateMultipliers(now);
    Trajectory again;
    if (planner.Roll(now.u, &again)) now = std::move(again);
  }
  plan.cost = planner.CalcPlainCost(now);
  plan.u = std::move(now.u);
  plan.q = std::move(now.q);
  plan.v = std::move(now.v);
  return plan;
}

}  // namespace tactus::examples
