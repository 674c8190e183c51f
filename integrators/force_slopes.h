#pragma once

#include <span>
#include <vector>

#include "tactus/contact/velocity_problem.h"

namespace tactus::integrators {

/// How applied forces resist velocities during a step of length dt: of
/// tau1 = g - C (v - v0), (29) of [Kurtz25], the part C that is taken
/// implicitly. Of their slope G = -dg/dv [N s/m or N m s], the stiffness within
/// dt included, C keeps a block for each clique, in their order and empty where
/// it is zero: the positive semidefinite part of (G + G')/2.
///
/// [Kurtz25] takes the diagonal, max(0, diag(G)). As an inertia dt C of each
/// joint it holds back also what a damper at the end of a chain does not
/// resist, and a double pendulum on such a damper was 0.5 m off after 1 s at an
/// accuracy of 1e-3.
///
/// Cliques that a force couples have their blocks alone in C, which holds back
/// what they do together in the same way: such forces are taken explicitly,
/// C = 0, where dt times the largest eigenvalue of M^-1 G is at most one, which
/// is stable. In longer steps they are of first order: two bodies on a damper
/// that fall together fall too slowly.
///
/// @param G  the first velocities, of all cliques but elastic bodies' nodes.
void CalcForceSlopes(const MatrixXd& G,
                     std::span<const contact::Clique> cliques, double dt,
                     std::vector<MatrixXd>* C);

}  // namespace tactus::integrators
