// The part of ExternalSystem that places springs, servos and what is slow
// within the step (SpringShares).
#include <algorithm>

#include "tactus/integrators/diagram/control_slopes.h"
#include "tactus/integrators/diagram/external_system.h"
#include "tactus/integrators/diagram/force_slopes.h"
#include "tactus/multibody/plant/input_forces.h"

namespace tactus::integrators {

using multibody::Actuator;

// A servo that feels its length at a share s of the step wants the set-point of
// then, u0 + s (u1 - u0): with that of the end it would lead what moves
// steadily by (1 - s) dt. Not one that follows the velocity, whose slopes are
// of the end.
void ExternalSystem::MoveSetPoints(const PlantAtStart& plant,
                                   const SpringShares& shares,
                                   const ControlSlopes* controls,
                                   multibody::PlantInputs* inputs) const {
  const VectorXd& u0 = plant.inputs.actuation;
  VectorXd& u1 = inputs->actuation;
  if (shares.actuators.size() == 0 || u0.size() != u1.size()) return;
  const VectorXd s = CalcLengthShares(plant_.model(), plant.tendons, shares);
  for (Eigen::Index i = 0; i < u1.size(); ++i) {
    const bool is_servo = plant_.model().actuators()[i].bias1 != 0;
    if (is_servo && (controls == nullptr || controls->S.row(i).isZero(0)))
      u1[i] = u0[i] + s[i] * (u1[i] - u0[i]);
  }
}

// What is taken out of springs, where the step has these: not slow, (1 - s) U
// v1 less than at the end, and slow, s U v1 more than at the start. Free
// motors have their shares of it.
void ExternalSystem::MoveSprings(const UndoneSprings& undone,
                                 ExternalResponse* response) const {
  const multibody::Model& model = plant_.model();
  const Eigen::Index count = undone.joints.size();
  const VectorXd of_joints = SharesByVelocity(expansion_.shares.joints, count);
  const VectorXd of_servos =
      SharesByVelocity(expansion_.shares.actuators, count);
  const VectorXd& v_ref = response->feedback.v_ref;
  VectorXd& force = response->inputs.generalized_force;
  for (Eigen::Index k = 0; k < count; ++k) {
    const double joint = undone.joints[k], servo = undone.servos[k];
    const double s_joints = of_joints[k], s_servos = of_servos[k];
    const double slope = is_slow_[k]
                             ? -s_joints * joint
                             : (1 - s_joints) * joint + (1 - s_servos) * servo;
    const double offset = -slope * v_ref[k];
    if (slope == 0 && offset == 0) continue;
    if (force.size() == 0) force.setZero(model.num_velocities());
    force[k] += offset;
    double rest = 1;
    for (int i = 0; i < model.num_actuators(); ++i) {
      const Actuator& actuator = model.actuators()[i];
      if (!is_free_[i] || actuator.joint < 0 ||
          model.joints()[actuator.joint].v_start != k)
        continue;
      const double pushed = actuator.gear * actuator.gain * control_q_(i, k);
      const double share = std::clamp(pushed / (joint + servo), 0.0, rest);
      rest -= share;
      response->effort_slope(i, k) += share * slope;
      response->effort_offset[i] += share * offset;
    }
  }
}

// What acts on velocities whose forces are slow, as at the start.
void ExternalSystem::HoldSlow(const ControlSlopes& controls,
                              const PlantAtStart& plant,
                              ExternalResponse* response) {
  const multibody::Model& model = plant_.model();
  const auto slow_dof_of = [&](int i) {
    const int dof = response->effort_slope.row(i).isZero(0)
                        ? -1
                        : FindFollowedDof(controls, model.actuators()[i]);
    return dof >= 0 && is_slow_[dof] ? dof : -1;
  };
  VectorXd& force = response->inputs.generalized_force;
  VectorXd at_end;
  CalcAppliedForce(model, plant.position, expansion_.inputs, &at_end);
  CalcAppliedForce(model, plant.position, plant.inputs, &moved_.force);
  if (force.size() == 0) force.setZero(model.num_velocities());
  for (Eigen::Index i = 0; i < std::ssize(is_slow_); ++i) {
    if (is_slow_[i]) force[i] += moved_.force[i] - at_end[i];
  }
  for (int i = 0; i < model.num_actuators(); ++i) {
    const int dof = slow_dof_of(i);
    if (dof < 0) continue;
    response->effort_slope.row(i).setZero();
    const Actuator& actuator = model.actuators()[i];
    if (plant.inputs.actuation.size() > 0)
      response->inputs.actuation[i] = plant.inputs.actuation[i];
    if (actuator.joint < 0 || actuator.bias1 == 0) continue;
    // A servo's law, without slope, is at q0 + s dt gear v0: less that.
    const double gear2 = actuator.gear * actuator.gear;
    const double time = response->feedback.length_times[i];
    const double offset =
        -time * actuator.bias1 * gear2 * response->feedback.v_ref[dof];
    response->effort_offset[i] = offset;
    force[dof] += offset;
  }
}

// Force elements that are slow go on from there to a share s of the step, by
// s dt K v.
void ExternalSystem::SoftenSlow(const PlantAtStart& plant,
                                multibody::InputFeedback* feedback) const {
  MatrixXd K = (element_d_ - element_v_).topRows(control_v_.cols());  // dt K
  CarryToStart(plant, &K);
  CalcSlowSprings(expansion_.shares.slow_elements * K, plant.cliques, is_slow_,
                  &feedback->soft_springs);
}

}  // namespace tactus::integrators
