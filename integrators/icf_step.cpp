#include "tactus/integrators/icf_step.h"

#include "tactus/integrators/icf_stepping.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/solvers/require.h"

namespace tactus::integrators {

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

void IcfStep::set_profile(solvers::Profile* profile) {
  solver_.set_profile(profile);
}

void IcfStep::Step(const StepProblem& problem, systems::Value* memory,
                   StepResult* result) {
  result->v = problem.velocity.v0;
  solver_.SetProblem(problem.velocity);
  const contact::IcfReport report = solver_.Solve(
      problem.h,
      {.tolerance = options_.tolerance, .reuse_target = options_.hessian_reuse},
      &memory->get<contact::IcfMemory>(), &result->v);
  result->report = {
      .failure = {}, .slowest = report.newton, .total = report.total};
  if (!report.converged()) {
    result->report.failure = DescribeFailure(report, problem.model);
    return;
  }
  multibody::IntegratePositions(problem.model, problem.q0, result->v, problem.h,
                                &result->q);
  result->forces_W = solver_.impulses();
  for (Vector3d& force : result->forces_W) force /= problem.h;
}

}  // namespace tactus::integrators
