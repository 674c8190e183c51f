#pragma once

#include <vector>

#include "tactus/contact/velocity_problem.h"

namespace tactus::contact {

/// The limit h -> 0 of a VelocityProblem: the forces that act at t0, which the
/// ICF step approaches as it shrinks, and which classic integrators follow.
///
///     fn = (fe0)+ (1 - d vn)+                          (6) of [Kurtz25]
///     ft = -mu(|vt| / vs) vt / sqrt(|vt|^2 + vs^2) fn  (7)
///
/// A limit has no stiffness of its own here (its near-rigid spring hardens with
/// the step), nor has a rigid row of joints or of a constraint, so classic
/// integrators get critically damped springs of period 1 ms. Dry friction is
/// -f0 v / sqrt(v^2 + vs^2), with kDryStictionVelocity for vs.

/// Contact forces on body B at C [N], world axes, in the order of points.
void CalcContactForces(const VelocityProblem& problem,
                       std::vector<Vector3d>* forces_W);

/// The efforts of the problem's actuators on their velocities, in its order:
/// gear times the clamped force [N or N m].
void CalcActuatorForces(const VelocityProblem& problem,
                        std::vector<double>* forces);

/// The forces along the problem's constraint rows, in its order [N or N m].
void CalcConstraintForces(const VelocityProblem& problem,
                          std::vector<double>* forces);

/// The forces along the problem's joint rows, in its order [N or N m].
void CalcJointRowForces(const VelocityProblem& problem,
                        std::vector<double>* forces);

/// In the near-rigid springs of limits and rows, k/2 g^2 of what they are off
/// by [J].
double CalcNearRigidEnergy(const VelocityProblem& problem);

/// Solves M vdot = -k0 - D v0 - K (q0 - qref) + contact + limits + actuators
/// + joint rows + constraints + dry friction.
void CalcAccelerations(const VelocityProblem& problem, VectorXd* vdot);

}  // namespace tactus::contact
