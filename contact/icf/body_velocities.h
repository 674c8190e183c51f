#pragma once

#include "tactus/contact/icf/constraints.h"
#include "tactus/contact/velocity_problem.h"

namespace tactus::contact {

/// V_WB of one of a problem's bodies at its origin, (angular, linear), where
/// all velocities are `v`.
inline Vector6d CalcBodyVelocity(const VelocityProblem& problem, int index,
                                 const VectorXd& v) {
  const ContactBody& body = problem.bodies[index];
  if (body.clique < 0) return Vector6d::Zero();
  const Clique& clique = problem.cliques[body.clique];
  const auto part = v.segment(clique.v_start, clique.nv);
  if (body.is_free) return part;
  return body.J * part;
}

/// Of body B of a patch or a constraint relative to A, at Bo.
template <class Pair>
Vector6d CalcRelativeVelocity(const VelocityProblem& problem, const Pair& pair,
                              const VectorXd& v) {
  return CalcRelativeVelocity(CalcBodyVelocity(problem, pair.body_a, v),
                              CalcBodyVelocity(problem, pair.body_b, v),
                              pair.p_AoBo_W);
}

}  // namespace tactus::contact
