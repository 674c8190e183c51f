#include "tactus/integrators/model_stepper.h"

#include <utility>

#include "tactus/integrators/find_plant.h"

namespace tactus::integrators {

ModelStepper::ModelStepper(std::shared_ptr<const multibody::Model> model)
    : model_(std::move(model)),
      builder_(model_, multibody::MakeCollisionEngine(*model_)) {}

StepProblem ModelStepper::Prepare(StepFunction* function, const Start& start,
                                  double h) {
  RequireTaken(*model_, *function);
  builder_.Build(start.q, start.v, start.inputs, &problem_,
                 ReachOf(function, *model_, start.q, start.v, h));
  if (function->looks_ahead()) {
    builder_.FindFlying(h, &problem_);
    builder_.TakeFreeMotionAtMidpoint(h, &problem_);
  }
  const StepProblem problem = {.model = *model_,
                               .position = builder_.position(),
                               .q0 = start.q,
                               .velocity = problem_,
                               .h = h,
                               .contacts = &builder_.contacts(),
                               .inputs = &start.inputs};
  function->Prepare(problem);
  return problem;
}

}  // namespace tactus::integrators
