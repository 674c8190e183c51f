#include "tactus/multibody/plant/input_forces.h"

#include <algorithm>

namespace tactus::multibody {
namespace {

// force += J' F, joint by joint from the body to the root of its tree; at Bo,
// world axes.
void AddWrench(const Model& model, const PositionKinematics& position, int body,
               Vector6d F_Bo_W, VectorXd* force) {
  const int t = model.bodies()[body].tree;
  if (t < 0) return;
  for (int b = body; b >= model.trees()[t].first_body;) {
    const Joint& joint = model.joints()[b - 1];
    for (int k = joint.v_start; k < joint.v_start + joint.nv(); ++k)
      (*force)[k] += position.H_W.col(k).dot(F_Bo_W);
    F_Bo_W.head<3>() += position.p_PoBo_W[b].cross(F_Bo_W.tail<3>());
    b = joint.parent;
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
  const RigidTransform& X_WB = position.X_WB[thruster.body];
  const Matrix3d R_WS = X_WB.linear() * thruster.X_BS.linear();
  const Vector3d p_BoS_W = X_WB.linear() * thruster.X_BS.translation();
  Vector6d F_Bo_W;
  F_Bo_W.tail<3>() = R_WS * thruster.wrench_S.tail<3>();
  F_Bo_W.head<3>() =
      R_WS * thruster.wrench_S.head<3>() + p_BoS_W.cross(F_Bo_W.tail<3>());
  force->setZero(model.num_velocities());
  AddWrench(model, position, thruster.body, F_Bo_W, force);
}

void CalcAppliedForce(const Model& model, const PositionKinematics& position,
                      const PlantInputs& inputs, VectorXd* force) {
  force->setZero(model.num_velocities());
  if (inputs.generalized_force.size() > 0) *force += inputs.generalized_force;
  for (const SpatialForce& applied : inputs.spatial_forces) {
    const Vector3d p_BoQ_W =
        position.X_WB[applied.body].linear() * applied.p_BoQ_B;
    Vector6d F_Bo_W = applied.F_Q_W;
    F_Bo_W.head<3>() += p_BoQ_W.cross(applied.F_Q_W.tail<3>());
    AddWrench(model, position, applied.body, F_Bo_W, force);
  }
  VectorXd direction;
  for (int i = 0; i < model.num_actuators(); ++i) {
    const Actuator& actuator = model.actuators()[i];
    if (actuator.body < 0 || actuator.adheres) continue;
    CalcThrustDirection(model, position, actuator, &direction);
    *force += CalcThrust(actuator, CalcControl(model, inputs, i)) * direction;
  }
}

}  // namespace tactus::multibody
