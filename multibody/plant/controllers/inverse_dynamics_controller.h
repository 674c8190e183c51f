#pragma once

#include <memory>
#include <string>

#include "tactus/multibody/plant/controllers/model_controller.h"

namespace tactus::multibody {

/// Of an InverseDynamicsController, by velocity.
struct InverseDynamicsGains {
  VectorXd kp{};  ///< Stiffness per inertia [1/s^2].
  VectorXd ki{};  ///< Integral [1/s^3]; may be empty.
  VectorXd kd{};  ///< Damping per inertia [1/s].
};

/// Computed torque: cancels the model's dynamics and puts a linear error's in
/// their place,
///
///     tau = M(q) (vdot_d + kp e + kd (v_d - v) + ki z) + k(q, v) + D v
///           + K (q - q_ref),     dz/dt = e,
///
/// so that, with a true model and ki = 0, e'' + kd e' + kp e = 0 for each
/// velocity by itself.
///
///   symbol   meaning
///   e        from q to q_d, in velocity coordinates [rad, m]
///   M, k     mass matrix; Coriolis and gravity terms (dynamics.h)
///   D, K     the joints' own damping and springs, which motors must undo
///
/// Inputs besides estimated_state: desired_state [q_d; v_d], and
/// desired_acceleration vdot_d (zero when unconnected).
class InverseDynamicsController final : public ModelController {
 public:
  /// @throws std::invalid_argument if sizes do not match, or a gain is
  /// negative.
  InverseDynamicsController(std::string name,
                            std::shared_ptr<const Model> model,
                            InverseDynamicsGains gains);

  const systems::InputPort& desired_state_input() const {
    return desired_state_;
  }
  const systems::InputPort& desired_acceleration_input() const {
    return desired_acceleration_;
  }

  void CalcTimeDerivatives(const systems::LeafContext& context,
                           VectorXd* zdot) const override;

 private:
  void CalcForce(const systems::LeafContext& context,
                 VectorXd* tau) const override;

  InverseDynamicsGains gains_;
  systems::InputPort desired_state_, desired_acceleration_;
};

}  // namespace tactus::multibody
