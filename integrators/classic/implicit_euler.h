#pragma once

#include "tactus/integrators/classic/implicit_method.h"

namespace tactus::integrators {

/// Implicit Euler with step doubling, the first of the baselines in [Kurtz25],
/// section VII-B; first order, L-stable:
///
///     x_low  = x0 + h f(t0 + h, x_low)
///     x_half = x0 + h/2 f(t0 + h/2, x_half)
///     x1     = x_half + h/2 f(t0 + h, x1)
///
/// x1 is kept; x1 - x_low is of second order in h and close to the error of x1.
/// How stages are solved: ImplicitMethod.
class ImplicitEuler final : public ImplicitMethod {
 public:
  /// @throws std::invalid_argument for options out of range.
  explicit ImplicitEuler(const ErrorControlOptions& options = {},
                         const NewtonOptions& newton = {})
      : ImplicitMethod(options, newton, 2) {}

  std::string_view name() const override { return "implicit_euler"; }

 private:
  Outcome SolveStages(double h, Memory* memory, VectorXd* x1, VectorXd* x1_low,
                      VectorXd* slope) override;

  VectorXd z_, x_half_;
};

}  // namespace tactus::integrators
