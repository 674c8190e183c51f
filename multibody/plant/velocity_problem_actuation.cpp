// The part of VelocityProblemBuilder that translates applied forces, actuators
// and how inputs follow the velocity.
#include <algorithm>
#include <cmath>

#include "tactus/contact/body_motion.h"
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

// Takes what resists v with `drag` into a problem.
void AddDrag(const MatrixXd& drag, const VectorXd& v, std::size_t tree,
             VelocityProblem* problem) {
  if (drag.size() == 0) return;
  contact::Clique& clique = problem->cliques[tree];
  problem->k0.segment(clique.v_start, clique.nv) -=
      drag * v.segment(clique.v_start, clique.nv);
  if (clique.has_drag()) {
    clique.drag += drag;
  } else {
    clique.drag = drag;
  }
}

// f = gain (u - slope (v - v_ref)) + bias: in x = gear v, a damping
// d = gain slope / gear about x_ref, which may take out what damps and stiffens
// its own motor, and no more: what else it would push with is that at v_ref.
void FollowControl(double d, const InputFeedback& feedback,
                   const VelocityProblem& problem,
                   contact::LinearActuator* law) {
  d = std::max(d, -law->CalcSlope(feedback.dt));
  law->force0 += d * law->gear * problem.CalcActuatorRate(*law, feedback.v_ref);
  law->damping += d;
}

}  // namespace

void VelocityProblemBuilder::SetInputs(const PlantInputs& inputs,
                                       const InputFeedback* feedback,
                                       VelocityProblem* problem) {
  SetForces(inputs, feedback, problem);
  AddAdhesion(problem);
}

// k0 = k(q, v) - tau - C v_ref, D = joint damping + C; the fluid has its own C,
// and follows the velocity from v0.
void VelocityProblemBuilder::SetForces(const PlantInputs& inputs,
                                       const InputFeedback* feedback,
                                       VelocityProblem* problem) {
  CalcAppliedForce(*model_, position_, inputs, &force_);
  force_ += fluid_force_;
  problem->k0 = bias_ - force_;
  problem->damping = joint_damping_;
  for (std::size_t t = 0; t < problem->cliques.size(); ++t) {
    problem->cliques[t].drag.resize(0, 0);
    AddDrag(fluid_drag_[t], problem->v0, t, problem);
    if (feedback != nullptr && !feedback->force_slope.blocks.empty())
      AddDrag(feedback->force_slope.blocks[t], feedback->v_ref, t, problem);
  }
  problem->joint_rows.resize(num_joint_rows_);
  problem->joint_terms.resize(num_joint_terms_);
  if (feedback != nullptr) AddDampers(*feedback, problem);
  AddActuators(inputs, feedback, problem);
}

// k0 -= a a'v_ref, and a row for -a a'v.
void VelocityProblemBuilder::AddDampers(const InputFeedback& feedback,
                                        VelocityProblem* problem) const {
  for (const std::vector<contact::JointTerm>& a :
       feedback.force_slope.dampers) {
    const double rate = contact::CalcRate(a, feedback.v_ref);
    for (const contact::JointTerm& term : a)
      problem->k0[term.dof] -= term.coefficient * rate;
    contact::JointRow row;
    row.law = contact::RowLaw::Law::kDamper;
    row.damping = 1;
    row.inverse_mass = CalcInverseMass(a, *problem);
    row.first_term = static_cast<int>(problem->joint_terms.size());
    row.num_terms = static_cast<int>(a.size());
    problem->joint_rows.push_back(row);
    problem->joint_terms.insert(problem->joint_terms.end(), a.begin(), a.end());
  }
}

// The law of a motor on a joint or tendon, whose force is linear in l and l_dot
// where u is given:
//
//     f = (gain + gain1 l0) u + bias0 + bias1 l0
//         + (gain1 u + bias1) (l - l0) + (gain2 u + bias2) l_dot.
//
// Sets `gain` to df/du at l0 and l_dot0.
contact::LinearActuator VelocityProblemBuilder::MakeLaw(
    int index, double u, double* gain, const VelocityProblem& problem) const {
  const Actuator& actuator = model_->actuators()[index];
  contact::LinearActuator law{.gear = actuator.gear,
                              .lower = actuator.force_lower,
                              .upper = actuator.force_upper,
                              .id = index};
  double place = 0;  // l / gear
  if (actuator.tendon >= 0) {
    const TendonKinematics& tendon = tendons_[actuator.tendon];
    law.first_term = first_term_of_tendon_[actuator.tendon];
    law.num_terms = static_cast<int>(tendon.terms.size());
    place = tendon.length;
  } else {
    const Joint& joint = model_->joints()[actuator.joint];
    law.dof = joint.v_start;
    place = q_[joint.q_start];
  }
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

// Laws that depend on the state go into the problem; the rest are forces.
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
    if (actuator.tendon >= 0 && tendons_[actuator.tendon].terms.empty())
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

// The pull of bodies that adhere (input_forces.h): k0 -= J' F, with F on B and
// the opposite on A.
void VelocityProblemBuilder::AddAdhesion(VelocityProblem* problem) const {
  for (int i = 0; i < model_->num_actuators(); ++i) {
    const Actuator& actuator = model_->actuators()[i];
    if (!actuator.adheres) continue;
    const auto visit = [&](const auto& act) {
      for (const contact::ContactPatch& patch : problem->patches) {
        const contact::ContactBody& A = problem->bodies[patch.body_a];
        const contact::ContactBody& B = problem->bodies[patch.body_b];
        const bool is_on_a = A.id == actuator.body && !A.is_on_face();
        if (!is_on_a && B.id != actuator.body) continue;
        for (const contact::ContactPoint& point : problem->PointsOf(patch))
          act(patch, point, CalcAdhesionWeight(point.phi0));
      }
    };
    AdhesionShares shares;
    visit([&](const auto&, const auto&, double weight) { shares.Add(weight); });
    const double pull = constant_efforts_[i] * shares.scale();
    visit([&](const auto& patch, const contact::ContactPoint& point,
              double weight) {
      const Vector3d f_W = -pull * weight * point.R_WC.col(2);
      Vector6d F_Bo_W;
      F_Bo_W << point.p_BoC_W.cross(f_W), f_W;
      contact::AddWrenches(*problem, patch, -F_Bo_W, &problem->k0);
    });
  }
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
  for (const contact::Clique& clique : problem.cliques) {
    if (!clique.has_drag()) continue;
    force->segment(clique.v_start, clique.nv) -=
        clique.drag * v.segment(clique.v_start, clique.nv);
  }
  for (const contact::JointRow& row :
       std::span(problem.joint_rows).subspan(num_joint_rows_)) {
    const auto terms = problem.TermsOf(row);
    const double pull = row.damping * contact::CalcRate(terms, v);
    for (const contact::JointTerm& term : terms)
      (*force)[term.dof] -= term.coefficient * pull;
  }
}

}  // namespace tactus::multibody
