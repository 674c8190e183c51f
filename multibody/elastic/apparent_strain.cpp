#include "tactus/multibody/elastic/apparent_strain.h"

#include <algorithm>
#include <cmath>

#include <Eigen/LU>

namespace tactus::multibody {
namespace {

// w of F = R S with R' Rdot = [w]; 0 for what is flat:
//
//     R' Fdot = [w] S + Sdot,   R' Fdot - Fdot' R = [(tr S - S) w].
Vector3d CalcTurningRate(const Matrix3d& S, const Matrix3d& RtFdot) {
  const Matrix3d A = RtFdot - RtFdot.transpose();
  Matrix3d T = -S;
  T.diagonal().array() += S.trace();
  const Vector3d w = T.inverse() * Vector3d(A(2, 1), A(0, 2), A(1, 0));
  return w.allFinite() ? w : Vector3d::Zero();
}

}  // namespace

Matrix3d CalcApparentStrain(const Matrix3d& F, const Matrix3d& R,
                            const Matrix3d& dF) {
  constexpr double kLargest = 0.84;  // Of 1 rad.
  const Vector3d hw = CalcTurningRate(R.transpose() * F, R.transpose() * dF);
  const double sine = hw.norm();
  if (sine == 0) return Matrix3d::Zero();
  const Vector3d n = hw / sine;
  const double within = std::min(sine, kLargest);
  return (1 - std::sqrt(1 - within * within)) *
         (n * n.transpose() - Matrix3d::Identity());
}

}  // namespace tactus::multibody
