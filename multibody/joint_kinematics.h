#pragma once

#include <string>
#include <vector>

#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// What each type of joint allows: the pose of M in F, the directions in which
/// M moves, and how positions change with velocities,
///
///     X_FM(q),    V_FM = H_FM(q) v,    qdot = N(q) v,    v = N+(q) qdot.
///
///   X_FM  pose of the joint frame M (fixed in the child) in F (in the parent)
///   V_FM  spatial velocity of M in F, angular then linear at Mo
///   H_FM  6 x nv motion subspace [Featherstone08, section 3.5]
///
/// For a quaternion u = q / |q| of M in F and the angular velocity w of M in F,
/// expressed in F,
///
///     qdot = 1/2 (0, w) q,    (0, w) = 2 qdot q* / |q|²,
///
/// which keeps |q|, so that N+ N = 1 at any length.
///
/// All functions take the model's whole vectors and use the joint's share.

/// The names of a joint's positions and of its velocities, one per coordinate:
/// "x", "qw", "angle1", and "wx", "vx". The only coordinate of a revolute,
/// prismatic or screw joint has the empty name.
std::vector<std::string> PositionNames(JointType type);
std::vector<std::string> VelocityNames(JointType type);

struct JointPose {
  Matrix3d R_FM = Matrix3d::Identity();
  Vector3d p_FM = Vector3d::Zero();
};

JointPose CalcJointPose(const Joint& joint, const VectorRef& q);

/// Writes the joint's columns of `H_W` (6 x nv of the model): H_FM expressed in
/// W and taken at the child's origin Bo instead of Mo.
void CalcMotionSubspace(const Joint& joint, const Matrix3d& R_WF,
                        const Matrix3d& R_WM, const Vector3d& p_MoBo_W,
                        Matrix6Xd* H_W);

/// The joint's share of qdot = N(q) v, of v = N+(q) qdot, and of the velocity
/// that leads from q_a to q_b in unit time.
void CalcJointQDot(const Joint& joint, const VectorRef& q, const VectorRef& v,
                   VectorXd* qdot);
void CalcJointVelocity(const Joint& joint, const VectorRef& q,
                       const VectorRef& qdot, VectorXd* v);
void CalcJointDifference(const Joint& joint, const VectorRef& q_a,
                         const VectorRef& q_b, VectorXd* difference);

/// Index in q of the joint's quaternion (w first); -1 if it has none.
int QuaternionStart(const Joint& joint);

/// Sets a floating joint's share of q, so that M lies at X_FM.
void SetFloatingPose(const Joint& joint, const RigidTransform& X_FM,
                     VectorXd* q);

}  // namespace tactus::multibody
