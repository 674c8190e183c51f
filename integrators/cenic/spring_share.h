#pragma once

#include <vector>

#include "tactus/contact/velocity_problem.h"

namespace tactus::integrators {

/// How far into a step of ICF springs are felt that are soft for it. A step of
/// length h feels a spring K at the place q0 + beta h v1,
///
///     M (v1 - v0) = -h K (q0 - qref + beta h v1),   q1 = q0 + h v1,
///
/// with beta = 1 in [Kurtz25], eq. (28). On an oscillator with y = w h, such
/// steps, doubled and extrapolated (DoubledStep), make of a phase y
///
///     y + 1/4 (beta - 1/3) y^3 + O(y^5)
///
/// and of the amplitude 1 - c(beta) y^4, c(1) = 0.247, c(1/3) = 0.055: with
/// beta = 1/3 they are of third order, and lose a fifth as much. The error
/// estimate is the same within 3 %. Stiff springs want the end of the step:
/// with beta below 1/2, what swings grows from y^2 = 4 / (1 - 2 beta) on. So
///
///     beta = min(1, max(1/3, y^2 / 4, 4 s)),   y^2 = h^2 S,   s = h C,
///
/// of a joint, with S = sum K_j m_j of its tree's springs, of those tendons
/// that pull the tree and of what actuators make of their lengths, servos and
/// muscles, m = g' M^-1 g. No w^2 of the tree alone exceeds this sum. A tendon,
/// and an actuator on one, has the greatest beta of what it pulls.
///
///   symbol  code                   meaning                        unit
///   beta    spring_shares          place of the spring's force    1
///   K       stiffness              of a spring                    N/m
///   g       JointTerm              row of its length's rates
///   M       Clique::M              mass matrix
///   S       SpringRates::stiffness bound of w^2                   1/s^2
///   C       SpringRates::damping   sum D_j m_j along the joint    1/s
///
/// A spring that is damped by its joint, tendon or actuator wants the end, too:
/// on its way to rest it has at the end of a step the velocity of q0 + beta h
/// v1. That is off by the order of s (1 - beta) h vdot, of which extrapolation
/// leaves a part; a floating robot on such servos turned 2.7 mrad too far in
/// 1 s at an accuracy of 1e-4, 0.1 as it is.
///
/// Springs with a slack keep beta = 1: what comes from the slack is a kink
/// (kink_error.h), with which no step is of third order. So do stiff laws of
/// controllers and of applied forces, whose damping is wanted (Extrapolation).
/// Force elements that are slow for the step, y^2 <= 1, have the least beta of
/// all trees, which is a third unless springs of their own stiffen all of them
/// (SpringShares::slow_elements).

struct SpringRates {
  std::vector<double> stiffness;  ///< S by clique [1/s^2].
  /// C by velocity [1/s]; 0 where nothing has a spring.
  VectorXd damping;
};
void CalcSpringRates(const contact::VelocityProblem& problem,
                     SpringRates* rates);

/// beta of a step with y^2 and s.
double CalcSpringShare(double y_squared, double damping = 0);

/// Gives springs the beta of steps of length h with these rates.
void SetSpringShares(const SpringRates& rates, double h,
                     contact::VelocityProblem* problem);

}  // namespace tactus::integrators
