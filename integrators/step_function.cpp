#include "tactus/integrators/step_function.h"

#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::integrators {

multibody::ContactReach ReachOf(StepFunction* function,
                                const multibody::Model& model,
                                const VectorXd& q, const VectorXd& v,
                                double h) {
  return {.margin = function->contact_margin(model, q, v, h),
          .horizon = function->looks_ahead() ? h : 0,
          .with_patches = function->takes_patches(),
          .with_corners = function->takes_corners()};
}

}  // namespace tactus::integrators
