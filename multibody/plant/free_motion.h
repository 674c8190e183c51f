#pragma once

#include "tactus/contact/velocity_problem.h"
#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// Where a step of length h from q0 ends that moves with v and whose laws end
/// with v1 (the same in methods that are implicit): q1 = q0 + h N(q0) v, but
/// for
///
/// * rotations of cliques that fly (Clique::flies), which turn at
///   (v0 + v1) / 2. A body that turns at v1 gains energy: with v1 from the
///   middle of the step (VelocityProblemBuilder::TakeFreeMotionAtMidpoint),
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

/// Which of a joint's velocities are rates of a rotation in space: the first
/// three of ball and floating joints, else none.
inline int CountSpatialRates(const Joint& joint) {
  return joint.type == JointType::kBall || joint.type == JointType::kFloating
             ? 3
             : 0;
}

}  // namespace tactus::multibody
