#pragma once

#include "tactus/multibody/kinematics.h"

namespace tactus::integrators::discrete {

/// A turn from R_a to R_b as a unit quaternion, in body axes: the shorter way.
struct Turn {
  double c{};
  Vector3d psi;
};

inline Turn TurnBetween(const Matrix3d& R_a, const Matrix3d& R_b) {
  const Quaterniond q(Matrix3d(R_a.transpose() * R_b));
  const double sign = q.w() < 0 ? -1 : 1;
  return {.c = sign * q.w(), .psi = sign * q.vec()};
}

/// p = c J w + side h/2 w x J w with w = 2 psi / h, of a step of h, in the axes
/// of q2: p+ of the step after q2 (side 1), p- of the one before (-1).
inline Vector3d CalcMomentum(const Turn& turn, const Matrix3d& J, double h,
                             double side) {
  const Vector3d w = 2 / h * turn.psi, Jw = J * w;
  return turn.c * Jw + side * h / 2 * w.cross(Jw);
}

inline Vector3d CenterOfMass(const multibody::Model& model,
                             const RigidTransform& X_WB, int b) {
  return X_WB * Vector3d(model.bodies()[b].inertia.p_BoBcm);
}

/// The joint's own columns of the motion of its body's centre of mass, angular
/// first, into the same columns of `motions`.
inline void CalcMotion(const multibody::Joint& joint, const Matrix6Xd& H_W,
                       const Vector3d& p_BoBcm_W, Matrix6Xd* motions) {
  for (int k = joint.v_start; k < joint.v_start + joint.nv(); ++k) {
    motions->col(k) = H_W.col(k);
    motions->col(k).tail<3>() += H_W.col(k).head<3>().cross(p_BoBcm_W);
  }
}

}  // namespace tactus::integrators::discrete
