#include "tactus/multibody/plant/velocity_problem_fluid.h"

#include "tactus/multibody/plant/input_feedback.h"

namespace tactus::multibody {

void VelocityProblemFluid::Calc(const ModelAtStart& start) {
  const Model& model = *start.model;
  force_.setZero(model.num_velocities());
  spatial_forces_.clear();
  drag_.assign(model.trees().size(), {});
  for (const FluidForces::PartForce& part :
       forces_of_parts_.Calc(start.position, start.velocity)) {
    spatial_forces_.push_back({.body = part.body,
                               .p_BoQ_B = part.p_BoE_B,
                               .F_Q_W = part.CalcForceInW()});
    AddPartForce(model, start.position, part, &force_,
                 &drag_[model.bodies()[part.body].tree]);
  }
}

void VelocityProblemFluid::SetDrag(contact::VelocityProblem* problem) const {
  for (int t = 0; t < std::ssize(problem->cliques); ++t) {
    problem->cliques[t].drag.resize(0, 0);
    AddDrag(drag_[t], problem->v0, t, problem);
  }
}

}  // namespace tactus::multibody
