#pragma once

#include "tactus/integrators/classic/implicit_method.h"

namespace tactus::integrators {

/// The singly diagonally implicit Runge-Kutta method of two stages and order
/// two, L-stable and stiffly accurate ([KennedyCarpenter16], section 4.1.1;
/// [HairerWanner96], IV.6):
///
///     g = 1 - 1/sqrt(2)
///     k1 = f(t0 + g h, x0 + g h k1)
///     k2 = f(t0 + h,   x0 + (1 - g) h k1 + g h k2)
///     x1 = x0 + (1 - g) h k1 + g h k2
///     x1_low = x0 + h k1,  x1 - x1_low = g h (k2 - k1)
///
/// The embedded solution is of first order, its difference of second order in
/// h, and bounded where h df/dx is large. How stages are solved:
/// ImplicitMethod.
class Sdirk2 final : public ImplicitMethod {
 public:
  /// @throws std::invalid_argument for options out of range.
  explicit Sdirk2(const ErrorControlOptions& options = {},
                  const NewtonOptions& newton = {})
      : ImplicitMethod(options, newton, 2) {}

  std::string_view name() const override { return "sdirk2"; }

 private:
  Outcome SolveStages(double h, Memory* memory, VectorXd* x1, VectorXd* x1_low,
                      VectorXd* slope) override;

  VectorXd z1_, z2_, a_;
};

}  // namespace tactus::integrators
