#include <algorithm>

#include "tactus/integrators/dojo/dojo_linearization.h"
#include "tactus/multibody/muscle_rates.h"
#include "tactus/multibody/plant/input_forces.h"

namespace tactus::integrators {

// How E of velocities changes by what actuators, springs and dampers do.

// Torque about the centre of mass and force, per unit, in W.
Vector6d DojoLinearization::CalcThrustDirection(
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
void DojoLinearization::AddForceRate(const Effort& effort, double slope,
                                     double c_slope, double force, int column,
                                     MatrixXd* E) const {
  if (slope == 0 && c_slope == 0) return;
  for (const Term& term : problem_->TermsOf(effort.along))
    (*E)(term.v, column) -= step_->mean * slope * term.coefficient;
  const Block& block = problem_->blocks()[effort.block];
  if (block.local.size() == 0) return;
  // s = +-(limit - force) h / c, upper: +.
  const double c = effort.stable.c, scale = step_->h / c;
  LocalBlock::Vector row(block.local.size());
  for (int i = 0; i < row.size(); ++i) {
    const bool is_upper = block.force[i] < 0;
    const double left =
        (is_upper ? effort.law->upper : effort.law->lower) - force;
    const double rate = -scale * (slope + left / c * c_slope);
    row[i] = is_upper ? rate : -rate;
  }
  AddBlockRate(block, row, column, E);
}

// What follows the position is taken at q2; a force that does not follow the
// velocity of the step is taken at v1, and clamped.
void DojoLinearization::CalcEffortRates() {
  effort_rates_.clear();
  forces_.clear();
  for (const Effort& effort : problem_->efforts()) {
    const contact::LinearActuator& law = *effort.law;
    const double c = law.CalcSlope(step_->h);
    const double rate = problem_->Dot(effort.along, x_);
    forces_.push_back(problem_->CalcEffort(effort, rate, z_));
    if (law.id >= 0 && model_->actuators()[law.id].muscle) {
      effort_rates_.push_back(CalcMuscleRates(effort, rate));
      continue;
    }
    effort_rates_.push_back(
        {.by_length = effort.slope, .by_rate = std::max(-c, 0.0)});
    if (law.id >= 0) SetControlRate(effort, rate, &effort_rates_.back());
  }
}

// With l at q2 and x the rate that the law follows,
//
//     f = (gain + gain1 l) u + c_u u x + what does not follow u,
//     c_u = gain2 + h gain1.
void DojoLinearization::SetControlRate(const Effort& effort, double rate,
                                       EffortRates* rates) const {
  const multibody::Actuator& actuator = model_->actuators()[effort.law->id];
  rates->by_control = actuator.gain;
  if (actuator.gain1 == 0 && actuator.gain2 == 0) return;
  const double by_rate = actuator.gain2 + step_->h * actuator.gain1;
  rates->by_control += actuator.gain1 * actuator.gear * CalcLength(actuator) +
                       by_rate * (effort.stable.c > 0 ? rate : effort.x0);
  rates->c_by_control = -by_rate;
}

double DojoLinearization::CalcLength(
    const multibody::Actuator& actuator) const {
  if (actuator.tendon < 0)
    return dynamics_->q2()[model_->joints()[actuator.joint].q_start];
  multibody::TendonKinematics at;
  CalcTendon(*model_, position_, model_->tendons()[actuator.tendon],
             dynamics_->q2(), &at);
  return at.length;
}

// With u the control, l the length at q2, r its rate at v1 and x at the end, a
// muscle's law (VelocityProblemBuilder::SetMuscle()) is
//
//     f = gain u + bias + d r - (d + h k) x,
//     d = max(0, -gain_r u),   k = max(0, -(gain_l u + bias_l)).
dojo::EffortRates DojoLinearization::CalcMuscleRates(const Effort& effort,
                                                     double x) const {
  const int i = effort.law->id;
  const multibody::Actuator& actuator = model_->actuators()[i];
  const double u = CalcControl(*model_, *given_.inputs, i), r = effort.x0;
  const double length = actuator.gear * CalcLength(actuator);
  const multibody::MuscleForce at =
      CalcMuscleForce(*actuator.muscle, length, r);
  const auto of = CalcMuscleForceRates(*actuator.muscle, length, r);
  struct Rates {
    double by_length{}, by_rate{}, by_control{};
  } d, k;
  if (effort.law->damping > 0)
    d = {.by_length = -of.gain_by_length_and_rate * u,
         .by_rate = -of.gain_by_rate_twice * u,
         .by_control = -at.gain_by_rate};
  if (effort.law->stiffness > 0)
    k = {.by_length = -(of.gain_by_length_twice * u + of.bias_by_length_twice),
         .by_rate = -of.gain_by_length_and_rate * u,
         .by_control = -at.gain_by_length};
  const double h = step_->h, slip = r - x;
  return {.by_length = at.gain_by_length * u + at.bias_by_length +
                       d.by_length * slip - h * k.by_length * x,
          .by_rate = at.gain_by_rate * u + effort.law->damping +
                     d.by_rate * slip - h * k.by_rate * x,
          .by_control = at.gain + d.by_control * slip - h * k.by_control * x,
          .c_by_length = d.by_length + h * k.by_length,
          .c_by_rate = d.by_rate + h * k.by_rate,
          .c_by_control = d.by_control + h * k.by_control};
}

void DojoLinearization::AddEffortRates(MatrixXd* E) const {
  for (std::size_t i = 0; i < problem_->efforts().size(); ++i) {
    const Effort& effort = problem_->efforts()[i];
    if (effort.source.constraint_row() >= 0) continue;
    const contact::LinearActuator& law = *effort.law;
    if (IsClamped(effort)) continue;
    const EffortRates& of = effort_rates_[i];
    for (const Term& term : problem_->TermsOf(effort.along)) {
      AddForceRate(effort, of.by_length * term.coefficient,
                   of.c_by_length * term.coefficient, forces_[i],
                   columns_.q() + term.v, E);
      AddForceRate(effort, of.by_rate * term.coefficient,
                   of.c_by_rate * term.coefficient, forces_[i],
                   columns_.v() + term.v, E);
    }
    if (law.id < 0 || !FollowsControl(law.id)) continue;
    AddForceRate(effort, of.by_control, of.c_by_control, forces_[i],
                 columns_.control() + law.id, E);
  }
}

bool DojoLinearization::IsClamped(const Effort& effort) const {
  const auto [b, c] = effort.stable;
  return c == 0 && (b <= effort.law->lower || b >= effort.law->upper);
}

bool DojoLinearization::FollowsControl(int i) const {
  const multibody::Actuator& actuator = model_->actuators()[i];
  const double u = multibody::GivenControl(*given_.inputs, i);
  return u > actuator.control_lower && u < actuator.control_upper;
}

// Actuators that are forces: thrusters, and motors that follow nothing but
// their controls.
void DojoLinearization::AddControlRates(MatrixXd* E) const {
  for (int i = 0; i < model_->num_actuators(); ++i) {
    const multibody::Actuator& actuator = model_->actuators()[i];
    if (IsLaw(i) || FollowsState(actuator)) continue;
    if (!FollowsControl(i)) continue;
    const double force =
        actuator.gain * multibody::GivenControl(*given_.inputs, i) +
        actuator.bias0;
    if (force <= actuator.force_lower || force >= actuator.force_upper)
      continue;
    const int column = columns_.control() + i;
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
std::vector<contact::JointTerm> DojoLinearization::TermsOf(
    const multibody::Actuator& actuator) const {
  if (actuator.tendon < 0)
    return {{.dof = model_->joints()[actuator.joint].v_start}};
  multibody::TendonKinematics at;
  CalcTendon(*model_, model_->tendons()[actuator.tendon], dynamics_->q2(), &at);
  return at.terms;
}

}  // namespace tactus::integrators
