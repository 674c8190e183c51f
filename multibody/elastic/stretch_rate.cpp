#include "tactus/multibody/elastic/stretch_rate.h"

#include <algorithm>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace tactus::multibody {

// With the stretches in ascending order, the pair of the smallest and the
// largest is the least alike where all are positive, and else one of the
// smallest with another.
StretchRate CalcStretchRate(const Matrix3d& S) {
  Eigen::SelfAdjointEigenSolver<Matrix3d> axes;
  axes.computeDirect(S, Eigen::EigenvaluesOnly);
  const Vector3d s = axes.eigenvalues();
  StretchRate rate{.of_turn = Eigen::Matrix<double, 6, 3>::Zero(),
                   .asymmetry = 0};
  constexpr double kRoundOff = 1e-9;
  const double least = s[0] + s[1];
  if (!(least > kRoundOff * s[2])) return rate;
  const double most =
      std::max((s[1] - s[0]) / least, (s[2] - s[0]) / (s[2] + s[0]));
  rate.asymmetry = std::min(most, 1.0);
  // [w] S is linear in w, by its columns.
  for (int i = 0; i < 3; ++i) {
    const Matrix3d turned = CrossMatrix(Vector3d::Unit(i)) * S;
    rate.of_turn.col(i) << turned.diagonal(), turned(1, 2) + turned(2, 1),
        turned(0, 2) + turned(2, 0), turned(0, 1) + turned(1, 0);
  }
  const Matrix3d T = S.trace() * Matrix3d::Identity() - S;
  rate.of_turn *= std::min(1.0, 1 / most) * T.inverse();
  return rate;
}

}  // namespace tactus::multibody
