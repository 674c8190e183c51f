// How what a fluid does changes with what a step starts from. With its force f
// and the diagonal C of its slope, both at q2 and v1, momentum takes
//
//     -mean (f - C (v - v1)).
#include "tactus/integrators/dojo/dojo_problem.h"

namespace tactus::integrators {

using multibody::FluidRates;
using multibody::Parameter;

void DojoProblem::AddFluidStateRates(const VectorXd& x,
                                     const DojoColumns& columns, MatrixXd* E) {
  fluid_.emplace(*model_);
  if (fluid_->is_empty()) return;
  fluid_->Calc(position_, step_->velocity.v0);
  const VectorXd damping = fluid_->CalcDamping();
  for (const int c : island_->cliques) {
    const contact::Clique& clique = step_->velocity.cliques[c];
    for (int i = 0; i < clique.nv; ++i) {
      const int velocity = clique.v_start + i, k = offset_of_tree_[c] + i;
      AddFluidChange(fluid_->ByPosition(velocity), x, columns.q() + k, E);
      AddFluidChange(fluid_->ByVelocity(velocity), x, columns.v() + k, E);
      (*E)(k, columns.v() + k) -= step_->mean * damping[velocity];
    }
  }
}

void DojoProblem::AddFluidParameterRates(const Parameter& parameter,
                                         const VectorXd& x, int column,
                                         MatrixXd* E) const {
  using Kind = Parameter::Kind;
  if (fluid_->is_empty()) return;
  const int i = parameter.index;
  const Vector3d e = Vector3d::Unit(parameter.component % 3);
  switch (parameter.kind) {
    case Kind::kMass:
      return AddFluidChange(fluid_->ByMass(i), x, column, E);
    case Kind::kInertia:
      return AddFluidChange(
          fluid_->ByInertia(i, InertiaAlong(parameter.component)), x, column,
          E);
    case Kind::kCenterOfMass:
      return AddFluidChange(fluid_->ByCenterOfMass(i, e), x, column, E);
    case Kind::kJointPosition: {
      const int parent = model_->joints()[i].parent;
      return AddFluidChange(
          fluid_->ByJointPosition(i, dynamics_->R2(parent) * e), x, column, E);
    }
    default:
      return;
  }
}

void DojoProblem::AddFluidChange(const FluidRates::Change& change,
                                 const VectorXd& x, int column,
                                 MatrixXd* E) const {
  const VectorXd& v1 = step_->velocity.v0;
  for (const int c : island_->cliques) {
    const contact::Clique& clique = step_->velocity.cliques[c];
    for (int i = 0; i < clique.nv; ++i) {
      const int velocity = clique.v_start + i, k = offset_of_tree_[c] + i;
      (*E)(k, column) -=
          step_->mean * (change.force[velocity] -
                         change.damping[velocity] * (x[k] - v1[velocity]));
    }
  }
}

}  // namespace tactus::integrators
