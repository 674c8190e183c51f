#include "tactus/integrators/comfree_step.h"

#include "tactus/multibody/kinematics.h"

namespace tactus::integrators {

ComFreeStep::ComFreeStep(const contact::ComFreeOptions& options)
    : options_(options), solver_(options) {}

void ComFreeStep::Step(const StepProblem& problem, systems::Value*,
                       StepResult* result) {
  {
    solvers::ScopedTimer timer(profile_, solvers::Phase::kSolverRest);
    solver_.Solve(problem.velocity, problem.h, &result->v);
  }
  multibody::IntegratePositions(problem.model, problem.q0, result->v, problem.h,
                                &result->q);
  result->forces_W = solver_.forces_W();
  result->torques_W = solver_.torques_W();
  result->report = {};
}

}  // namespace tactus::integrators
