#include "tactus/integrators/comfree_step.h"

#include <limits>
#include <string>

#include "tactus/multibody/kinematics.h"

namespace tactus::integrators {
namespace {

// What ComFree has no rows for, or nothing.
std::string FindUnsupported(const multibody::Model& model) {
  constexpr const char* kHint = "; use ICF or CENIC";
  for (const multibody::Constraint& constraint : model.constraints()) {
    return "ComFree takes no constraints between bodies, such as the " +
           std::string(to_string(constraint.type)) + " '" + constraint.name +
           "'" + kHint;
  }
  for (const multibody::Joint& joint : model.joints()) {
    if (joint.max_angle < std::numeric_limits<double>::infinity()) {
      return "ComFree takes no limits of ball joints, such as that of joint '" +
             joint.name + "'" + kHint;
    }
  }
  return {};
}

}  // namespace

ComFreeStep::ComFreeStep(const contact::ComFreeOptions& options)
    : options_(options), solver_(options) {}

void ComFreeStep::Step(const StepProblem& problem, systems::Value*,
                       StepResult* result) {
  result->report = {};
  result->report.failure = FindUnsupported(problem.model);
  if (!result->report.failure.empty()) return;
  int failed_clique = -1;
  {
    solvers::ScopedTimer timer(profile_, solvers::Phase::kSolverRest);
    failed_clique = solver_.Solve(problem.velocity, problem.h, &result->v);
  }
  if (failed_clique >= 0) {
    const int first = problem.model.trees()[failed_clique].first_body;
    result->report.failure = "the mass matrix at body '" +
                             problem.model.bodies()[first].name +
                             "' is not positive definite";
    return;
  }
  multibody::IntegratePositions(problem.model, problem.q0, result->v, problem.h,
                                &result->q);
  result->forces_W = solver_.forces_W();
  result->torques_W = solver_.torques_W();
  result->actuator_forces = solver_.actuator_forces();
}

}  // namespace tactus::integrators
