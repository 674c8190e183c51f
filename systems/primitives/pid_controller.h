#pragma once

#include <string>

#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

/// Proportional, integral and derivative feedback, element by element:
///
///     control = kp (q_d - q) + ki e + kd (v_d - v),    de/dt = q_d - q
///
///     q, v      positions and velocities, input "estimated_state" = [q; v]
///     q_d, v_d  where they should be, input "desired_state" = [q_d; v_d]
///     e         integral of the position error, the continuous state
///
/// Output "control" has one element per position.
class PidController final : public LeafSystem {
 public:
  /// @throws std::invalid_argument if the sizes differ.
  PidController(std::string name, const VectorRef& kp, const VectorRef& ki,
                const VectorRef& kd);

  const InputPort& estimated_state_input() const { return estimated_state_; }
  const InputPort& desired_state_input() const { return desired_state_; }
  const OutputPort& control_output() const { return get_output_port(); }

  void CalcTimeDerivatives(const LeafContext& context,
                           VectorXd* xdot) const override;

  bool CalcOutputJacobians(const LeafContext& context, int output,
                           LeafJacobians* jacobians) const override;
  bool CalcTimeDerivativesJacobians(const LeafContext& context,
                                    LeafJacobians* jacobians) const override;

 private:
  void CalcControl(const LeafContext& context, VectorXd* control) const;

  const VectorXd kp_, ki_, kd_;
  InputPort estimated_state_, desired_state_;
};

}  // namespace tactus::systems
