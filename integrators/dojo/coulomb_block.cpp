#include "tactus/integrators/dojo/coulomb_block.h"

#include <cmath>

namespace tactus::integrators {

bool CoulombBlock::Factorize(double mu,
                             const solvers::NesterovToddScaling& scaling,
                             int normal_cone) {
  const double eta_n = scaling.eta(normal_cone);
  const double eta = scaling.eta(normal_cone + 1);
  const Vector2d w = scaling.w(normal_cone + 1).tail<2>();
  const double length = w.norm();
  const double m = 1 + 2 * length * length;
  const Vector2d u = length > 0 ? Vector2d(w / length) : Vector2d::UnitX();
  const Vector2d p(-u.y(), u.x());
  mu_ = mu;
  per_normal_ = 1 / (eta_n * eta_n);
  square_ = eta * eta / m;
  per_slip_ = (u / m * u.transpose() + p * p.transpose()) / (eta * eta);
  by_bound_ = 2 * std::sqrt(1 + length * length) / m * w;
  return std::isfinite(per_normal_) && std::isfinite(square_) &&
         per_slip_.allFinite() && by_bound_.allFinite();
}

void CoulombBlock::Solve(double* r) const {
  const Vector2d r_t(r[3], r[4]);
  const double gamma = per_normal_ * r[1];
  const double z_0 = mu_ * gamma - r[0];
  const Vector2d b = per_slip_ * r_t - z_0 * by_bound_;
  r[0] = r[2] - square_ * z_0 - by_bound_.dot(r_t);
  r[1] = gamma;
  r[2] = z_0;
  r[3] = b.x();
  r[4] = b.y();
}

Matrix3d CoulombBlock::CalcInverse() const {
  Matrix3d inverse;
  inverse << per_slip_, -mu_ * per_normal_ * by_bound_,  //
      0, 0, per_normal_;
  return inverse;
}

}  // namespace tactus::integrators
