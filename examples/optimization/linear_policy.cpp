#include "tactus/examples/optimization/linear_policy.h"

#include <Eigen/LU>

#include "tactus/common/require.h"
#include "tactus/integrators/batch_simulator.h"
#include "tactus/integrators/model_stepper.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/retraction.h"

namespace tactus::examples {

using integrators::BatchSimulator;
using integrators::DojoStep;
using integrators::EnvironmentStatus;

LinearPolicyProblem::LinearPolicyProblem(PolicyTask task, int num_threads)
    : task_(std::move(task)), num_threads_(num_threads) {
  const int nv = task_.model->num_velocities();
  Require(
      task_.q0.size() == task_.model->num_positions() && task_.v0.size() == nv,
      "linear policy: the start must be a state of the model");
  Require(task_.input.rows() == nv,
          "linear policy: the input matrix must have a row per velocity");
  Require(task_.horizon >= 1, "linear policy: the horizon must be a step");
  const auto num_observed = static_cast<Eigen::Index>(task_.observed.size());
  if (task_.units.size() == 0) task_.units = VectorXd::Ones(num_observed);
  Require(task_.units.size() == num_observed && (task_.units.array() > 0).all(),
          "linear policy: each observed entry must have a positive unit");
  for (const int i : task_.observed)
    Require(i >= 0 && i < 2 * nv,
            "linear policy: an observed entry is not of the state");
}

VectorXd LinearPolicyProblem::Observe(const VectorXd& q,
                                      const VectorXd& v) const {
  VectorXd difference, state(2 * v.size()), o(task_.num_observations());
  CalcPositionDifference(*task_.model, task_.q0, q, &difference);
  state << difference, v;
  for (std::size_t i = 0; i < task_.observed.size(); ++i)
    o[static_cast<Eigen::Index>(i)] = state[task_.observed[i]];
  o.head(task_.units.size()).array() /= task_.units.array();
  o[o.size() - 1] = 1;
  return o;
}

VectorXd LinearPolicyProblem::CalcReturns(const MatrixXd& policies,
                                          long* num_steps) {
  const auto num = policies.cols();
  const auto method = [this] {
    return std::make_unique<DojoStep>(task_.method);
  };
  BatchSimulator batch(task_.model, method,
                       {.num_environments = static_cast<int>(num),
                        .step = task_.step,
                        .num_threads = num_threads_});
  batch.positions().rowwise() = task_.q0.transpose();
  batch.velocities().rowwise() = task_.v0.transpose();
  VectorXd returns = VectorXd::Zero(num);
  MatrixXd u(task_.num_controls(), num);
  // Who has ended rests.
  std::vector<EnvironmentStatus>& statuses = batch.statuses();
  for (int k = 0; k < task_.horizon; ++k) {
    for (Eigen::Index e = 0; e < num; ++e) {
      if (statuses[e] != EnvironmentStatus::kRunning) continue;
      const VectorXd policy = policies.col(e);
      const Eigen::Map<const MatrixXd> Theta(
          policy.data(), task_.num_controls(), task_.num_observations());
      u.col(e) = Theta * Observe(batch.positions().row(e).transpose(),
                                 batch.velocities().row(e).transpose());
      batch.generalized_forces().row(e) = task_.input * u.col(e);
      ++*num_steps;
    }
    batch.Step();
    for (Eigen::Index e = 0; e < num; ++e) {
      if (statuses[e] != EnvironmentStatus::kRunning) continue;
      const VectorXd q = batch.positions().row(e).transpose();
      if (IsAlive(q)) {
        returns[e] += task_.reward(q, batch.velocities().row(e).transpose(),
                                   u.col(e), nullptr);
      } else {
        statuses[e] = EnvironmentStatus::kStepFailed;
      }
    }
  }
  return returns;
}

// With v(q) = T d(q - q0)/dt: T^-1.
MatrixXd LinearPolicyProblem::CalcDifferenceRates(const VectorXd& q) const {
  const auto nv = task_.v0.size();
  VectorXd difference;
  MatrixXd T;
  CalcPositionDifference(*task_.model, task_.q0, q, &difference);
  CalcRetractionRates(*task_.model, difference, MatrixXd::Zero(nv, nv),
                      MatrixXd::Identity(nv, nv), &T);
  return T.inverse();
}

double LinearPolicyProblem::CalcGradient(const VectorXd& policy,
                                         VectorXd* gradient, long* num_steps) {
  const Eigen::Map<const MatrixXd> Theta(policy.data(), task_.num_controls(),
                                         task_.num_observations());
  integrators::ModelStepper stepper(task_.model);
  DojoStep dojo(task_.method);
  systems::Value memory = dojo.MakeMemory();
  multibody::PlantInputs inputs;
  integrators::StepResult next;
  VectorXd q = task_.q0, v = task_.v0;
  const auto nv = v.size();
  std::vector<Stage> stages;
  double sum = 0;
  for (int k = 0; k < task_.horizon; ++k) {
    Stage stage;
    stage.o = Observe(q, v);
    stage.o_by_q = CalcDifferenceRates(q);
    stage.u = Theta * stage.o;
    inputs.generalized_force = task_.input * stage.u;
    ++*num_steps;
    dojo.StepAndLinearize(stepper.Prepare(&dojo, {q, v, inputs}, task_.step),
                          {}, &memory, &next);
    if (next.report.failure || !IsAlive(next.q)) break;
    dojo.CalcDerivatives(&stage.step);
    q = next.q;
    v = next.v;
    stage.reward = {.by_q = VectorXd::Zero(nv),
                    .by_v = VectorXd::Zero(nv),
                    .by_u = VectorXd::Zero(stage.u.size())};
    sum += task_.reward(q, v, stage.u, &stage.reward);
    stages.push_back(std::move(stage));
  }
  *gradient = GoBack(Theta, stages);
  return sum;
}

// The adjoint of the rollout, from its last step to its first: with a_q and a_v
// the gradient by the state where a step ends,
//
//     a_u = r_u + B' (Q_f' a_q + V_f' a_v),    dR/dTheta += a_u o',
//     a_o = Theta' a_u,
//     a_q <- Q_q' a_q + V_q' a_v + o_q' a_o,
//     a_v <- Q_v' a_q + V_v' a_v + o_v' a_o.
VectorXd LinearPolicyProblem::GoBack(const MatrixXd& Theta,
                                     const std::vector<Stage>& stages) const {
  const auto nv = task_.v0.size();
  MatrixXd by_Theta = MatrixXd::Zero(Theta.rows(), Theta.cols());
  VectorXd a_q = VectorXd::Zero(nv), a_v = a_q;
  for (auto stage = stages.rbegin(); stage != stages.rend(); ++stage) {
    a_q += stage->reward.by_q;
    a_v += stage->reward.by_v;
    const integrators::StepJacobian &Q = stage->step.q, &V = stage->step.v;
    const VectorXd a_force =
        Q.by_force.transpose() * a_q + V.by_force.transpose() * a_v;
    const VectorXd a_u = stage->reward.by_u + task_.input.transpose() * a_force;
    by_Theta += a_u * stage->o.transpose();
    VectorXd a_o = Theta.transpose() * a_u;
    a_o.head(task_.units.size()).array() /= task_.units.array();
    VectorXd of_state = VectorXd::Zero(2 * nv);
    for (std::size_t i = 0; i < task_.observed.size(); ++i)
      of_state[task_.observed[i]] += a_o[static_cast<Eigen::Index>(i)];
    const VectorXd before = Q.by_q.transpose() * a_q +
                            V.by_q.transpose() * a_v +
                            stage->o_by_q.transpose() * of_state.head(nv);
    a_v =
        Q.by_v.transpose() * a_q + V.by_v.transpose() * a_v + of_state.tail(nv);
    a_q = before;
  }
  return by_Theta.reshaped();
}

}  // namespace tactus::examples
