#pragma once

#include <string>

#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

/// The block 1/s:
///
///     y(t) = y(0) + ∫ u(s) ds  over [0, t]
///
/// The integral is its continuous state. Not to be confused with an Integrator,
/// which advances the states of all blocks.
class VectorIntegrator final : public LeafSystem {
 public:
  VectorIntegrator(std::string name, const VectorRef& initial_value);
  /// Starts at zero.
  VectorIntegrator(std::string name, int size);

  void CalcTimeDerivatives(const LeafContext& context,
                           VectorXd* xdot) const override;

  bool CalcOutputJacobians(const LeafContext& context, int output,
                           LeafJacobians* jacobians) const override;
  bool CalcTimeDerivativesJacobians(const LeafContext& context,
                                    LeafJacobians* jacobians) const override;

 private:
  void CalcY(const LeafContext& context, VectorXd* y) const;

  InputPort u_;
};

}  // namespace tactus::systems
