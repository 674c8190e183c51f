#pragma once

#include <span>
#include <vector>

#include "tactus/contact/velocity_problem.h"

namespace tactus::contact {

/// How the bodies of a problem move with its velocities, and its velocities
/// feel what acts on the bodies: V = J v and tau = J' F, with V and F at the
/// bodies' origins, (angular, linear), world axes. A face of an elastic body
/// moves as its nearest point does, and does not turn,
///
///     V = (0, sum_k weight_k v_k),   tau_k = weight_k f.

/// The velocity of B relative to A at Bo, V_B - Phi V_A: what is fixed to A
/// and at Bo moves with Phi V_A.
inline Vector6d CalcRelativeVelocity(const Vector6d& V_A, const Vector6d& V_B,
                                     const Vector3d& p_AoBo_W) {
  Vector6d V = V_B - V_A;
  V.tail<3>() -= V_A.head<3>().cross(p_AoBo_W);
  return V;
}

/// -Phi' F: what acts on A at Ao where F acts on B at Bo. Of a row of a
/// constraint, row' V = row' V_B + (-Phi' row)' V_A.
inline Vector6d CarryToA(const Vector6d& F, const Vector3d& p_AoBo_W) {
  Vector6d on_a = -F;
  on_a.head<3>() -= p_AoBo_W.cross(F.tail<3>());
  return on_a;
}

/// V_WB of body `index` where all velocities are `v`; zero if it is anchored.
Vector6d CalcBodyVelocity(const VelocityProblem& problem, int index,
                          const VectorXd& v);

/// The velocity of body B of a patch or a constraint relative to A, at Bo.
template <class Pair>
Vector6d CalcRelativeVelocity(const VelocityProblem& problem, const Pair& pair,
                              const VectorXd& v) {
  return CalcRelativeVelocity(CalcBodyVelocity(problem, pair.body_a, v),
                              CalcBodyVelocity(problem, pair.body_b, v),
                              pair.p_AoBo_W);
}

/// The velocities of all bodies of the problem, where all velocities are `v`.
void CalcBodyVelocities(const VelocityProblem& problem, const VectorXd& v,
                        std::vector<Vector6d>* V);

/// part += J' F, for F on a body that moves with a clique, whose velocities
/// `part` is of.
void AddToClique(const ContactBody& body, const Vector6d& F,
                 Eigen::Ref<VectorXd> part);

/// tau += J' F, for F on one of the problem's bodies; nothing if it is
/// anchored.
void AddWrench(const VelocityProblem& problem, const ContactBody& body,
               const Vector6d& F, VectorXd* tau);

/// tau += J' F, for F on body B of a patch or a constraint, and the opposite
/// on A.
template <class Pair>
void AddWrenches(const VelocityProblem& problem, const Pair& pair,
                 const Vector6d& F, VectorXd* tau) {
  AddWrench(problem, problem.bodies[pair.body_b], F, tau);
  AddWrench(problem, problem.bodies[pair.body_a], CarryToA(F, pair.p_AoBo_W),
            tau);
}

/// The wrench of a constraint whose rows have these forces, in the problem's
/// order [N or N m], on B at Bo in world axes: the sum of row_i f_i.
Vector6d CalcWrench(const VelocityProblem& problem,
                    const BodyConstraint& constraint,
                    std::span<const double> forces);

/// tau += J' F, for wrenches F of all bodies.
void AddBodyWrenches(const VelocityProblem& problem,
                     const std::vector<Vector6d>& F, VectorXd* tau);

}  // namespace tactus::contact
