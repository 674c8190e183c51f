#pragma once

#include <Eigen/Cholesky>

#include "tactus/contact/velocity_problem.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// Where a step of length h from q0 ends that moves with v and whose laws end
/// with v1 (the same in methods that are implicit): q1 = q0 + h N(q0) v, but
/// for
///
/// * rotations of cliques that fly (Clique::flies), which turn at
///   (v0 + v1) / 2. A body that turns at v1 gains energy: with v1 from the
///   middle of the step (FreeMotion),
///   this is the explicit midpoint rule's order, two.
///
/// * lone free bodies (Clique::turns_alone), which turn as Euler's equations
///   say (free_turn.h) while their centre of mass moves straight. One that
///   flies starts with w0, and turns by h/2 of what else changed its angular
///   velocity. Any other is driven first, at its pose of the start and without
///   gyroscopic forces, and turns then, from there and with w:
///
///       Rdot = R [w]x,   w1 = I(R1)^-1 I(R0) w1 of the laws,
///
///   kick and drift of the symplectic Euler method. Its angular momentum
///   changes by the impulse alone, and what contact takes of its energy stays
///   taken, however fast it spins. (With gyroscopic forces of the start, rods
///   that tumble over the ground at h |w| = 3 end with 30,000 times their
///   energy.)
///
/// * bodies on ball joints of the world, which turn about their pivot in the
///   same way, with half of gravity's impulse before and half of it after where
///   they fly (pivot_turn.h).
///
/// `v1` becomes the velocity at the end. `scratch` avoids an allocation.
void IntegrateStep(const Model& model, const contact::VelocityProblem& problem,
                   const VectorRef& q0, const VectorXd& v, double h,
                   VectorXd* scratch, VectorXd* q1, VectorXd* v1);

/// Marks the cliques that fly in a step of length h (Clique::flies): those that
/// turn in space, by ball and floating joints, and that nothing ties or
/// touches. A body on a ball joint of the world that more than gravity drives
/// hard does not: it is pushed where it stands and turns then, which keeps the
/// spin about its axis.
/// @param force  what inputs apply, by velocity [N or N m].
void FindFlying(const Model& model, const VectorXd& force, double h,
                contact::VelocityProblem* problem);

/// Lets those that more than gravity drives fly no longer.
void GroundDriven(const VectorXd& force, contact::VelocityProblem* problem);

/// k(q, v) of what moves freely, for a step of length h. That of what flies is
/// taken at the middle of the step: the velocity that a first-order step ends
/// with is then of second order, and free motion keeps its energy, if positions
/// follow by IntegrateStep(). With a0 = M0^-1 k0 at the start, the middle is
///
///     vm = v0 - h/2 a0,   qm = q0 + h/2 N v0,
///
/// and k(q, v) of the step becomes M0 Mm^-1 k(qm, vm). What turns alone has
/// k = -M0 g before it drifts, and -M0 (g + (v1 - v0) / h) where it flies,
/// driven by nothing else, and v1 is what turning makes of v0.
///
/// Keeps work space and its last result.
class FreeMotion {
 public:
  /// Where the step starts, with v0 of the problem.
  struct Start {
    const VectorXd& q;
    const VectorXd& bias;   ///< k(q, v0) without a fluid [N or N m].
    const VectorXd& force;  ///< What inputs apply, by velocity [N or N m].
  };

  /// k by velocity, until the next call: `bias` of what does not move freely.
  /// Sets Clique::turns_alone.
  const VectorXd& CalcBias(const Model& model, const Start& start, double h,
                           contact::VelocityProblem* problem);

 private:
  void CalcMiddleBias(const Model& model, const Tree& tree, const Start& start,
                      const VectorXd& v0, const MatrixXd& M0, double h);

  PositionKinematics position_;  ///< In the middle, as velocity_ is.
  VelocityKinematics velocity_;
  VectorXd q_, v_, bias_;
  MatrixXd mass_;
  Eigen::LLT<MatrixXd> factor_;
};

/// Which of a joint's velocities are rates of a rotation in space: the first
/// three of ball and floating joints, else none.
inline int CountSpatialRates(const Joint& joint) {
  return joint.type == JointType::kBall || joint.type == JointType::kFloating
             ? 3
             : 0;
}

}  // namespace tactus::multibody
