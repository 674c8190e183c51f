// The part of VelocityProblemBuilder that translates applied forces, actuators
// and how inputs follow the velocity.
#include <algorithm>
#include <cmath>

#include "tactus/multibody/plant/input_forces.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::multibody {

using contact::VelocityProblem;

namespace {

// What controls of any size can make of a motor, whose law is gain u + bias0,
// within its force limits: a control that follows the velocity stays within its
// limits, too.
void NarrowToControls(const Actuator& motor, contact::LinearActuator* law) {
  if (motor.gain == 0) return;
  const double a = motor.gain * motor.control_lower + motor.bias0;
  const double b = motor.gain * motor.control_upper + motor.bias0;
  law->lower = std::clamp(std::min(a, b), law->lower, law->upper);
  law->upper = std::clamp(std::max(a, b), law->lower, law->upper);
}

}  // namespace

// k0 = k(q, v) - tau - C v_ref, D = joint damping + C; the fluid has its own C,
// and follows the velocity from v0.
void VelocityProblemBuilder::SetInputs(const PlantInputs& inputs,
                                       const InputFeedback* feedback,
                                       VelocityProblem* problem) {
  CalcAppliedForce(*model_, position_, inputs, &force_);
  force_ += fluid_force_;
  problem->k0 = bias_ - force_ - fluid_damping_.cwiseProduct(problem->v0);
  problem->damping = joint_damping_ + fluid_damping_;
  if (feedback != nullptr) {
    problem->k0 -= feedback->force_slope.cwiseProduct(feedback->v_ref);
    problem->damping += feedback->force_slope;
  }
  AddActuators(inputs, feedback, problem);
}

// Laws that depend on the state go into the problem; the rest are forces. With
// feedback, f = gain (u - slope (v - v_ref)) + bias: in x = gear v, a damping
// of gain slope / gear about x_ref.
void VelocityProblemBuilder::AddActuators(const PlantInputs& inputs,
                                          const InputFeedback* feedback,
                                          VelocityProblem* problem) {
  problem->actuators.clear();
  constant_efforts_.setZero(model_->num_actuators());
  law_of_actuator_.assign(model_->num_actuators(), -1);
  for (int i = 0; i < model_->num_actuators(); ++i) {
    const Actuator& actuator = model_->actuators()[i];
    const double u = CalcControl(*model_, inputs, i);
    if (actuator.body >= 0) {
      constant_efforts_[i] = CalcThrust(actuator, u);
      continue;
    }
    contact::LinearActuator law{.gear = actuator.gear,
                                .stiffness = -actuator.bias1,
                                .lower = actuator.force_lower,
                                .upper = actuator.force_upper,
                                .id = i};
    double length = 0;  // l / gear
    if (actuator.tendon >= 0) {
      const TendonKinematics& tendon = tendons_[actuator.tendon];
      if (tendon.terms.empty()) continue;  // It pulls at what nothing moves.
      law.first_term = first_term_of_tendon_[actuator.tendon];
      law.num_terms = static_cast<int>(tendon.terms.size());
      length = tendon.length;
    } else {
      const Joint& joint = model_->joints()[actuator.joint];
      law.dof = joint.v_start;
      length = q_[joint.q_start];
    }
    double gain = actuator.gain;
    law.force0 =
        gain * u + actuator.bias0 + actuator.bias1 * actuator.gear * length;
    if (actuator.muscle)
      gain = SetMuscle(actuator, actuator.gear * length, u, *problem, &law);
    if (!actuator.muscle && !feedback && actuator.bias1 == 0 &&
        actuator.bias2 == 0) {
      constant_efforts_[i] =
          actuator.gear *
          std::clamp(law.force0, actuator.force_lower, actuator.force_upper);
      problem->AddEffort(law, -constant_efforts_[i], &problem->k0);
      continue;
    }
    double damping = 0;
    if (!actuator.muscle && actuator.bias1 == 0 && actuator.bias2 == 0)
      NarrowToControls(actuator, &law);
    if (feedback && actuator.gear != 0) {
      damping =
          std::max(gain * feedback->control_slope[i] / actuator.gear, 0.0);
      law.force0 += damping * actuator.gear *
                    problem->CalcActuatorRate(law, feedback->v_ref);
    }
    law.damping += damping - actuator.bias2;
    law_of_actuator_[i] = static_cast<int>(problem->actuators.size());
    problem->actuators.push_back(law);
  }
}

// f = gain u + bias about (l0, l_dot0), as far as it stabilises:
//
//     f = f0 - d (x - x0) / gear - h k x,   x = gear v,
//     k = max(0, -(gain_l u + bias_l)),   d = max(0, -gain_ldot u).
//
// @return  gain.
double VelocityProblemBuilder::SetMuscle(const Actuator& actuator,
                                         double length, double u,
                                         const VelocityProblem& problem,
                                         contact::LinearActuator* law) const {
  const double rate =
      actuator.gear * problem.CalcActuatorRate(*law, problem.v0);
  const MuscleForce at = CalcMuscleForce(*actuator.muscle, length, rate);
  law->stiffness = std::max(0.0, -(at.gain_by_length * u + at.bias_by_length));
  law->damping = std::max(0.0, -at.gain_by_rate * u);
  law->force0 = at.gain * u + at.bias + law->damping * rate;
  return at.gain;
}

void VelocityProblemBuilder::CollectEfforts(std::span<const double> forces,
                                            VectorXd* efforts) const {
  *efforts = constant_efforts_;
  for (int i = 0; i < model_->num_actuators(); ++i) {
    if (law_of_actuator_[i] >= 0) (*efforts)[i] = forces[law_of_actuator_[i]];
  }
}

void VelocityProblemBuilder::CalcInputForce(const VelocityProblem& problem,
                                            const VectorXd& v,
                                            VectorXd* force) const {
  *force =
      bias_ - problem.k0 - (problem.damping - joint_damping_).cwiseProduct(v);
}

}  // namespace tactus::multibody
