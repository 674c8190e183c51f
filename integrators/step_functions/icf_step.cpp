#include "tactus/integrators/step_functions/icf_step.h"

#include <string>
#include <vector>

#include "tactus/common/require.h"
#include "tactus/contact/icf/constraints.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/plant/free_motion.h"
#include "tactus/multibody/position_projection.h"

namespace tactus::integrators {
namespace {

// What one solve more took.
void AddEffort(const NewtonReport& solve, NewtonReport* step) {
  step->status = solve.status;
  step->residual = solve.residual;
  step->iterations += solve.iterations;
  step->factorizations += solve.factorizations;
  step->line_search_iterations += solve.line_search_iterations;
}

// Those of inputs stand behind all other rows.
bool HasDampers(const contact::VelocityProblem& problem) {
  return !problem.joint_rows.empty() &&
         problem.joint_rows.back().law == contact::RowLaw::Law::kDamper;
}

}  // namespace

IcfStep::IcfStep(const IcfStepOptions& options)
    : num_threads_(options.num_threads),
      newton_{.tolerance = options.tolerance,
              .reuse_target = options.hessian_reuse,
              .line_search_start = options.line_search_start,
              .stop = options.stop} {
  Require(options.tolerance > 0, "the tolerance must be positive");
  Require(options.hessian_reuse >= 0, "hessian_reuse must not be negative");
  Require(options.num_threads >= 1, "num_threads must be at least 1");
  solver_.set_factor_method(options.factor_method);
  solver_.set_num_threads(options.num_threads);
}

systems::Value IcfStep::MakeMemory() const {
  return systems::Value(contact::IcfMemory{});
}

void IcfStep::set_profile(Profile* profile) {
  solver_.set_profile(profile);
}

SpringShares IcfStep::spring_shares(const contact::VelocityProblem& problem,
                                    double /*h*/) const {
  const VectorXd& shares = problem.spring_shares;
  if (shares.size() == 0 || (shares.array() == 1).all()) return {};
  return {.joints = shares,
          .actuators = shares,
          .slow_elements = shares.minCoeff()};
}

void IcfStep::Prepare(const StepProblem& problem) {
  prepared_ = &problem.velocity;
  found_dampers_ = HasDampers(problem.velocity);
  rigid_rows_.Remember(problem.model, problem.velocity);
  if (!rigid_rows_.is_empty()) row_work_.Reset(problem.velocity);
  solver_.SetProblem(problem.velocity);
  solver_.set_row_errors(rigid_rows_.is_empty() ? nullptr
                                                : &rigid_rows_.errors());
}

void IcfStep::Step(const StepProblem& problem, systems::Value* memory,
                   StepResult* result) {
  Require(prepared_ == &problem.velocity,
          "IcfStep is to be prepared for the problem that it steps");
  FindIslands(problem.velocity);
  result->report = {};
  for (std::vector<double>* forces :
       {&result->actuator_forces, &result->row_forces,
        &result->joint_row_forces})
    forces->clear();
  result->torques_W.clear();
  result->is_braked.clear();
  result->v_step =
      problem.v_guess != nullptr ? *problem.v_guess : problem.velocity.v0;
  const bool aims = !rigid_rows_.is_empty();
  if (aims) rigid_rows_.Begin(problem.h);
  do {
    if (!Solve(problem, memory, result)) return;
  } while (aims && Aim(problem, result));
  Project(problem, result);
  result->forces_W = solver_.impulses();
  for (Vector3d& force : result->forces_W) force /= problem.h;
  if (!aims) return;
  contact::CalcMeanJointRowForces(problem.velocity, problem.h, result->v_step,
                                  &result->joint_row_forces,
                                  &rigid_rows_.errors());
}

// Again where dampers tie other trees than in the last step, or may do so.
void IcfStep::FindIslands(const contact::VelocityProblem& problem) {
  const bool has_dampers = HasDampers(problem);
  if (has_dampers || found_dampers_) solver_.SetProblem(problem);
  found_dampers_ = has_dampers;
}

// Positions onto what they are to keep, and velocities with them.
void IcfStep::Project(const StepProblem& problem, StepResult* result) {
  if (rigid_rows_.is_empty()) {
    multibody::ProjectPositions(problem.model, &result->q);
    return;
  }
  q_solved_ = result->q;
  multibody::ProjectPositions(problem.model, &result->q);
  if (result->q == q_solved_ || !result->q.allFinite()) return;
  multibody::CalcPositionDifference(problem.model, q_solved_, result->q,
                                    &moved_);
  row_work_.TakeBack(problem.velocity, problem.h, moved_, &result->v,
                     &result->is_braked);
}

// Whether the step is to be solved again, and where its rows are to aim.
bool IcfStep::Aim(const StepProblem& problem, StepResult* result) {
  constexpr double kMostGain = 0.05;  // Where parts turn by 0.4 rad or so.
  const contact::VelocityProblem& velocity = problem.velocity;
  contact::CalcMeanConstraintForces(velocity, problem.h, result->v_step,
                                    &result->row_forces, &rigid_rows_.errors());
  row_work_.Calc(velocity, problem.h, result->v_step, result->row_forces);
  bool is_another = false;
  for (int i = 0; i < std::ssize(velocity.constraints); ++i) {
    if (row_work_.CalcGain(i) > kMostGain &&
        rigid_rows_.GoStraight(i, problem.h, velocity)) {
      row_work_.MarkGroup(i, &result->is_braked);
      is_another = true;
    }
  }
  return is_another || rigid_rows_.UpdateErrors(result->q, problem.h, velocity);
}

// From the guess in `result`; false if Newton's method fails.
bool IcfStep::Solve(const StepProblem& problem, systems::Value* memory,
                    StepResult* result) {
  const contact::IcfReport report = solver_.Solve(
      problem.h, newton_, &memory->get<contact::IcfMemory>(), &result->v_step);
  AddEffort(report.newton, &result->report.slowest);
  AddEffort(report.total, &result->report.total);
  if (!report.converged()) {
    result->report.failure = {
        .kind = StepFailure::Kind::kNotConverged,
        .culprit = NameFirstBody(problem.model, report.failed_clique),
        .details = std::string(to_string(report.newton.status))};
    return false;
  }
  result->v = result->v_step;
  multibody::IntegrateStep(problem.model, problem.velocity, problem.q0,
                           result->v_step, problem.h, &scratch_, &result->q,
                           &result->v);
  return true;
}

}  // namespace tactus::integrators
