#include "tactus/integrators/step_functions/step_function.h"

#include "tactus/common/archive.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::integrators {

void CheckMemory(const StepFunction& function, const systems::Value& memory) {
  if (memory.type() == function.MakeMemory().type()) return;
  throw CheckpointError(
      "the checkpoint is damaged: its integrator's memory is another method's");
}

multibody::ContactReach MakeContactReach(StepFunction* function,
                                         const multibody::Model& model,
                                         const VectorXd& q, const VectorXd& v,
                                         double h) {
  return {.margin = function->contact_margin(model, q, v, h),
          .horizon = function->looks_ahead() ? h : 0,
          .with_patches = function->takes_patches(),
          .with_corners = function->takes_corners()};
}

void TakeFreeMotion(const StepFunction& function, double h,
                    multibody::VelocityProblemBuilder* builder,
                    contact::VelocityProblem* problem) {
  FindFlying(function, h, builder, problem);
  TakeMotionAtMidpoint(function, h, builder, problem);
}

void FindFlying(const StepFunction& function, double h,
                multibody::VelocityProblemBuilder* builder,
                contact::VelocityProblem* problem) {
  if (function.looks_ahead()) builder->FindFlying(h, problem);
}

void TakeMotionAtMidpoint(const StepFunction& function, double h,
                          multibody::VelocityProblemBuilder* builder,
                          contact::VelocityProblem* problem) {
  if (!function.looks_ahead()) return;
  builder->TakeFreeMotionAtMidpoint(h, problem);
  // Forces of methods of second order act in the middle of the step.
  if (function.is_of_first_order()) builder->TakeElasticTurns(h, problem);
}

}  // namespace tactus::integrators
