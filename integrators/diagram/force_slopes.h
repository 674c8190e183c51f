#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tactus/contact/velocity_problem.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::integrators {

/// How forces resist velocities during a step of length dt, -dg/dv, the
/// stiffness within dt included [N s/m or N m s]. Matrices are of the first
/// velocities, of all cliques but elastic bodies' nodes.
struct ForceResistance {
  MatrixXd elements;  ///< E, of force elements.
  MatrixXd controls;  ///< G, of controllers.
  /// Of joints by themselves, D + s dt K, with s of dt for where the step has
  /// their springs (SpringShares).
  VectorXd R;
  /// What of s dt K the controllers take out; empty: nothing.
  VectorXd undone = {};
};

/// Of tau1 = g - C (v - v0), (29) of [Kurtz25], the part C that is taken
/// implicitly:
///
///     S = [E]+ + (G + G')/2,   C = [S + R]+ - R,
///
/// with []+ the positive semidefinite part of what is symmetric in a matrix.
/// So a control that takes out the damping of a joint takes it out of the step,
/// too. (As long as that damping were implicit and what cancels it explicit,
/// the joint would have an inertia dt R more.) Force elements that push on what
/// moves, as suction does, do so within narrow bounds, and are explicit.
///
/// [Kurtz25] takes the diagonal, max(0, diag(G)). As an inertia dt C of each
/// joint it holds back also what a damper at the end of a chain does not
/// resist, and a double pendulum on such a damper was 0.5 m off after 1 s at an
/// accuracy of 1e-3.
///
/// A clique that forces tie to no other has its block in C. Where they tie
/// several, C of that group is a sum of dampers, the columns of its factor of
/// Cholesky,
///
///     C = sum_k a_k a_k',
///
/// each over the cliques that forces tie to the one that it starts with.
/// Blocks alone would hold back what such bodies do together: two on a stiff
/// damper would fall too slowly.
///
/// Groups where forces resist slowly, dt lambda <= 1 for all eigenvalues of
/// M^-1 S, which is positive semidefinite, have C = 0: they act as at the start
/// of the step. That is stable, and springs lose less to it (symplectic Euler)
/// than taken at the end. What controllers take out of springs is none of that
/// S, and has C as the step has those springs: where one acts at the start and
/// the other at the end, their difference damps.
///
/// @param dt       to find by what is slow; none: as `is_slow` says, so that
///                 the halves of a step take forces as the whole does.
/// @param is_slow  by velocity.
void CalcForceSlopes(const ForceResistance& forces,
                     std::span<const contact::Clique> cliques,
                     std::optional<double> dt, multibody::ForceSlope* C,
                     std::vector<bool>* is_slow);

/// Of groups of trees that are slow alone: s_k of K = sum_k s_k s_k', the
/// positive semidefinite part of what is symmetric in a stiffness.
/// @param K  of forces by velocities of all cliques but nodes'.
void CalcSlowSprings(const MatrixXd& K,
                     std::span<const contact::Clique> cliques,
                     const std::vector<bool>& is_slow,
                     std::vector<std::vector<contact::JointTerm>>* springs);

/// The cliques of all velocities that G has, in groups that it couples.
std::vector<std::vector<int>> FindCoupledGroups(
    const MatrixXd& G, std::span<const contact::Clique> cliques);
/// The velocities of a group's cliques.
std::vector<int> CollectDofs(std::span<const contact::Clique> cliques,
                             std::span<const int> group);

/// Their mass matrix.
MatrixXd CollectMass(std::span<const contact::Clique> cliques,
                     std::span<const int> group);

/// (G + G') / 2.
MatrixXd CalcSymmetricPart(const MatrixXd& G);

/// Takes blocks that are not diagonal for dampers: those that are positive
/// semidefinite, or are so together with R, which is left as a diagonal block.
void FactorBlocks(std::span<const contact::Clique> cliques, const VectorXd& R,
                  multibody::ForceSlope* C);

/// Takes dampers for their blocks.
void SplitDampers(std::span<const contact::Clique> cliques,
                  multibody::ForceSlope* C);

}  // namespace tactus::integrators
