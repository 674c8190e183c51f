#include "tactus/multibody/plant/input_forces.h"

#include <algorithm>

#include "tactus/multibody/generalized_force.h"

namespace tactus::multibody {
namespace {

void AddSpatialForces(const Model& model, const PositionKinematics& position,
                      std::span<const SpatialForce> forces, VectorXd* force) {
  for (const SpatialForce& applied : forces) {
    AddGeneralizedForce(model, position, applied.body,
                        position.X_WB[applied.body] * applied.p_BoQ_B,
                        applied.F_Q_W, force);
  }
}

}  // namespace

double GivenControl(const PlantInputs& inputs, int actuator) {
  return inputs.actuation.size() == 0 ? 0 : inputs.actuation[actuator];
}

double CalcControl(const Model& model, const PlantInputs& inputs,
                   int actuator) {
  if (inputs.actuation.size() == 0) return 0;
  const Actuator& of = model.actuators()[actuator];
  return std::clamp(GivenControl(inputs, actuator), of.control_lower,
                    of.control_upper);
}

bool FollowsState(const Actuator& actuator) {
  return actuator.muscle || actuator.gain1 != 0 || actuator.gain2 != 0 ||
         actuator.bias1 != 0 || actuator.bias2 != 0;
}

// f = clamp(gain u + bias0).
double CalcThrust(const Actuator& thruster, double control) {
  return std::clamp(thruster.gain * control + thruster.bias0,
                    thruster.force_lower, thruster.force_upper);
}

void CalcThrustDirection(const Model& model, const PositionKinematics& position,
                         const Actuator& thruster, VectorXd* force) {
  const RigidTransform X_WS = position.X_WB[thruster.body] * thruster.X_BS;
  Vector6d F_S_W;
  F_S_W << X_WS.linear() * thruster.wrench_S.head<3>(),
      X_WS.linear() * thruster.wrench_S.tail<3>();
  force->setZero(model.num_velocities());
  AddGeneralizedForce(model, position, thruster.body, X_WS.translation(), F_S_W,
                      force);
}

void CalcSpatialForce(const Model& model, const PositionKinematics& position,
                      std::span<const SpatialForce> forces, VectorXd* force) {
  force->setZero(model.num_velocities());
  AddSpatialForces(model, position, forces, force);
}

void CalcAppliedForce(const Model& model, const PositionKinematics& position,
                      const PlantInputs& inputs, VectorXd* force) {
  force->setZero(model.num_velocities());
  if (inputs.generalized_force.size() > 0) *force += inputs.generalized_force;
  AddSpatialForces(model, position, inputs.spatial_forces, force);
  VectorXd direction;
  for (int i = 0; i < model.num_actuators(); ++i) {
    const Actuator& actuator = model.actuators()[i];
    if (actuator.body < 0 || actuator.adheres) continue;
    CalcThrustDirection(model, position, actuator, &direction);
    *force += CalcThrust(actuator, CalcControl(model, inputs, i)) * direction;
  }
}

}  // namespace tactus::multibody
