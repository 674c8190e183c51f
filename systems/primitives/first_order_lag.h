#pragma once

#include <string>

#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

/// The simplest model of an actuator or sensor that takes its time, and of a
/// low-pass filter. Element by element:
///
///     tau y' = u - y,          in the frequency domain 1 / (1 + tau s)
///
/// After a step of u from 0 to 1, y = 1 - exp(-t / tau): 63 % at t = tau.
///
///     u  input      y  output and continuous state      tau  time constant [s]
///
/// The output has no direct feed-through, so a lag breaks an algebraic loop.
class FirstOrderLag final : public LeafSystem {
 public:
  /// Starts at `y0`, one element per time constant; zero in the second form.
  /// @throws std::invalid_argument if the sizes differ, or unless tau > 0 and
  /// all is finite.
  FirstOrderLag(std::string name, const VectorRef& tau, const VectorRef& y0);
  FirstOrderLag(std::string name, double tau, int size);

  void CalcTimeDerivatives(const LeafContext& context,
                           VectorXd* ydot) const override;

  bool CalcOutputJacobians(const LeafContext& context, int output,
                           LeafJacobians* jacobians) const override;
  bool CalcTimeDerivativesJacobians(const LeafContext& context,
                                    LeafJacobians* jacobians) const override;

 private:
  void CalcY(const LeafContext& context, VectorXd* y) const;

  const VectorXd tau_;
  InputPort u_;
};

}  // namespace tactus::systems
