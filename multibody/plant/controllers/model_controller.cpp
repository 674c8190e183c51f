#include "tactus/multibody/plant/controllers/model_controller.h"

#include <spdlog/fmt/fmt.h>

#include "tactus/systems/primitives/check_block.h"

namespace tactus::multibody {

using systems::CheckBlock;
using systems::LeafContext;

ModelController::ModelController(std::string name,
                                 std::shared_ptr<const Model> model)
    : LeafSystem(std::move(name)), model_(std::move(model)) {
  CheckBlock(*this, model_ != nullptr, "there is no model");
  actuators_of_dof_.assign(model_->num_velocities(), 0);
  for (const Actuator& actuator : model_->actuators()) {
    if (actuator.joint < 0) continue;
    CheckBlock(*this, !actuator.muscle,
               fmt::format("actuator '{}' is a muscle, which only pulls",
                           actuator.name));
    CheckBlock(*this, actuator.gain1 == 0 && actuator.gain2 == 0,
               fmt::format("the gain of actuator '{}' changes with length or "
                           "speed",
                           actuator.name));
    CheckBlock(*this, actuator.gain != 0 && actuator.gear != 0,
               fmt::format("actuator '{}' has no effect", actuator.name));
    ++actuators_of_dof_[model_->joints()[actuator.joint].v_start];
  }
  estimated_state_ = DeclareVectorInputPort(
      "estimated_state", model_->num_positions() + model_->num_velocities());
  const systems::Reads reads =
      systems::Reads::kContinuous | systems::Reads::kInputs;
  generalized_force_ = DeclareVectorOutputPort(
      "generalized_force", model_->num_velocities(),
      [this](const LeafContext& context, VectorXd* tau) {
        CalcForce(context, tau);
      },
      reads);
  actuation_ = DeclareVectorOutputPort(
      "actuation", model_->num_actuators(),
      [this](const LeafContext& context, VectorXd* u) {
        CalcActuation(context, u);
      },
      reads);
}

// f = gain u + bias0 + bias1 l + bias2 l_dot with l = gear q, and gear f = tau.
void ModelController::CalcActuation(const LeafContext& context,
                                    VectorXd* u) const {
  const auto& tau = generalized_force_.Eval(context);
  const auto& x = estimated_state_.Eval(context);
  u->setZero();
  for (int i = 0; i < model_->num_actuators(); ++i) {
    const Actuator& actuator = model_->actuators()[i];
    if (actuator.joint < 0) continue;
    const Joint& joint = model_->joints()[actuator.joint];
    const double q = x[joint.q_start];
    const double v = x[model_->num_positions() + joint.v_start];
    const double f =
        tau[joint.v_start] / actuators_of_dof_[joint.v_start] / actuator.gear;
    (*u)[i] = (f - actuator.bias0 - actuator.bias1 * actuator.gear * q -
               actuator.bias2 * actuator.gear * v) /
              actuator.gain;
  }
}

}  // namespace tactus::multibody
