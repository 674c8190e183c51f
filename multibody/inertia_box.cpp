#include "tactus/multibody/inertia_box.h"

#include <Eigen/Eigenvalues>

namespace tactus::multibody {

InertiaBox CalcInertiaBox(const SpatialInertia& inertia) {
  const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(inertia.I_Bcm);
  const Vector3d moments = solver.eigenvalues().reverse();
  InertiaBox box{.X_BE = RigidTransform::Identity()};
  Matrix3d R_BE;
  R_BE << solver.eigenvectors().col(2), solver.eigenvectors().col(1),
      solver.eigenvectors().col(2).cross(solver.eigenvectors().col(1));
  box.X_BE.linear() = R_BE;
  box.X_BE.translation() = inertia.p_BoBcm;
  const Eigen::Array3d squares =
      1.5 / inertia.mass * (moments.sum() - 2 * moments.array());
  box.half_extents = squares.max(0).sqrt();
  return box;
}

}  // namespace tactus::multibody
