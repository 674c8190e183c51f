#pragma once

#include "tactus/common/types.h"
#include "tactus/contact/cond/options.h"

namespace tactus::contact {

/// What a fixed-point iteration w = F(y) goes on from. Chebyshev's
/// semi-iteration, (38), (39) of [Lee22], with |w - y| for the spectral radius:
///
///     rho   = min(|w - y| / |w - y| before, 0.9995)
///     omega = 1, 2 / (2 - rho^2), 4 / (4 - rho^2 omega), ...
///     y+    = omega (0.9 (w - y) + y - y_before) + y_before
///
/// Or Nesterov's momentum, which starts anew where it leads uphill, in the
/// metric beta [Mazhar15]:
///
///     t+ = (1 + sqrt(1 + 4 t^2)) / 2
///     y+ = w + (t - 1) / t+ (w - w_before)
///     t  = 1 where (y - w)' beta (w - w_before) > 0
///
/// Or steps of Barzilai and Borwein along the momentum that is missing, g =
/// beta (y - w), in the same metric, the longer and the shorter one in turn,
/// where both are positive:
///
///     s = y - y_before,   z = g - g_before
///     tau = s' beta s / s'z,   s'z / z' beta^-1 z
///     y+  = y + tau (w - y)
class Accelerator {
 public:
  using In = Eigen::Ref<const VectorXd>;
  /// What the way on depends on, summed over coordinates. Chebyshev's has one
  /// number, Nesterov's one, Barzilai and Borwein's three.
  using Sums = Eigen::Array3d;

  explicit Accelerator(Acceleration kind) : kind_(kind) {}

  /// Over some coordinates.
  Sums CalcSums(const In& beta, const In& w, const In& w_before, const In& y,
                const In& y_before) const;
  /// Goes on by the sums over all coordinates.
  void Choose(const Sums& sums);
  /// y <- y+, y_before <- y, of some coordinates.
  void Advance(const In& w, const In& w_before, Eigen::Ref<VectorXd> y,
               Eigen::Ref<VectorXd> y_before) const;

 private:
  double CalcOmega(double change);
  double CalcNesterovWeight(double ascent);
  double CalcStep(const Sums& sums) const;

  Acceleration kind_;
  int count_ = 0;  ///< Calls of Choose() yet.
  double t_ = 1, last_change_ = 0;
  double omega_ = 1, momentum_ = 0, tau_ = 1;
};

}  // namespace tactus::contact
