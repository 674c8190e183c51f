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
///     beta = min(1, max(1/3, y^2 / 4)),   y^2 = h^2 S,
///
/// of a tree, S = sum K_j m_j of its joints' springs and of those tendons that
/// pull it, m = g' M^-1 g. No w^2 of the tree alone exceeds this sum. A tendon
/// has the greatest beta of what it pulls.
///
///   symbol  code                   meaning                        unit
///   beta    spring_share           place of the spring's force    1
///   K       stiffness              of a spring                    N/m
///   g       JointTerm              row of its length's rates
///   M       Clique::M              mass matrix
///   S       CalcSpringStiffness()  bound of w^2                   1/s^2
///
/// Springs with a slack keep beta = 1: what comes from the slack is a kink
/// (kink_error.h), with which no step is of third order. So do stiff laws of
/// actuators and of applied forces, whose damping is wanted (DoubledStep).
/// Force elements that are slow for the step, y^2 <= 1, have the least beta of
/// all trees, which is a third unless springs of their own stiffen all of them
/// (SpringShares::slow_elements).

/// S by clique.
void CalcSpringStiffness(const contact::VelocityProblem& problem,
                         std::vector<double>* stiffness);

/// beta of a step with y^2.
double CalcSpringShare(double y_squared);

/// Gives springs the beta of steps of length h with these S, by clique.
void SetSpringShares(const std::vector<double>& stiffness, double h,
                     contact::VelocityProblem* problem);

}  // namespace tactus::integrators
