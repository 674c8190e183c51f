#pragma once

#include "tactus/integrators/classic/classic_method.h"

namespace tactus::integrators {

using RungeKutta3Options = ErrorControlOptions;

/// Explicit Runge-Kutta of order three with an embedded second-order solution
/// [BogackiShampine89], for any diagram:
///
///     k1 = f(t, x)                    x1    = x + h (2 k1 + 3 k2 + 4 k3) / 9
///     k2 = f(t + h/2, x + h k1 / 2)   k4    = f(t + h, x1)
///     k3 = f(t + 3h/4, x + 3h k2 / 4)
///     e = h (-5 k1 + 6 k2 + 8 k3 - 9 k4) / 72
///
/// On xdot = lambda x, with w = h lambda, e is -w^2 (1 + w) h k1 / 48: it
/// vanishes at w = -1, where x1 is off by w^4 x0 / 24. The same difference from
/// the first three stages does not,
///
///     e' = h (k1 - 3 k2 + 2 k3) / 36   = w^2 h k1 / 48,
///
/// and so x1_low = x1 - the larger of e and e', entry by entry.
///
/// Steps, errors and failures: ClassicMethod.
class RungeKutta3 final : public ClassicMethod {
 public:
  /// @throws std::invalid_argument for options out of range.
  explicit RungeKutta3(const RungeKutta3Options& options = {})
      : ClassicMethod(options, 3) {}

  std::string_view name() const override { return "rk3"; }

 private:
  Outcome Solve(double h, Memory* memory, VectorXd* x1,
                VectorXd* x1_low) override;

  VectorXd k2_, k3_, k4_, e_, e_three_;
};

}  // namespace tactus::integrators
