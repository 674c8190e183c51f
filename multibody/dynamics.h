#pragma once

#include <span>
#include <vector>

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// The equations of motion
///
///     M(q) vdot + k(q, v) = tau + Σ_b J_b' F_b
///
///   M    mass matrix with armature, one block per kinematic tree
///   k    Coriolis, centrifugal and gravity terms
///   tau  generalized forces, one per velocity [N m or N]
///   F_b  wrench (torque, force) at Bo, in W [N m, N]
///
/// CRBA, the composite rigid body algorithm [Featherstone08, section 6.2]: with
/// joint j alone in motion, all that hangs on it moves as one rigid body of
/// moments Mc_j, and joint i between the world and j feels
///
///     M_ij = H_i' X_ij Mc_j H_j,
///
/// where X_ij moves a wrench from the origin of body j to that of body i.
///
/// RNEA, the recursive Newton-Euler algorithm [Featherstone08, section 5.3]:
/// the wrench that a body needs at Bo to move with A = (alpha, a) and w against
/// the gravity g on it, in its mass moments (m, f, I),
///
///     F_B = [ I alpha + w x I w + f x (a - g)             ]
///           [ m (a - g) + alpha x f + w x (w x f)         ],
///
/// summed over all that hangs on joint j, has the part tau_j = H_j' F_j along
/// the joint.

/// M per kinematic tree, dense and symmetric, in trees() order (CRBA).
void CalcMassMatrix(const Model& model, const PositionKinematics& position,
                    std::vector<MatrixXd>* M_tree);
/// One tree's.
void CalcTreeMassMatrix(const Model& model, const PositionKinematics& position,
                        const Tree& tree, MatrixXd* M);
/// The same as one nv x nv matrix.
MatrixXd CalcMassMatrix(const Model& model, const PositionKinematics& position);

/// tau = M vdot + k - Σ J' F (RNEA with armature). `F_BBo_W` may be empty, else
/// has one wrench per body.
void CalcInverseDynamics(const Model& model, const PositionKinematics& position,
                         const VelocityKinematics& velocity,
                         const VectorRef& vdot,
                         std::span<const Vector6d> F_BBo_W, VectorXd* tau);
/// F_j, the wrench that each joint passes on to its body b = j + 1, by body: at
/// Bo, in W. All of it, what joint j constrains and what acts along it.
void CalcJointWrenches(const Model& model, const PositionKinematics& position,
                       const VelocityKinematics& velocity,
                       const VectorRef& vdot, std::span<const Vector6d> F_BBo_W,
                       std::vector<Vector6d>* F_W);
/// k(q, v): RNEA at vdot = 0.
void CalcBias(const Model& model, const PositionKinematics& position,
              const VelocityKinematics& velocity, VectorXd* bias);
/// One tree's part of it. @pre `bias` has nv entries.
void CalcTreeBias(const Model& model, const PositionKinematics& position,
                  const VelocityKinematics& velocity, const Tree& tree,
                  VectorXd* bias);

/// Springs: -stiffness (q - q_ref); and damping: -d v. Added to `tau`.
void AddJointSpringForces(const Model& model, const VectorRef& q,
                          VectorXd* tau);
void AddJointDampingForces(const Model& model, const VectorRef& v,
                           VectorXd* tau);
/// Springs and dampers of tendons (tendon.h), without their dry friction.
void AddTendonForces(const Model& model, const VectorRef& q, const VectorRef& v,
                     VectorXd* tau);

/// 1/2 v'Mv, armature included [J].
double CalcKineticEnergy(const Model& model, const PositionKinematics& position,
                         const VelocityKinematics& velocity,
                         const VectorRef& v);
/// Gravity of all bodies (zero at the world's origin) plus springs: of joints,
/// of tendons and of distance constraints, and elastic bodies' strain [J].
double CalcPotentialEnergy(const Model& model,
                           const PositionKinematics& position,
                           const VectorRef& q);
/// Angular about `p_WQ`, then linear momentum of all bodies, in W. Armature,
/// being no body, has none.
Vector6d CalcMomentum(const Model& model, const PositionKinematics& position,
                      const VelocityKinematics& velocity, const Vector3d& p_WQ);
/// Of all bodies, anchored ones included, in W [m].
/// @throws std::invalid_argument if nothing has mass.
Vector3d CalcCenterOfMass(const Model& model,
                          const PositionKinematics& position);

}  // namespace tactus::multibody
