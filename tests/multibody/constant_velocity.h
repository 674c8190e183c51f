#pragma once

#include <array>
#include <functional>

#include "tactus/multibody/model.h"

/// Motion at constant generalized velocity, in closed form, and its derivatives
/// by finite differences: an oracle for everything that is a derivative of a
/// pose.
namespace tactus::multibody::test {

/// The quaternion at `start` (w first) turned by the rotation vector `w_F`, in
/// F.
inline void Turn(const Vector3d& w_F, int start, VectorXd* q) {
  const Quaterniond before((*q)[start], (*q)[start + 1], (*q)[start + 2],
                           (*q)[start + 3]);
  const double angle = w_F.norm();
  const Vector3d axis =
      angle > 0 ? Vector3d(w_F / angle) : Vector3d(Vector3d::UnitX());
  const Quaterniond after =
      Quaterniond(Eigen::AngleAxisd(angle, axis)) * before;
  q->segment<4>(start) << after.w(), after.vec();
}

/// q after `t` seconds at constant v.
inline VectorXd Advance(const Model& model, VectorXd q, const VectorXd& v,
                        double t) {
  for (const Joint& joint : model.joints()) {
    const int s = joint.q_start, k = joint.v_start;
    if (joint.type == JointType::kBall) {
      Turn(t * v.segment<3>(k), s, &q);
    } else if (joint.type == JointType::kFloating) {
      q.segment<3>(s) += t * v.segment<3>(k + 3);
      Turn(t * v.segment<3>(k), s + 3, &q);
    } else {
      q.segment(s, joint.nq()) += t * v.segment(k, joint.nv());
    }
  }
  return q;
}

/// f'(0) and f''(0) by central differences of sixth order.
template <typename Value>
Value FirstDerivative(const std::function<Value(double)>& f, double h = 1e-2) {
  return (45 * (f(h) - f(-h)) - 9 * (f(2 * h) - f(-2 * h)) +
          (f(3 * h) - f(-3 * h))) /
         (60 * h);
}
template <typename Value>
Value SecondDerivative(const std::function<Value(double)>& f, double h = 1e-2) {
  return (270 * (f(h) + f(-h)) - 27 * (f(2 * h) + f(-2 * h)) +
          2 * (f(3 * h) + f(-3 * h)) - 490 * f(0)) /
         (180 * h * h);
}

/// The vector u of the skew-symmetric part of S, so that S = [u]x.
inline Vector3d Unskew(const Matrix3d& S) {
  return Vector3d(S(2, 1) - S(1, 2), S(0, 2) - S(2, 0), S(1, 0) - S(0, 1)) / 2;
}

/// Angular and linear velocity of X(t) at t = 0: Rdot R' = [w]x.
inline Vector6d VelocityOf(const std::function<RigidTransform(double)>& X) {
  using Matrix34 = Eigen::Matrix<double, 3, 4>;
  const Matrix34 Xdot = FirstDerivative<Matrix34>(
      [&](double t) -> Matrix34 { return X(t).affine(); });
  Vector6d V;
  V << Unskew(Xdot.leftCols<3>() * X(0).linear().transpose()), Xdot.col(3);
  return V;
}

/// Angular and linear acceleration: (Rddot R' + Rdot Rdot') = [alpha]x.
inline Vector6d AccelerationOf(const std::function<RigidTransform(double)>& X) {
  using Matrix34 = Eigen::Matrix<double, 3, 4>;
  const Matrix34 Xddot = SecondDerivative<Matrix34>(
      [&](double t) -> Matrix34 { return X(t).affine(); });
  Vector6d A;
  A << Unskew(Xddot.leftCols<3>() * X(0).linear().transpose()), Xddot.col(3);
  return A;
}

}  // namespace tactus::multibody::test
