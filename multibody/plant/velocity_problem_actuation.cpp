#include "tactus/multibody/plant/velocity_problem_actuation.h"

#include <algorithm>
#include <cmath>

#include "tactus/contact/body_motion.h"
#include "tactus/multibody/plant/input_forces.h"

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

// f = gain (u - slope (v - v_ref)) + bias: in x = gear v, a damping
// d = gain slope / gear about x_ref, which may take out what damps and stiffens
// its own motor, and no more: what else it would push with is that at v_ref.
void FollowControl(double d, const InputFeedback& feedback,
                   const VelocityProblem& problem,
                   contact::LinearActuator* law) {
  d = std::max(d, -law->CalcSlope(feedback.length_times[law->id]));
  law->force0 += d * law->gear * problem.CalcActuatorRate(*law, feedback.v_ref);
  law->damping += d;
}

// f = gain u + bias about (l0, l_dot0), as far as it stabilises:
//
//     f = f0 - d (x - x0) / gear - h k x,   x = gear v,
//     k = max(0, -(gain_l u + bias_l)),   d = max(0, -gain_ldot u).
//
// @return  gain.
double SetMuscle(const Actuator& actuator, double length, double u,
                 const VelocityProblem& problem, contact::LinearActuator* law) {
  const double rate =
      actuator.gear * problem.CalcActuatorRate(*law, problem.v0);
  const MuscleForce at = CalcMuscleForce(*actuator.muscle, length, rate);
  law->stiffness = std::max(0.0, -(at.gain_by_length * u + at.bias_by_length));
  law->damping = std::max(0.0, -at.gain_by_rate * u);
  law->force0 = at.gain * u + at.bias + law->damping * rate;
  return at.gain;
}

// Calls act(patch, point, w) for each point where the body touches, with the
// weight of its gap (input_forces.h).
template <class Act>
void VisitTouches(const VelocityProblem& problem, int body, const Act& act) {
  for (const contact::ContactPatch& patch : problem.patches) {
    const contact::ContactBody& A = problem.bodies[patch.body_a];
    const contact::ContactBody& B = problem.bodies[patch.body_b];
    const bool is_on_a = A.id == body && !A.is_on_face();
    if (!is_on_a && B.id != body) continue;
    for (const contact::ContactPoint& point : problem.PointsOf(patch))
      act(patch, point, CalcAdhesionWeight(point.phi0));
  }
}

// The pull of a body that adheres: k0 -= J' F, with F on B and the opposite on
// A.
void AddPull(int body, double force, VelocityProblem* problem) {
  AdhesionShares shares;
  VisitTouches(*problem, body, [&](const auto&, const auto&, double weight) {
    shares.Add(weight);
  });
  const double pull = force * shares.scale();
  VisitTouches(*problem, body,
               [&](const auto& patch, const contact::ContactPoint& point,
                   double weight) {
                 const Vector3d f_W = -pull * weight * point.R_WC.col(2);
                 Vector6d F_Bo_W;
                 F_Bo_W << point.p_BoC_W.cross(f_W), f_W;
                 contact::AddWrenches(*problem, patch, -F_Bo_W, &problem->k0);
               });
}

}  // namespace

// The law of a motor on a joint or tendon, whose force is linear in l and l_dot
// where u is given:
//
//     f = (gain + gain1 l0) u + bias0 + bias1 l0
//         + (gain1 u + bias1) (l - l0) + (gain2 u + bias2) l_dot.
//
// Sets `gain` to df/du at l0 and l_dot0.
contact::LinearActuator VelocityProblemActuation::MakeLaw(
    int index, double u, double* gain, const VelocityProblem& problem) const {
  const Actuator& actuator = start_->model->actuators()[index];
  contact::LinearActuator law{.gear = actuator.gear,
                              .lower = actuator.force_lower,
                              .upper = actuator.force_upper,
                              .id = index};
  const double place = SetPlace(actuator, &law);
  if (actuator.muscle) {
    *gain = SetMuscle(actuator, actuator.gear * place, u, problem, &law);
    return law;
  }
  *gain = actuator.gain + actuator.gain1 * actuator.gear * place;
  law.force0 =
      *gain * u + actuator.bias0 + actuator.bias1 * actuator.gear * place;
  law.stiffness = -(actuator.gain1 * u + actuator.bias1);
  law.damping = -(actuator.gain2 * u + actuator.bias2);
  if (actuator.gain2 != 0) {
    *gain += actuator.gain2 * actuator.gear *
             problem.CalcActuatorRate(law, problem.v0);
  }
  return law;
}

// Says along which velocities the law acts.
// @return  l0 / gear.
double VelocityProblemActuation::SetPlace(const Actuator& actuator,
                                          contact::LinearActuator* law) const {
  if (actuator.tendon < 0) {
    const Joint& joint = start_->model->joints()[actuator.joint];
    law->dof = joint.v_start;
    return start_->q[joint.q_start];
  }
  const TendonKinematics& tendon = rows_->tendons()[actuator.tendon];
  law->first_term = rows_->FirstTermOf(actuator.tendon);
  law->num_terms = static_cast<int>(tendon.terms.size());
  return tendon.length;
}

void VelocityProblemActuation::Add(const PlantInputs& inputs,
                                   const InputFeedback* feedback,
                                   VelocityProblem* problem) {
  const Model& model = *start_->model;
  problem->actuators.clear();
  constant_efforts_.setZero(model.num_actuators());
  law_of_actuator_.assign(model.num_actuators(), -1);
  for (int i = 0; i < model.num_actuators(); ++i) {
    const Actuator& actuator = model.actuators()[i];
    const double u = CalcControl(model, inputs, i);
    if (actuator.body >= 0) {
      constant_efforts_[i] = CalcThrust(actuator, u);
      continue;
    }
    if (actuator.tendon >= 0 && rows_->tendons()[actuator.tendon].terms.empty())
      continue;  // It pulls at what nothing moves.
    double gain = 0;
    contact::LinearActuator law = MakeLaw(i, u, &gain, *problem);
    const bool follows = FollowsState(actuator);
    if (!follows && !feedback) {
      constant_efforts_[i] =
          actuator.gear * std::clamp(law.force0, law.lower, law.upper);
      problem->AddEffort(law, -constant_efforts_[i], &problem->k0);
      continue;
    }
    if (!follows) NarrowToControls(actuator, &law);
    if (feedback && actuator.gear != 0) {
      FollowControl(gain * feedback->control_slope[i] / actuator.gear,
                    *feedback, *problem, &law);
    }
    law_of_actuator_[i] = static_cast<int>(problem->actuators.size());
    problem->actuators.push_back(law);
  }
}

void VelocityProblemActuation::AddAdhesion(VelocityProblem* problem) const {
  const auto actuators = start_->model->actuators();
  for (int i = 0; i < std::ssize(actuators); ++i) {
    if (actuators[i].adheres)
      AddPull(actuators[i].body, constant_efforts_[i], problem);
  }
}

void VelocityProblemActuation::CollectEfforts(std::span<const double> forces,
                                              VectorXd* efforts) const {
  *efforts = constant_efforts_;
  for (std::size_t i = 0; i < law_of_actuator_.size(); ++i) {
    const int law = law_of_actuator_[i];
    if (law >= 0) (*efforts)[static_cast<Eigen::Index>(i)] = forces[law];
  }
}

}  // namespace tactus::multibody
