#include "tactus/multibody/plant/controllers/inverse_dynamics_controller.h"

#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/systems/primitives/check_block.h"

namespace tactus::multibody {

using systems::LeafContext;

InverseDynamicsController::InverseDynamicsController(
    std::string name, std::shared_ptr<const Model> model,
    InverseDynamicsGains gains)
    : ModelController(std::move(name), std::move(model)),
      gains_(std::move(gains)) {
  const int nv = this->model().num_velocities();
  const auto check = [&](const VectorXd& gain, const char* what) {
    systems::CheckBlock(
        *this,
        gain.size() == nv && gain.allFinite() && (gain.array() >= 0).all(),
        fmt::format("{} must be {} numbers that are not negative", what, nv));
  };
  check(gains_.kp, "kp");
  check(gains_.kd, "kd");
  if (gains_.ki.size() > 0) {
    check(gains_.ki, "ki");
    DeclareContinuousState(nv);
  }
  desired_state_ = DeclareVectorInputPort("desired_state",
                                          this->model().num_positions() + nv);
  desired_acceleration_ = DeclareVectorInputPort("desired_acceleration", nv);
}

void InverseDynamicsController::CalcTimeDerivatives(const LeafContext& context,
                                                    VectorXd* zdot) const {
  const int nq = model().num_positions();
  CalcPositionDifference(model(),
                         estimated_state_input().Eval(context).head(nq),
                         desired_state_.Eval(context).head(nq), zdot);
}

void InverseDynamicsController::CalcForce(const LeafContext& context,
                                          VectorXd* tau) const {
  const int nq = model().num_positions(), nv = model().num_velocities();
  const auto& x = estimated_state_input().Eval(context);
  const auto& x_d = desired_state_.Eval(context);
  const VectorXd q = x.head(nq), v = x.tail(nv);

  VectorXd error;
  CalcPositionDifference(model(), q, x_d.head(nq), &error);
  VectorXd vdot =
      gains_.kp.cwiseProduct(error) + gains_.kd.cwiseProduct(x_d.tail(nv) - v);
  if (gains_.ki.size() > 0)
    vdot += gains_.ki.cwiseProduct(context.continuous_state());
  if (desired_acceleration_.HasValue(context))
    vdot += desired_acceleration_.Eval(context);

  PositionKinematics position;
  VelocityKinematics velocity;
  CalcPositionKinematics(model(), q, &position);
  CalcVelocityKinematics(model(), position, v, &velocity);
  CalcInverseDynamics(model(), position, velocity, vdot, {}, tau);
  // What springs and damping do, the motors must undo.
  VectorXd passive = VectorXd::Zero(nv);
  AddJointSpringForces(model(), q, &passive);
  AddJointDampingForces(model(), v, &passive);
  *tau -= passive;
}

}  // namespace tactus::multibody
