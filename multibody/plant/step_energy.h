#pragma once

#include <span>

#include "tactus/contact/velocity_problem.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::multibody {

/// The energy of a plant, and what is given to it from outside, as a velocity
/// problem has them at its state:
///
///     E = 1/2 v0'M v0 + U(q) + sum_c k_c/2 max(0, -phi_c)^2
///
///     dW = h (v_mean' tau - sum_c f_c' b_c),   v_mean = (v0 + v1) / 2
///
/// With M constant over the step, M (v1 - v0) = h tau gives exactly h v_mean'
/// tau of kinetic energy. What then is neither stored nor given, dampers and
/// friction only take: E - W never rises, but for the errors of the method.
///
///   symbol   meaning                                              unit
///   U        gravity, springs of joints, tendons and distance
///            constraints (CalcPotentialEnergy())                  J
///   phi_c    signed distance at a contact point                   m
///   k_c      stiffness there                                      N/m
///   tau      from outside: actuators, generalized and spatial
///            forces, those of force elements too                  N m, N
///   f_c      contact force on B                                   N
///   b_c      velocity of B's surface along itself less that of
///            A's: a belt that pulls with f does the work -f' b    m/s
struct StepEnergy {
  double kinetic{};  ///< At the start of the step [J].
  double contact{};  ///< In the springs of contacts there [J].
  double total{};    ///< E there [J].
  double work{};     ///< dW, over the step [J].

  template <class Archive>
  void Serialize(Archive* a) {
    a->Visit(&kinetic, &contact, &total, &work);
  }
};

/// All but the work, at the state of `builder`'s last problem.
StepEnergy CalcEnergy(const VelocityProblemBuilder& builder,
                      const contact::VelocityProblem& problem);

/// dW / h by velocity, v_mean,i tau_i: of the inputs as `problem` has them at
/// v1. @param efforts  of the problem's actuators, in its order, after gears.
void CalcInputPower(const VelocityProblemBuilder& builder,
                    const contact::VelocityProblem& problem,
                    std::span<const double> efforts, const VectorXd& v1,
                    VectorXd* power);

/// What hard contact may give back as it pushes out what overlaps: under the
/// normal forces of a step, over the ways to go,
///
///     sum_c max(0, -phi_c) |f_c' n_c| [J].
///
/// @param forces_W  on B, by point.
double CalcPushOutEnergy(const contact::VelocityProblem& problem,
                         std::span<const Vector3d> forces_W);

/// - sum_c f_c' b_c [W]. @param forces_W  on B, by point.
double CalcBeltPower(const contact::VelocityProblem& problem,
                     std::span<const Vector3d> forces_W);

}  // namespace tactus::multibody
