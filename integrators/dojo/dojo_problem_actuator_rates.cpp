#include <algorithm>

#include "tactus/integrators/dojo/dojo_problem.h"

namespace tactus::integrators {

// How E of velocities changes by what actuators, springs and dampers do.

double DojoProblem::CalcThrust(const multibody::Actuator& actuator,
                               const multibody::PlantInputs& inputs, int i) {
  const double u = inputs.actuation.size() == 0
                       ? 0
                       : std::clamp(inputs.actuation[i], actuator.control_lower,
                                    actuator.control_upper);
  return std::clamp(actuator.gain * u + actuator.bias0, actuator.force_lower,
                    actuator.force_upper);
}

// Torque about the centre of mass and force, per unit, in W.
Vector6d DojoProblem::CalcThrustDirection(
    const multibody::Actuator& actuator) const {
  const Matrix3d R_WS = dynamics_->R2(actuator.body) * actuator.X_BS.linear();
  const Vector3d arm =
      dynamics_->R2(actuator.body) *
      (actuator.X_BS.translation() -
       Vector3d(model_->bodies()[actuator.body].inertia.p_BoBcm));
  Vector6d F;
  F.tail<3>() = R_WS * actuator.wrench_S.tail<3>();
  F.head<3>() =
      R_WS * actuator.wrench_S.head<3>() + arm.cross(Vector3d(F.tail<3>()));
  return F;
}

// E changes with a force that acts along a function of v, by `slope` of what
// stands in `column`, and so does what is left of the force's limits.
void DojoProblem::AddForceRate(const Effort& effort, double slope, int column,
                               MatrixXd* E) const {
  if (slope == 0) return;
  for (const Term& term : TermsOf(effort.along))
    (*E)(term.v, column) -= step_->mean * slope * term.coefficient;
  const Block& block = blocks_[effort.block];
  if (block.local.size() == 0) return;
  // s = +-(limit - force) h / c, upper: +.
  const double scale = step_->h / CalcStiffness(effort) * slope;
  LocalBlock::Vector row(block.local.size());
  for (int i = 0; i < row.size(); ++i)
    row[i] = block.force[i] < 0 ? -scale : scale;
  AddBlockRate(block, row, column, E);
}

// force0 follows the position at q2; a force that does not follow the velocity
// is taken at v1, and clamped.
void DojoProblem::AddEffortRates(const DojoColumns& columns,
                                 MatrixXd* E) const {
  for (const Effort& effort : efforts_) {
    if (effort.source.constraint_row() >= 0) continue;
    const contact::LinearActuator& law = *effort.law;
    const double c = law.damping + step_->h * law.stiffness;
    const bool is_explicit = c <= 0;
    if (is_explicit && IsClamped(effort)) continue;
    for (const Term& term : TermsOf(effort.along)) {
      AddForceRate(effort, effort.slope * term.coefficient,
                   columns.q() + term.v, E);
      if (is_explicit)
        AddForceRate(effort, -c * term.coefficient, columns.v() + term.v, E);
    }
    if (law.id < 0 || !FollowsControl(columns.inputs, law.id)) continue;
    AddForceRate(effort, model_->actuators()[law.id].gain,
                 columns.control() + law.id, E);
  }
}

bool DojoProblem::IsClamped(const Effort& effort) const {
  const contact::LinearActuator& law = *effort.law;
  const double force =
      law.force0 - (law.damping + step_->h * law.stiffness) * effort.x0;
  return force <= law.lower || force >= law.upper;
}

bool DojoProblem::FollowsControl(const multibody::PlantInputs* inputs,
                                 int i) const {
  const multibody::Actuator& actuator = model_->actuators()[i];
  const double u = inputs == nullptr || inputs->actuation.size() == 0
                       ? 0
                       : inputs->actuation[i];
  return u > actuator.control_lower && u < actuator.control_upper;
}

// Actuators that are forces: thrusters, and motors that follow nothing but
// their controls.
void DojoProblem::AddControlRates(const DojoColumns& columns,
                                  MatrixXd* E) const {
  for (int i = 0; i < model_->num_actuators(); ++i) {
    const multibody::Actuator& actuator = model_->actuators()[i];
    if (IsLaw(i) || actuator.bias1 != 0 || actuator.bias2 != 0) continue;
    if (!FollowsControl(columns.inputs, i)) continue;
    const bool has_control =
        columns.inputs != nullptr && columns.inputs->actuation.size() > 0;
    const double u = has_control ? columns.inputs->actuation[i] : 0;
    const double force = actuator.gain * u + actuator.bias0;
    if (force <= actuator.force_lower || force >= actuator.force_upper)
      continue;
    const int column = columns.control() + i;
    if (actuator.body >= 0) {
      AddForce(actuator.body,
               -step_->mean * actuator.gain * CalcThrustDirection(actuator),
               column, E);
      continue;
    }
    for (const contact::JointTerm& term : TermsOf(actuator)) {
      const int row = ColumnOf(term.dof);
      if (row < 0) continue;
      (*E)(row, column) -=
          step_->mean * actuator.gear * actuator.gain * term.coefficient;
    }
  }
}

// Of its joint, or of its tendon at q2.
std::vector<contact::JointTerm> DojoProblem::TermsOf(
    const multibody::Actuator& actuator) const {
  if (actuator.tendon < 0)
    return {{.dof = model_->joints()[actuator.joint].v_start}};
  multibody::TendonKinematics at;
  CalcTendon(*model_, model_->tendons()[actuator.tendon], dynamics_->q2(), &at);
  return at.terms;
}

}  // namespace tactus::integrators
