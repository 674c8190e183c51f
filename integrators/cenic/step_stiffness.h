#pragma once

#include "tactus/contact/velocity_problem.h"

namespace tactus::integrators {

/// How stiff applied forces and actuators are for a step, by what resists
/// velocities in steps of two lengths: their C (29) of [Kurtz25] has h K in it,
/// which a step of length h and one of its half tell from what damps,
///
///     C(h) - C(h/2) = h/2 K.
///
///   symbol   meaning                                     unit
///   C        diagonal of what resists velocities         N s/m or N m s
///   K        diagonal of the stiffness                   N/m or N m

/// C of a step of length h from `problem` that ends with v: the cliques' drag,
/// dampers, and actuators on joints. An actuator that ends the step at a limit
/// of its effort does not resist.
void CalcResistance(const contact::VelocityProblem& problem, double h,
                    const VectorXd& v, VectorXd* C);

/// The largest h^2 K_i / M_ii of the first `num_velocities` of a clique, from C
/// of a step of length h and of its half.
double CalcStiffness(const contact::Clique& clique, int num_velocities,
                     const VectorXd& C_hat, const VectorXd& C_half, double h);

}  // namespace tactus::integrators
