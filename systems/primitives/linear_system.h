#pragma once

#include <string>

#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

/// Linear, time-invariant, in state-space form; continuous if P = 0, and
/// otherwise discrete with updates at k P, k = 0, 1, ...:
///
///     P = 0:   dx/dt  = A x + B u              P > 0:   x+ = A x + B u
///                  y  = C x + D u                       y  = C x + D u
///
///     x  n states       A  n x n      B  n x m
///     u  m inputs       C  p x n      D  p x m
///     y  p outputs
///
/// There is direct feed-through only if D has an entry other than zero.
class LinearSystem final : public LeafSystem {
 public:
  struct Matrices {
    MatrixXd A, B, C, D;
  };

  /// `period` P in [s]. The state starts at zero.
  /// @throws std::invalid_argument if the sizes do not match.
  LinearSystem(std::string name, Matrices matrices, double period = 0);

  void CalcTimeDerivatives(const LeafContext& context,
                           VectorXd* xdot) const override;

  bool CalcOutputJacobians(const LeafContext& context, int output,
                           LeafJacobians* jacobians) const override;
  bool CalcTimeDerivativesJacobians(const LeafContext& context,
                                    LeafJacobians* jacobians) const override;

 private:
  void CheckSizes() const;
  void Update(const LeafContext& context, NextState* next) const;
  void CalcY(const LeafContext& context, VectorXd* y) const;

  const Matrices m_;
  const bool is_discrete_;
  const bool has_feedthrough_;
  InputPort u_;
};

}  // namespace tactus::systems
