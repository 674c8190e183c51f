#pragma once

#include "tactus/multibody/elastic/cosserat_element.h"

namespace tactus::multibody {

/// How strains and their rates change where P turns by w_P and Q moves against
/// it by V = V_B - Phi V_A, twists at Qo in W: with theta = e.tail + turn,
///
///     de = G V,   d(R_P') = -R_P' [w_P],
///     dG = [ 0, dR_P'; dT(theta) R_P' + T dR_P', 0 ],
///
/// T of turn_rate.h.
struct CosseratRates {
  Vector6d e;
  Matrix6d G;
};
CosseratRates CalcCosseratRates(const CosseratElement& element,
                                const CosseratStrain& strain,
                                const Vector3d& w_P, const Vector6d& V);

/// The positive part of a symmetric matrix, S+ = sum max(s_i, 0) n_i n_i', and
/// how it changes with S ([Higham08, theorem 3.11]):
///
///     n_i' dS+ n_j = psi_ij n_i' dS n_j,
///     psi_ij = (s+_i - s+_j) / (s_i - s_j), the slope of s+ for i = j,
///
/// where S is zero, the mean of both sides' slopes.
class PositivePart {
 public:
  explicit PositivePart(const Matrix3d& S);
  Matrix3d value() const;
  Matrix3d CalcRate(const Matrix3d& dS) const;

 private:
  Vector3d s_;
  Matrix3d n_;
};

}  // namespace tactus::multibody
