#include "tactus/integrators/icf_step.h"

#include "tactus/common/require.h"
#include "tactus/contact/icf/constraints.h"
#include "tactus/integrators/icf_stepping.h"
#include "tactus/multibody/constraint_residuals.h"
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

bool IsOff(const multibody::Model& model, const VectorXd& q) {
  return multibody::CalcLargestResidual(model, q) >
         multibody::kPositionTolerance;
}

}  // namespace

IcfStep::IcfStep(const IcfStepOptions& options) : options_(options) {
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

void IcfStep::Step(const StepProblem& problem, systems::Value* memory,
                   StepResult* result) {
  result->v = problem.velocity.v0;
  result->report = {};
  result->row_forces.clear();
  const contact::VelocityProblem* velocity = &problem.velocity;
  if (!Solve(*velocity, problem, memory, result)) return;
  if (IsOff(problem.model, result->q)) {
    aimed_ = problem.velocity;
    velocity = &aimed_;
    rigid_rows_.Remember(problem.model, aimed_);
    rigid_rows_.Begin(&aimed_);
    while (rigid_rows_.UpdateErrors(result->q, problem.h, &aimed_)) {
      if (!Solve(aimed_, problem, memory, result)) return;
    }
  }
  multibody::ProjectPositions(problem.model, &result->q);
  result->forces_W = solver_.impulses();
  for (Vector3d& force : result->forces_W) force /= problem.h;
  if (velocity == &aimed_)
    contact::CalcConstraintForces(aimed_, problem.h, result->v,
                                  &result->row_forces);
}

// From the guess in `result`; false if Newton's method fails.
bool IcfStep::Solve(const contact::VelocityProblem& velocity,
                    const StepProblem& problem, systems::Value* memory,
                    StepResult* result) {
  solver_.SetProblem(velocity);
  const contact::IcfReport report =
      solver_.Solve(problem.h,
                    {.tolerance = options_.tolerance,
                     .reuse_target = options_.hessian_reuse,
                     .stop = options_.stop},
                    &memory->get<contact::IcfMemory>(), &result->v);
  AddEffort(report.newton, &result->report.slowest);
  AddEffort(report.total, &result->report.total);
  if (!report.converged()) {
    result->report.failure = DescribeFailure(report, problem.model);
    return false;
  }
  multibody::IntegrateStep(problem.model, velocity, problem.q0, result->v,
                           problem.h, &scratch_, &result->q);
  return true;
}

}  // namespace tactus::integrators
