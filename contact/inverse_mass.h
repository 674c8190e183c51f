#pragma once

#include <span>

#include "tactus/contact/velocity_problem.h"

namespace tactus::contact {

/// How easily a force moves what it acts on: diagonal entries w of Delassus'
/// operator G M^-1 G' [1/kg or 1/(kg m^2)], with M replaced by its diagonal.
/// They scale the near-rigid laws, which need the order of magnitude alone.

/// Of a velocity: 1 / M_ii.
double CalcInverseMass(const VelocityProblem& problem, int dof);

/// Of a sum of velocities: sum_i coefficient_i^2 / M_ii.
double CalcInverseMass(const VelocityProblem& problem,
                       std::span<const JointTerm> terms);

/// Of a point C that moves with one of the problem's bodies, the mean over
/// directions, with J_C the Jacobian of C,
///
///     w = trace(J_C diag(M)^-1 J_C') / 3;
///
/// on a face w = sum of weight_k^2 / m_k over its corners; zero where the body
/// is anchored.
double CalcInverseMass(const VelocityProblem& problem, const ContactBody& body,
                       const Vector3d& p_BoC_W);

}  // namespace tactus::contact
