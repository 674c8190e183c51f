#include "tactus/integrators/cond_step.h"

#include <string>

#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/plant/free_motion.h"

namespace tactus::integrators {

CondStep::CondStep(const contact::CondOptions& options)
    : options_(options), solver_(options) {}

void CondStep::Step(const StepProblem& problem, systems::Value*,
                    StepResult* result) {
  result->report = {};
  contact::CondReport report;
  {
    ScopedTimer timer(profile_, Phase::kSolverRest);
    report = solver_.Solve(problem.velocity, problem.h, &v_hat_);
  }
  const auto body_of = [&](int clique) {
    return problem.model.bodies()[problem.model.trees()[clique].first_body]
        .name;
  };
  result->report.slowest.iterations = report.iterations;
  result->report.total.iterations = report.total_iterations;
  if (report.failed_clique >= 0) {
    result->report.failure =
        fmt::format("the mass matrix at body '{}' is not positive definite",
                    body_of(report.failed_clique));
    return;
  }
  if (!report.converged) {
    result->report.failure = fmt::format(
        "contact at body '{}' stalls: its momentum is off by {:.1e} of itself "
        "after {} iterations",
        body_of(report.worst_clique), report.residual, report.iterations);
    return;
  }
  const contact::VelocityProblem& velocity = problem.velocity;
  if (options_.theta == 1) {
    result->v = v_hat_;
    multibody::IntegrateStep(problem.model, velocity, problem.q0, v_hat_,
                             problem.h, &scratch_, &result->q);
  } else {
    result->v = velocity.v0 + (v_hat_ - velocity.v0) / options_.theta;
    multibody::IntegratePositions(problem.model, problem.q0, v_hat_, problem.h,
                                  &result->q);
  }
  result->forces_W = solver_.forces_W();
  result->torques_W = solver_.torques_W();
  result->actuator_forces = solver_.actuator_forces();
  result->row_forces = solver_.row_forces();
}

}  // namespace tactus::integrators
