// How what a fluid does changes with what a step starts from. With its force f
// and the diagonal C of its slope, both at q2 and v1, momentum takes
//
//     -mean (f - C (v - v1)).
#include "tactus/integrators/dojo/dojo_linearization.h"

namespace tactus::integrators {

using multibody::FluidRates;
using multibody::Parameter;

void DojoLinearization::AddFluidStateRates(MatrixXd* E) {
  fluid_.emplace(*model_);
  if (fluid_->is_empty()) return;
  fluid_->Calc(position_, step_->velocity.v0);
  const VectorXd damping = fluid_->CalcDamping();
  for (const int c : island_->cliques) {
    const contact::Clique& clique = step_->velocity.cliques[c];
    for (int i = 0; i < clique.nv; ++i) {
      const int velocity = clique.v_start + i,
                k = problem_->OffsetOfTree(c) + i;
      AddFluidChange(fluid_->ByPosition(velocity), columns_.q() + k, E);
      AddFluidChange(fluid_->ByVelocity(velocity), columns_.v() + k, E);
      (*E)(k, columns_.v() + k) -= step_->mean * damping[velocity];
    }
  }
}

void DojoLinearization::AddFluidParameterRates(const Parameter& parameter,
                                               int column, MatrixXd* E) const {
  using Kind = Parameter::Kind;
  if (fluid_->is_empty()) return;
  const int i = parameter.index;
  const Vector3d e = Vector3d::Unit(parameter.component % 3);
  switch (parameter.kind) {
    case Kind::kMass:
      return AddFluidChange(fluid_->ByMass(i), column, E);
    case Kind::kInertia:
      return AddFluidChange(
          fluid_->ByInertia(i, InertiaAlong(parameter.component)), column, E);
    case Kind::kCenterOfMass:
      return AddFluidChange(fluid_->ByCenterOfMass(i, e), column, E);
    case Kind::kJointPosition: {
      const int parent = model_->joints()[i].parent;
      return AddFluidChange(
          fluid_->ByJointPosition(i, dynamics_->R2(parent) * e), column, E);
    }
    default:
      return;
  }
}

void DojoLinearization::AddFluidChange(const FluidRates::Change& change,
                                       int column, MatrixXd* E) const {
  const VectorXd& v1 = step_->velocity.v0;
  for (const int c : island_->cliques) {
    const contact::Clique& clique = step_->velocity.cliques[c];
    for (int i = 0; i < clique.nv; ++i) {
      const int velocity = clique.v_start + i,
                k = problem_->OffsetOfTree(c) + i;
      (*E)(k, column) -=
          step_->mean * (change.force[velocity] -
                         change.damping[velocity] * (x_[k] - v1[velocity]));
    }
  }
}

}  // namespace tactus::integrators
