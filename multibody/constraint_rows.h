#pragma once

#include <vector>

#include "tactus/contact/velocity_problem.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// The scalar rows of what constrains two bodies, as functions of the velocity
/// V of B relative to A at Bo (contact/velocity_problem.h). Inverse masses are
/// left at zero.
struct BodyRows {
  int body_a{}, body_b{};  ///< In the model; B is not anchored.
  Vector3d p_AoBo_W = Vector3d::Zero();
  std::vector<contact::ConstraintRow> rows;
};

/// Of a constraint, with r = p_PQ in W, C halfway between P and Q, and a the
/// acceleration of Q relative to P where vdot = 0:
///
///     type       g          row' V                     d^2 g / dt^2
///     kBall      r          v_C of B - v_C of A        a
///     kWeld      the same, and
///                theta      w_B - w_A                  alpha_B - alpha_A
///                                                      + w_A x (w_B - w_A)
///     kDistance  |r| - d    n'(v_Q - v_P), n = r/|r|   n'a + |v_t|^2 / |r|
///     kCosserat  e          G V (cosserat_element.h)   not needed: springs
///
/// theta is the rotation vector of R_PQ, in W; v_t the part of v_Q - v_P across
/// n. One point C for both bodies makes the forces opposite on one line, and
/// conserves angular momentum while r is not yet zero.
void CalcConstraintRows(const Model& model, const PositionKinematics& position,
                        const VelocityKinematics& velocity,
                        const Constraint& constraint, BodyRows* rows);

/// Of the limit of a ball joint, on the angle of M in F:
///
///     g = angle,   row' V = a'(w_B - w_A),   g <= max_angle,
///
/// with a the axis of that rotation. No row where the angle is zero.
void CalcBallLimitRow(const Model& model, const PositionKinematics& position,
                      const VectorRef& q, const Joint& joint, BodyRows* rows);

/// The row of velocities of all joints, gdot = G v, for one of `rows`.
void CalcRowJacobian(const Model& model, const PositionKinematics& position,
                     const BodyRows& rows, int index, VectorXd* G);

/// q_a - f(q_b) of a coupler, f'(q_b) and f''(q_b); zero without joint_b.
struct CouplerError {
  double error{}, slope{}, curvature{};
};
CouplerError CalcCouplerError(const Model& model, const JointCoupler& coupler,
                              const VectorRef& q);

/// L = offset + sum_i coefficient_i q_i.
double CalcTendonLength(const Model& model, const Tendon& tendon,
                        const VectorRef& q);

}  // namespace tactus::multibody
