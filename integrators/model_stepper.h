#pragma once

#include <memory>

#include "tactus/integrators/step_functions/step_function.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::integrators {

/// Steps of a model by itself, from any state to the next, without a diagram
/// around it: for planning, learning and identification.
///
///     ModelStepper stepper(model);
///     DojoStep dojo;
///     systems::Value memory = dojo.MakeMemory();
///     StepResult next;
///     dojo.Step(stepper.Prepare(&dojo, {q, v, inputs}, h), &memory, &next);
class ModelStepper {
 public:
  /// `engine`: of the model, shared with others; null: one of its own.
  explicit ModelStepper(
      std::shared_ptr<const multibody::Model> model,
      std::shared_ptr<const contact::CollisionEngine> engine = nullptr);

  /// What a step starts from; references to what the caller holds.
  struct Start {
    const VectorXd& q;
    const VectorXd& v;
    const multibody::PlantInputs& inputs;
  };
  /// The problem of a step of `h` [s] by `function`, which is prepared for it:
  /// contacts within its margin, forces and limits. Valid until the next call,
  /// and as long as what `start` refers to.
  /// @throws std::invalid_argument for a q, a v, an actuation or generalized
  /// forces of the wrong size (the latter two may be empty).
  StepProblem Prepare(StepFunction* function, const Start& start, double h);

  /// For a shorter step from the same start.
  void Shorten(const StepFunction& function, double h) {
    TakeFreeMotion(function, h, &builder_, &problem_);
  }

  const multibody::Model& model() const { return *model_; }
  const contact::VelocityProblem& problem() const { return problem_; }
  /// The collision query behind the problem.
  const contact::ContactSet& contacts() const { return builder_.contacts(); }

 private:
  std::shared_ptr<const multibody::Model> model_;
  multibody::VelocityProblemBuilder builder_;
  contact::VelocityProblem problem_;
};

}  // namespace tactus::integrators
