#pragma once

#include <vector>

#include "tactus/contact/velocity_problem.h"

namespace tactus::integrators {

/// What step doubling cannot see of forces with kinks, as a length [m] beside
/// | x_two - x_hat |: of springs that are slack between two lengths
/// (RowLaw::kSpring with lower < upper), and of actuators that reach a limit of
/// their effort (LinearActuator). A step feels such a force where it ends. A
/// full step and half steps that all end in the slack agree that nothing
/// pushed, though what was stretched at the start has given its energy back;
/// and a step that ends beyond the slack stops in its own length what comes, as
/// at a wall (impact_error.h). With
///
///     J     = int_0^h f(g(t), gdot(t)) dt
///           = h / 32 sum_i f((i + 1/2) h / 32),   i = 0 ... 31,
///     J1    = J_two + theta (J_two - J_hat),
///     J_hat = h f_hat,   J_two = h/2 (f_half + f_two),
///     e     = tau_e w |J - J1|,
///     tau_e = 3 ms + 1.5 s ((1 - 2 zeta)+)^4,   zeta = c sqrt(w / k) / 2,
///
///   symbol  code             meaning                                 unit
///   g       RowLaw::error    length, linear in the motion from the   m
///                            start; g(t) the cubic of lengths and
///                            rates at both ends
///   f                        -k (g - g*), or an actuator's as far    N
///                            as its limits
///   k       stiffness                                                N/m
///   c       damping                                                  N s/m
///   w       inverse_mass                                             1/kg
///   J, J1                    impulse along the path, and that of     N s
///                            the solution
///   theta   KinkStep::theta  weight of extrapolation                 1
///
/// w |J - J1| is the velocity that the step is wrong by. It outlives the step:
/// for good where nothing dissipates, as in elastic contact (CalcTouchError()).
/// Where a spring has no slack and an actuator meets no limit in the step,
/// there is no kink, and e = 0.

/// Where a step has led: motions from its start, in velocities' axes, over its
/// whole length, and velocities there.
struct KinkStep {
  struct Point {
    VectorXd motion;  ///< [rad or m]
    VectorXd v;       ///< [rad/s or m/s]
  };
  double h{};
  Point hat, half, two;  ///< Of the full step, of both half steps.
  Point end;             ///< The solution.
  VectorXd theta;        ///< By velocity.
};

/// Whether any force in `problem` may have a kink.
bool HasKinks(const contact::VelocityProblem& problem);

/// The worst e of the forces in `problem`, in a step from its v0.
double CalcKinkError(const contact::VelocityProblem& problem,
                     const KinkStep& step);

}  // namespace tactus::integrators
