#pragma once

#include <limits>

#include <Eigen/Core>
#include <Eigen/Geometry>

// Eigen lays its types out by the width of the vector registers. Who compiles
// for others than the libraries were compiled for would misread their structs.
#ifndef TACTUS_MAX_ALIGN_BYTES
#error "Compile with the flags of tactus::tactus, or of pkg-config's tactus."
#endif
static_assert(EIGEN_MAX_ALIGN_BYTES == TACTUS_MAX_ALIGN_BYTES,
              "Eigen's alignment differs from that of Tactus' libraries");

namespace tactus {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Quaterniond;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

using Matrix6d = Eigen::Matrix<double, 6, 6>;
using Matrix6Xd = Eigen::Matrix<double, 6, Eigen::Dynamic>;
using Vector6d = Eigen::Matrix<double, 6, 1>;

/// X_AB: pose of frame B measured and expressed in frame A.
using RigidTransform = Eigen::Isometry3d;

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

using VectorRef = Eigen::Ref<const VectorXd>;

/// [p]x, so that [p]x u = p x u.
inline Matrix3d CrossMatrix(const Vector3d& p) {
  Matrix3d m;
  m << 0, -p.z(), p.y(), p.z(), 0, -p.x(), -p.y(), p.x(), 0;
  return m;
}

/// The velocity of the point at p from the origin of a frame whose velocity
/// there is V, angular and linear: v + w x p.
inline Vector3d CalcPointVelocity(const Vector6d& V, const Vector3d& p) {
  return V.tail<3>() + V.head<3>().cross(p);
}

}  // namespace tactus
