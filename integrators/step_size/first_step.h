#pragma once

#include "tactus/integrators/step_size/error_norm.h"
#include "tactus/systems/diagram.h"

namespace tactus::integrators {

/// Step sizes that a start may choose from.
struct FirstStepLimits {
  double accuracy{};
  int error_order{};        ///< p + 1: the error estimate goes with its power.
  double h_min{}, h_max{};  ///< [s]
};

/// The first step, from the derivatives at the start ([HairerNorsettWanner93],
/// II.4),
///
///     h0 = 0.01 d0 / d1,                             1e-6 where d0 or d1 ~ 0
///     x1 = x0 + h0 f(t0, x0),   f1 = f(t0 + h0, x1),   d2 = |f1 - f0| / h0,
///     h1 = (0.01 / max(d1, d2))^(1 / (p + 1)),       h_max / 10 where both
///                                                    are 0
///     h  = min(100 h0, h1),
///
/// so that the step is short beside the fastest of what is on its way at the
/// start, even where the error estimate is blind: that of rk3 vanishes on
/// xdot = lambda x at h lambda = -1.
///
///   symbol   meaning
///   d0, d1   |x0|, |f0|
///   |y|      max_i W_i |y_i| / accuracy, with the weights of the error norm
///
/// Where the state at the start weighs nothing, h is h1. A derivative that is
/// not finite is for the first step to tell of: h_max / 10 then.
///
/// Leaves `context` as it was.
double ChooseFirstStep(const systems::Diagram& diagram,
                       const DiagramErrorNorm& norm,
                       const FirstStepLimits& limits,
                       systems::Context* context);

}  // namespace tactus::integrators
