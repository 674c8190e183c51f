#include "tactus/multibody/plant/controllers/joint_impedance_controller.h"

#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/systems/primitives/check_block.h"

namespace tactus::multibody {

JointImpedanceController::JointImpedanceController(
    std::string name, std::shared_ptr<const Model> model, VectorXd stiffness,
    VectorXd damping)
    : ModelController(std::move(name), std::move(model)),
      stiffness_(std::move(stiffness)),
      damping_(std::move(damping)) {
  const int nv = this->model().num_velocities();
  for (const VectorXd& gain : {stiffness_, damping_}) {
    systems::CheckBlock(
        *this,
        gain.size() == nv && gain.allFinite() && (gain.array() >= 0).all(),
        fmt::format("stiffness and damping must be {} numbers each that are "
                    "not negative",
                    nv));
  }
  desired_state_ = DeclareVectorInputPort("desired_state",
                                          this->model().num_positions() + nv);
}

void JointImpedanceController::CalcForce(const systems::LeafContext& context,
                                         VectorXd* tau) const {
  const int nq = model().num_positions(), nv = model().num_velocities();
  const auto& x = estimated_state_input().Eval(context);
  const VectorXd q = x.head(nq);
  PositionKinematics position;
  VelocityKinematics at_rest;
  CalcPositionKinematics(model(), q, &position);
  CalcVelocityKinematics(model(), position, VectorXd::Zero(nv), &at_rest);
  CalcBias(model(), position, at_rest, tau);
  if (!desired_state_.HasValue(context) && stiffness_.isZero(0) &&
      damping_.isZero(0)) {
    return;
  }
  const auto& x_d = desired_state_.Eval(context);
  VectorXd error;
  CalcPositionDifference(model(), q, x_d.head(nq), &error);
  *tau += stiffness_.cwiseProduct(error) +
          damping_.cwiseProduct(x_d.tail(nv) - x.tail(nv));
}

std::unique_ptr<JointImpedanceController> MakeGravityCompensation(
    std::string name, std::shared_ptr<const Model> model) {
  const VectorXd none = VectorXd::Zero(model ? model->num_velocities() : 0);
  return std::make_unique<JointImpedanceController>(
      std::move(name), std::move(model), none, none);
}

}  // namespace tactus::multibody
