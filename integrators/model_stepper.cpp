#include "tactus/integrators/model_stepper.h"

#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/integrators/diagram/find_plant.h"

namespace tactus::integrators {
namespace {

void RequireSizes(const multibody::Model& model,
                  const ModelStepper::Start& start) {
  const auto require = [](Eigen::Index size, int expected, bool may_be_empty,
                          const char* what) {
    Require(size == expected || (may_be_empty && size == 0),
            fmt::format("ModelStepper: {} {}; the model has {}", size, what,
                        expected));
  };
  require(start.q.size(), model.num_positions(), false, "positions");
  require(start.v.size(), model.num_velocities(), false, "velocities");
  require(start.inputs.actuation.size(), model.num_actuators(), true,
          "controls");
  require(start.inputs.generalized_force.size(), model.num_velocities(), true,
          "generalized forces");
}

}  // namespace

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
  RequireSizes(*model_, start);
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
