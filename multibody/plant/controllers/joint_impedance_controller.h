#pragma once

#include <memory>
#include <string>

#include "tactus/multibody/plant/controllers/model_controller.h"

namespace tactus::multibody {

/// Springs and dampers between the joints and where they should be, with
/// gravity taken off them:
///
///     tau = K e + D (v_d - v) + g(q)
///
///   symbol   meaning
///   e        from q to q_d, in velocity coordinates [rad, m]
///   K, D     stiffness and damping, by velocity [N m/rad, N m s/rad]
///   g(q)     what the model's weight asks for, k(q, 0) [N m]
///
/// With K = D = 0 the robot floats: gravity compensation. Input besides
/// estimated_state: desired_state [q_d; v_d], which may stay unconnected then.
class JointImpedanceController final : public ModelController {
 public:
  /// @throws std::invalid_argument if sizes do not match, or a gain is
  /// negative.
  JointImpedanceController(std::string name, std::shared_ptr<const Model> model,
                           VectorXd stiffness, VectorXd damping);

  const systems::InputPort& desired_state_input() const {
    return desired_state_;
  }

 private:
  void CalcForce(const systems::LeafContext& context,
                 VectorXd* tau) const override;

  VectorXd stiffness_, damping_;
  systems::InputPort desired_state_;
};

/// K = D = 0: holds the robot against gravity, and nothing else.
std::unique_ptr<JointImpedanceController> MakeGravityCompensation(
    std::string name, std::shared_ptr<const Model> model);

}  // namespace tactus::multibody
