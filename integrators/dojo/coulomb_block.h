#pragma once

#include "tactus/solvers/interior_point/scaling.h"

namespace tactus::integrators {

/// Newton's equations of a contact's own unknowns under Coulomb's cone, l =
/// (psi, gamma, z_0, b) with b along t1 and t2,
///
///     mu gamma - z_0                = r_psi
///     eta_n^2 gamma                 = r_n
///     (psi, 0, 0) + W^2 (z_0, b)    = (r_0, r_t),
///
/// with W^2 = eta^2 (2 w w' - J), w = (w_0, w_t), solved in closed form. With
/// u = w_t / |w_t|, p across u, and m = 1 + 2 |w_t|^2,
///
///     b   = ((u'r_t) u / m + (p'r_t) p) / eta^2 - 2 w_0 w_t / m z_0
///     psi = r_0 - eta^2 / m z_0 - 2 w_0 |w_t| / m (u'r_t),
///
/// as w_0^2 = 1 + |w_t|^2, so that nothing cancels where the cone's pair is
/// next to its boundary and w is large.
class CoulombBlock {
 public:
  static constexpr int kSize = 5;

  /// @param normal_cone  of gamma in the scaling; friction's is the next.
  /// False: there is no inverse.
  [[nodiscard]] bool Factorize(double mu,
                               const solvers::NesterovToddScaling& scaling,
                               int normal_cone);
  /// r <- l. @pre kSize entries.
  void Solve(double* r) const;
  /// (b, gamma) by (r_t, r_n).
  Matrix3d CalcInverse() const;

 private:
  double mu_{};
  double per_normal_{};       ///< eta_n^-2.
  double square_{};           ///< eta^2 / m.
  Eigen::Matrix2d per_slip_;  ///< b by r_t.
  Vector2d by_bound_;         ///< 2 w_0 w_t / m.
};

}  // namespace tactus::integrators
