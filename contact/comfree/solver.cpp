#include "tactus/contact/comfree/solver.h"

#include "tactus/contact/body_motion.h"

namespace tactus::contact {

ComFreeSolver::ComFreeSolver(const ComFreeOptions& options)
    : options_(options) {
  RequireValid(options);
  options_.mass_splitting =
      options.mass_splitting || options.refinement_iterations > 0;
  contacts_ = ComFreeContactRows::Make(options);
}

int ComFreeSolver::Solve(const VelocityProblem& problem, double h,
                         VectorXd* v) {
  prediction_.Reset(problem, h);
  RunSweeps(problem, h, v);
  // What contact stops may push harder than it can.
  while (prediction_.ClampActuators(*v)) RunSweeps(problem, h, v);
  contacts_->GetForces(&forces_W_, &torques_W_);
  approach_limit_.AddForces(&forces_W_);
  prediction_.CalcActuatorForces(*v, &actuator_forces_);
  joints_.GetConstraintForces(&row_forces_);
  joints_.GetJointForces(&joint_row_forces_);
  implicit_.GetTendonEfforts(&actuator_forces_);
  implicit_.GetConstraintForces(&row_forces_);
  implicit_.GetJointForces(&joint_row_forces_);
  return prediction_.failed_clique();
}

void ComFreeSolver::RunSweeps(const VelocityProblem& problem, double h,
                              VectorXd* v) {
  CalcGains(problem, h);
  V_.resize(problem.bodies.size());
  F_.resize(problem.bodies.size());
  v_start_ = prediction_.v_smooth();
  CalcBodyVelocities(problem, v_start_, &V_);
  approach_limit_.Project(problem, prediction_, options_, h, &v_start_, &V_);
  *v = v_start_;
  if (!implicit_.empty()) {
    implicit_.Solve(v);
    CalcBodyVelocities(problem, *v, &V_);
  }
  for (int i = 0; i <= options_.refinement_iterations; ++i) {
    solvers::ThrowIfStopped(options_.stop);
    const bool is_last = i == options_.refinement_iterations;
    Sweep(problem, h, i == 0, is_last ? 0 : i / (i + 3.0), v);
    if (!is_last) CalcBodyVelocities(problem, *v, &V_);
  }
}

void ComFreeSolver::CalcGains(const VelocityProblem& problem, double h) {
  gains_.Reset(problem, prediction_, options_, h);
  joints_.Reset(problem, prediction_, options_, h);
  implicit_.Reset(problem, prediction_, h);
  if (options_.mass_splitting) {
    load_of_clique_.assign(problem.cliques.size(), 0);
    gains_.AddLoads(&load_of_clique_);
    joints_.AddLoads(&load_of_clique_);
    gains_.SplitMasses(load_of_clique_);
    joints_.SplitMasses(load_of_clique_);
  }
  contacts_->Bind(problem, gains_, h);
}

// v <- where implicit rows leave v_s + h A^-1 J' y, y the extrapolated
// lambda(v), V those of v.
void ComFreeSolver::Sweep(const VelocityProblem& problem, double h,
                          bool is_first, double momentum, VectorXd* v) {
  contacts_->Sweep(V_, is_first, momentum, &F_);
  p_.setZero(v->size());
  AddBodyWrenches(problem, F_, &p_);
  joints_.Sweep(*v, momentum, &p_);
  prediction_.Solve(&p_);
  *v = v_start_ + h * p_;
  implicit_.Solve(v);
}

}  // namespace tactus::contact
