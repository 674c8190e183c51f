#include "tactus/integrators/step_functions/comfree_step.h"

#include "tactus/multibody/plant/free_motion.h"
#include "tactus/multibody/plant/step_energy.h"

namespace tactus::integrators {
ComFreeStep::ComFreeStep(const contact::ComFreeOptions& options)
    : options_(options), solver_(options) {}

void ComFreeStep::Step(const StepProblem& problem, systems::Value*,
                       StepResult* result) {
  result->report = {};
  int failed_clique = -1;
  {
    ScopedTimer timer(profile_, Phase::kSolverRest);
    failed_clique = solver_.Solve(problem.velocity, problem.h, &result->v_step);
  }
  if (failed_clique >= 0) {
    result->report.failure = {
        .kind = StepFailure::Kind::kNotPositiveDefinite,
        .culprit = NameFirstBody(problem.model, failed_clique)};
    return;
  }
  result->v = result->v_step;
  multibody::IntegrateStep(problem.model, problem.velocity, problem.q0,
                           result->v_step, problem.h, &scratch_, &result->q,
                           &result->v);
  if (!solver_.has_balance())
    result->report.warning =
        "forces of springs, dampers, tendons and dry friction do not balance "
        "what they move: ComFree solved them incompletely";
  result->forces_W = solver_.forces_W();
  result->torques_W = solver_.torques_W();
  result->actuator_forces = solver_.actuator_forces();
  result->row_forces = solver_.row_forces();
  result->joint_row_forces = solver_.joint_row_forces();
  // Sweeps beyond the first press by what they leave of overlaps, as hard
  // contact does.
  result->contact_energy = solver_.CalcStoredEnergy();
  if (options_.refinement_iterations > 0)
    *result->contact_energy +=
        multibody::CalcPushOutEnergy(problem.velocity, result->forces_W);
}

}  // namespace tactus::integrators
