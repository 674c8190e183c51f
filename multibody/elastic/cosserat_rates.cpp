#include "tactus/multibody/elastic/cosserat_rates.h"

#include <algorithm>

#include <Eigen/Eigenvalues>

#include "tactus/multibody/elastic/turn_rate.h"

namespace tactus::multibody {

CosseratRates CalcCosseratRates(const CosseratElement& element,
                                const CosseratStrain& strain,
                                const Vector3d& w_P, const Vector6d& V) {
  const Matrix3d R_PW = strain.G.topRightCorner<3, 3>();
  const Matrix3d dR_PW = -R_PW * CrossMatrix(w_P);
  const Vector3d theta = strain.e.tail<3>() + element.turn;
  CosseratRates rates{.e = strain.G * V, .G = Matrix6d::Zero()};
  const Vector3d dtheta = rates.e.tail<3>();
  rates.G.topRightCorner<3, 3>() = dR_PW;
  rates.G.bottomLeftCorner<3, 3>() =
      CalcTurnRateSlope(theta, dtheta) * R_PW + CalcTurnRate(theta) * dR_PW;
  return rates;
}

PositivePart::PositivePart(const Matrix3d& S) {
  Eigen::SelfAdjointEigenSolver<Matrix3d> solver;
  solver.computeDirect(S);
  s_ = solver.eigenvalues();
  n_ = solver.eigenvectors();
}

Matrix3d PositivePart::value() const {
  return n_ * s_.cwiseMax(0).asDiagonal() * n_.transpose();
}

Matrix3d PositivePart::CalcRate(const Matrix3d& dS) const {
  Matrix3d rate = n_.transpose() * dS * n_;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const double low = std::min(s_[i], s_[j]), high = std::max(s_[i], s_[j]);
      if (high <= 0) {
        rate(i, j) *= low == 0 ? 0.5 : 0;
      } else if (low < 0) {
        rate(i, j) *= high / (high - low);
      }
    }
  }
  return n_ * rate * n_.transpose();
}

}  // namespace tactus::multibody
