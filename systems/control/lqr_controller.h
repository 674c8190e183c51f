#pragma once

#include <string>

#include "tactus/systems/control/finite_horizon_lqr.h"
#include "tactus/systems/leaf_system.h"

namespace tactus::systems {

/// State feedback about an operating point:
///
///     u = u0 - K (x - x0)
///
///     x   state, input "estimated_state", n numbers       K  gain, m x n
///     u   output "control", m numbers
///     x0, u0  where the plant is to be, and the input that keeps it there
///
/// K may come from ContinuousLqr(), or, if the output is sampled and held with
/// the period of the discrete model, from DiscreteLqr(). For a plant that is
/// not linear take the matrices of its linearisation at x0, u0.
class LqrController final : public LeafSystem {
 public:
  /// Empty `x0` or `u0`: zero.
  /// @throws std::invalid_argument if the sizes do not match or a number is not
  /// finite.
  LqrController(std::string name, const MatrixXd& K, const VectorXd& x0 = {},
                const VectorXd& u0 = {});

 private:
  void CalcControl(const LeafContext& context, VectorXd* u) const;

  const MatrixXd K_;
  const VectorXd x0_, u0_;
  InputPort x_;
};

/// The same with a gain K(t) that changes over a finite horizon,
///
///     u = u0 - K(t) (x - x0)
///
/// and stays what it is at either end of it outside.
class FiniteHorizonLqrController final : public LeafSystem {
 public:
  /// `x0` (n numbers) and `u0` (m numbers) say the sizes.
  /// @throws std::invalid_argument if the sizes do not match or a number is not
  /// finite.
  FiniteHorizonLqrController(std::string name, FiniteHorizonLqr lqr,
                             const VectorRef& x0, const VectorRef& u0);

 private:
  void CalcControl(const LeafContext& context, VectorXd* u) const;
  void CalcGain(const LeafContext& context, VectorXd* K) const;

  const FiniteHorizonLqr lqr_;
  const VectorXd x0_, u0_;
  InputPort x_;
  OutputPort gain_;
};

}  // namespace tactus::systems
