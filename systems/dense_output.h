#pragma once

#include "tactus/systems/types.h"

namespace tactus::systems {

/// The state inside an accepted step: the cubic that has the right values and
/// slopes at both ends (Hermite). With s = (t - t0) / h and h = t1 - t0,
///
///     x(t) = x0 + s (x1 - x0) + s (1 - s) [ (1 - s) a - s b ],
///     a = h xdot0 - (x1 - x0),    b = h xdot1 - (x1 - x0)
///
/// so that slopes of (x1 - x0) / h make it a straight line.
struct DenseOutput {
  double t0{}, t1{};      ///< [s]
  VectorXd x0, x1;        ///< The whole continuous state.
  VectorXd xdot0, xdot1;  ///< Slopes to use [per s].

  /// @pre t0 <= t <= t1
  void Eval(double t, VectorXd* x) const;
};

}  // namespace tactus::systems
