#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tactus/integrators/model_stepper.h"
#include "tactus/multibody/model.h"

/// Steps without a diagram around them, for laws that all methods obey.
namespace tactus::integrators::test {

/// A model at a state, and what a step function made of it.
class Stepping {
 public:
  explicit Stepping(std::shared_ptr<const multibody::Model> model)
      : stepper_(model),
        q(model->default_positions()),
        v(VectorXd::Zero(model->num_velocities())) {}

  /// One step of `h`; moves the state on, if there is one to move on to.
  const StepResult& Step(StepFunction* function, double h,
                         systems::Value* memory = nullptr) {
    const StepProblem problem = Prepare(function, h);
    systems::Value fresh = function->MakeMemory();
    function->Step(problem, memory != nullptr ? memory : &fresh, &result_);
    if (!result_.report.failure) {
      q = result_.q;
      v = result_.v;
    }
    return result_;
  }

  /// What Step() would step, until the next.
  StepProblem Prepare(StepFunction* function, double h) {
    return stepper_.Prepare(function, {q, v, inputs}, h);
  }

  const multibody::Model& model() const { return stepper_.model(); }
  const StepResult& result() const { return result_; }
  /// Why the last step has no next state, as a sentence; empty: it has one.
  std::string failure() const {
    const auto& failure = result_.report.failure;
    return failure ? Describe(*failure) : "";
  }
  /// The problem of the last step.
  const contact::VelocityProblem& problem() const { return stepper_.problem(); }

 private:
  ModelStepper stepper_;
  StepResult result_;

 public:
  VectorXd q, v;
  multibody::PlantInputs inputs;
};

}  // namespace tactus::integrators::test
