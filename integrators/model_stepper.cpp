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
  builder_.Build(
      start.q, start.v, start.inputs, &problem_,
      {.margin = function->contact_margin(*model_, start.q, start.v, h),
       .horizon = function->looks_ahead() ? h : 0.0,
       .with_patches = function->takes_patches(),
       .with_corners = function->takes_corners()});
  if (function->looks_ahead()) {
    builder_.FindFlying(h, &problem_);
    builder_.TakeFreeMotionAtMidpoint(h, &problem_);
  }
  return {.model = *model_,
          .position = builder_.position(),
          .q0 = start.q,
          .velocity = problem_,
          .h = h,
          .contacts = &builder_.contacts(),
          .inputs = &start.inputs};
}

}  // namespace tactus::integrators
