#pragma once

#include "tactus/contact/velocity_problem.h"
#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// q1 of a step of length h from q0 that ended with v1: q0 + h N(q0) v1, but
/// for the rotations of cliques that fly (Clique::flies), which turn at
/// (v0 + v1) / 2. `scratch` avoids an allocation.
///
/// A free body that turns at v1 gains energy: with v1 from the middle of the
/// step (VelocityProblemBuilder::TakeFreeMotionAtMidpoint), this is the
/// explicit midpoint rule's order, two. A free body turns as Euler's equations
/// say (free_turn.h), and by h/2 of what else changed its angular velocity,
/// while its centre of mass moves at its velocity in the end.
void IntegrateStep(const Model& model, const contact::VelocityProblem& problem,
                   const VectorRef& q0, const VectorXd& v1, double h,
                   VectorXd* scratch, VectorXd* q1);

/// Which of a joint's velocities are rates of a rotation in space: the first
/// three of ball and floating joints, else none.
inline int CountSpatialRates(const Joint& joint) {
  return joint.type == JointType::kBall || joint.type == JointType::kFloating
             ? 3
             : 0;
}

}  // namespace tactus::multibody
