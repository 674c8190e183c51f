#include "tactus/multibody/inertia_box.h"

#include <algorithm>
#include <array>

#include <Eigen/Eigenvalues>

namespace tactus::multibody {
namespace {

constexpr double kRound = 1e-12;  // Of the largest moment.

// Principal axes as columns of R_BE, those of P where they are.
Matrix3d FindPrincipalAxes(const SpatialInertia& inertia) {
  const Matrix3d I_P =
      inertia.R_BP.transpose() * Matrix3d(inertia.I_Bcm) * inertia.R_BP;
  const Vector3d products(I_P(0, 1), I_P(0, 2), I_P(1, 2));
  if (products.lpNorm<Eigen::Infinity>() <= kRound * I_P.diagonal().maxCoeff())
    return inertia.R_BP;
  return Eigen::SelfAdjointEigenSolver<Matrix3d>(inertia.I_Bcm).eigenvectors();
}

}  // namespace

InertiaBox CalcInertiaBox(const SpatialInertia& inertia) {
  const Matrix3d axes = FindPrincipalAxes(inertia);
  const Vector3d of_axis =
      (axes.transpose() * Matrix3d(inertia.I_Bcm) * axes).diagonal();
  std::array<int, 3> order = {0, 1, 2};
  std::ranges::stable_sort(order, std::greater(),
                           [&](int i) { return of_axis[i]; });
  InertiaBox box{.X_BE = RigidTransform::Identity()};
  Matrix3d R_BE;
  R_BE << axes.col(order[0]), axes.col(order[1]),
      axes.col(order[0]).cross(axes.col(order[1]));
  box.X_BE.linear() = R_BE;
  box.X_BE.translation() = inertia.p_BoBcm;
  const Eigen::Array3d moments(of_axis[order[0]], of_axis[order[1]],
                               of_axis[order[2]]);
  const Eigen::Array3d squares =
      1.5 / inertia.mass * (moments.sum() - 2 * moments);
  box.half_extents = squares.max(0).sqrt();
  return box;
}

}  // namespace tactus::multibody
