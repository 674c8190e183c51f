#include "tactus/multibody/nearest_physical_inertia.h"

#include <array>
#include <limits>
#include <stdexcept>

#include <Eigen/Dense>

namespace tactus::multibody {
namespace {

// The least-squares solution of A s = m in which s is zero outside `free`, a
// set of bits. The columns of A are independent.
Vector3d SolveOnSubset(const Matrix3d& A, const Vector3d& m, int free) {
  Vector3d s = Vector3d::Zero();
  std::array<int, 3> kept{};
  int n = 0;
  for (int i = 0; i < 3; ++i) {
    if ((free >> i) & 1) kept[n++] = i;
  }
  if (n == 0) return s;
  MatrixXd columns(3, n);
  for (int k = 0; k < n; ++k) columns.col(k) = A.col(kept[k]);
  const VectorXd solution = columns.colPivHouseholderQr().solve(m);
  for (int k = 0; k < n; ++k) s[kept[k]] = solution[k];
  return s;
}

// The principal moments of a body that are nearest to m.
Vector3d FindNearestMoments(const Vector3d& m) {
  const Matrix3d A = Matrix3d::Ones() - Matrix3d::Identity();
  Vector3d best = Vector3d::Zero();
  double least = std::numeric_limits<double>::infinity();
  for (int free = 0; free < 8; ++free) {
    const Vector3d s = SolveOnSubset(A, m, free);
    if (s.minCoeff() < 0) continue;
    const double distance = (A * s - m).squaredNorm();
    if (distance >= least) continue;
    least = distance;
    best = A * s;
  }
  return best;
}

}  // namespace

bool IsPhysical(const SpatialInertia& inertia) {
  try {
    RequirePhysical(inertia, "");
  } catch (const std::invalid_argument&) {
    return false;
  }
  return true;
}

SpatialInertia FindNearestPhysicalInertia(const SpatialInertia& inertia,
                                          std::string_view owner) {
  if (IsPhysical(inertia)) return inertia;
  SpatialInertia nearest = inertia;
  nearest.I_Bcm.setZero();
  RequirePhysical(nearest, owner);  // The mass and its centre.
  if (!inertia.I_Bcm.allFinite()) RequirePhysical(inertia, owner);

  const Matrix3d I = (inertia.I_Bcm + inertia.I_Bcm.transpose()) / 2;
  const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(I);
  const Matrix3d& R = solver.eigenvectors();
  const Matrix3d fixed =
      R * FindNearestMoments(solver.eigenvalues()).asDiagonal() * R.transpose();
  nearest.I_Bcm = (fixed + fixed.transpose()) / 2;
  return nearest;
}

}  // namespace tactus::multibody
