#pragma once

#include <vector>

#include "tactus/multibody/mass_moments.h"
#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// Positions and velocities of all bodies, by one loop over the joints from the
/// world outwards. Joint j carries body B on its parent P:
///
///     X_WB = X_WP X_PF X_FM(q) X_CM^-1,
///     w_B  = w_P + w_PB,               w_PB = H_w v,
///     v_Bo = v_Po + w_P x p + v_PB,    v_PB = H_v v,    p = p_PoBo,
///
/// and, differentiated at vdot = 0, with r = p_MoBo and a_F = Hdot_w v (zero
/// for all joints but the universal one),
///
///     alpha_B = alpha_P + w_P x w_PB + a_F,
///     a_Bo    = a_Po + alpha_P x p + w_P x (w_P x p + 2 v_PB)
///               + a_F x r + w_PB x (w_PB x r).
///
///   X_WB      pose of body frame B in the world W
///   H         joint's motion subspace, [H_w; H_v], 6 x nv, at Bo, in W
///   w, v      angular [rad/s] and linear [m/s] velocity, in W
///   alpha, a  angular and linear acceleration (of the point Bo, measured in W)
///
/// Everything is expressed in W and taken at body origins ([Featherstone08,
/// section 4.4], with accelerations of points in place of spatial ones).

/// Where everything is: what follows from q. Reused between calls; no
/// allocation once sized.
struct PositionKinematics {
  std::vector<RigidTransform> X_WB;
  /// Column v_start + k of joint j: the spatial velocity (angular, linear) of
  /// body j + 1 at its origin Bo, in W, per unit of that velocity alone.
  Matrix6Xd H_W;
  std::vector<Vector3d> p_PoBo_W;  ///< From the parent's origin to the body's.
  std::vector<Vector3d>
      p_MoBo_W;  ///< From the inboard joint's M to the body's.
  std::vector<MassMoments> moments_W;  ///< Each body's mass about Bo, in W.
};

/// How it moves: what follows from q and v.
struct VelocityKinematics {
  std::vector<Vector6d> V_WB;   ///< Angular, linear at Bo, in W.
  std::vector<Vector6d> A0_WB;  ///< Angular, linear acceleration at vdot = 0.
};

/// Quaternions in `q` need not have unit length: q / |q| is meant everywhere.
void CalcPositionKinematics(const Model& model, const VectorRef& q,
                            PositionKinematics* position);
void CalcVelocityKinematics(const Model& model,
                            const PositionKinematics& position,
                            const VectorRef& v, VelocityKinematics* velocity);

/// Both in parts, for threads: first what is anchored, then each tree, in any
/// order.
void CalcAnchoredKinematics(const Model& model, const VectorRef& q,
                            PositionKinematics* position,
                            VelocityKinematics* velocity);
void CalcTreeKinematics(const Model& model, const Tree& tree,
                        const VectorRef& q, const VectorRef& v,
                        PositionKinematics* position,
                        VelocityKinematics* velocity);

/// J with V_WB = J v_tree, 6 x nv of the body's tree, columns in that tree's
/// velocity order (angular rows first); 6 x 0 for an anchored body. `J` has the
/// right size on return.
void CalcBodyJacobian(const Model& model, const PositionKinematics& position,
                      int body, Matrix6Xd* J);

/// qdot = N(q) v. N is linear in the length of a quaternion: qdot keeps |q|.
void MapVelocityToQDot(const Model& model, const VectorRef& q,
                       const VectorRef& v, VectorXd* qdot);

/// q + h N(q) v with quaternions normalised: how every first-order step
/// advances.
/// @pre q_next is not the vector behind q.
void IntegratePositions(const Model& model, const VectorRef& q,
                        const VectorRef& v, double h, VectorXd* q_next);

void NormalizeQuaternions(const Model& model, VectorXd* q);

/// The velocity (a tangent vector, length nv) that leads from q_a to q_b in
/// unit time: rotation vectors for quaternions, the shorter way round,
/// differences elsewhere. The measure of position error.
void CalcPositionDifference(const Model& model, const VectorRef& q_a,
                            const VectorRef& q_b, VectorXd* difference);

}  // namespace tactus::multibody
