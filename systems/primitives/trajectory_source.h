#pragma once

#include <string>

#include "tactus/systems/leaf_system.h"
#include "tactus/systems/trajectories/piecewise_polynomial.h"

namespace tactus::systems {

/// A trajectory q(t) and its first derivatives, as a signal:
///
///     y = [q(t); q'(t); ... ; q^(D)(t)]
///
///     q   trajectory of n numbers        D   number of derivatives
///     y   the output, n (D + 1) numbers
///
/// D is at most 10. With D = 1 this is what a PidController takes for its
/// desired state; with D = 2 an inverse-dynamics controller has its
/// feed-forward acceleration. Steps of integrators end at its kinks (kinks.h),
/// as at periodic updates.
class TrajectorySource final : public LeafSystem {
 public:
  /// @throws std::invalid_argument if `num_derivatives` is not from 0 to 10.
  TrajectorySource(std::string name, PiecewisePolynomial q,
                   int num_derivatives = 1);

 private:
  void CalcY(const LeafContext& context, VectorXd* y) const;

  const PiecewisePolynomial q_;
  const int num_derivatives_;
};

}  // namespace tactus::systems
