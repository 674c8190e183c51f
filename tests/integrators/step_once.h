#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "tactus/integrators/step_function.h"
#include "tactus/multibody/model.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

/// Steps without a diagram around them, for laws that all methods obey.
namespace tactus::integrators::test {

/// A model at a state, and what a step function made of it.
class Stepping {
 public:
  explicit Stepping(std::shared_ptr<const multibody::Model> model)
      : model_(std::move(model)),
        builder_(model_, multibody::MakeCollisionEngine(*model_)),
        q(model_->default_positions()),
        v(VectorXd::Zero(model_->num_velocities())) {}

  /// One step of `h`; moves the state on, if there is one to move on to.
  const StepResult& Step(StepFunction* function, double h,
                         systems::Value* memory = nullptr) {
    const StepProblem problem = Prepare(function, h);
    systems::Value fresh = function->MakeMemory();
    function->Step(problem, memory != nullptr ? memory : &fresh, &result_);
    if (result_.report.failure.empty()) {
      q = result_.q;
      v = result_.v;
    }
    return result_;
  }

  /// What Step() would step, until the next.
  StepProblem Prepare(StepFunction* function, double h) {
    builder_.Build(q, v, inputs, &problem_,
                   {.margin = function->contact_margin(*model_, q, v, h),
                    .horizon = function->looks_ahead() ? h : 0.0});
    if (function->looks_ahead())
      builder_.TakeFreeMotionAtMidpoint(h, &problem_);
    return {.model = *model_,
            .position = builder_.position(),
            .q0 = q,
            .velocity = problem_,
            .h = h,
            .contacts = &builder_.contacts(),
            .inputs = &inputs};
  }

  const multibody::Model& model() const { return *model_; }
  const StepResult& result() const { return result_; }
  /// The problem of the last step.
  const contact::VelocityProblem& problem() const { return problem_; }

 private:
  std::shared_ptr<const multibody::Model> model_;
  multibody::VelocityProblemBuilder builder_;
  contact::VelocityProblem problem_;
  StepResult result_;

 public:
  VectorXd q, v;
  multibody::PlantInputs inputs;
};

}  // namespace tactus::integrators::test
