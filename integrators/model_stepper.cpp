#include "tactus/integrators/model_stepper.h"

#include <utility>

#include "tactus/integrators/find_plant.h"

namespace tactus::integrators {

ModelStepper::ModelStepper(
    std::shared_ptr<const multibody::Model> model,
    std::shared_ptr<const contact::CollisionEngine> engine)
    : model_(std::move(model)),
      builder_(model_, engine != nullptr
                           ? std::move(engine)
                           : multibody::MakeCollisionEngine(*model_)) {}

StepProblem ModelStepper::Prepare(StepFunction* function, const Start& start,
                                  double h) {
  RequireTaken(*model_, *function);
  builder_.Build(start.q, start.v, start.inputs, &problem_,
                 MakeContactReach(function, *model_, start.q, start.v, h));
  TakeFreeMotion(*function, h, &builder_, &problem_);
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
