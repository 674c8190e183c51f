#pragma once

#include <vector>

#include "tactus/common/types.h"
#include "tactus/contact/velocity_problem.h"

namespace tactus::multibody {

/// What of generalized forces resists velocities: a symmetric matrix C of
/// blocks for trees and dampers between trees, positive semidefinite together
/// with what resists there anyway.
struct ForceSlope {
  /// By tree, nv x nv; empty: zero. They add to the cliques' drag.
  std::vector<MatrixXd> blocks;
  /// a a' of each, over velocities of several trees: dampers of 1 N s/m along
  /// x = a'v.
  std::vector<std::vector<contact::JointTerm>> dampers;
};

/// How inputs follow the velocity during a step, after (29) of [Kurtz25]:
///
///     u(v) = u - control_slope (v - v_ref),   C = force_slope,
///     tau(v) = tau - C (v - v_ref) - sum_k s_k s_k' v,
///
/// each actuator's control with the velocity of its own joint or tendon.
struct InputFeedback {
  VectorXd control_slope;  ///< By actuator.
  /// When in the step the problem's actuators feel their lengths, by actuator
  /// [s].
  VectorXd length_times;
  ForceSlope force_slope;
  VectorXd v_ref;
  /// s of each, over velocities: what springs whose forces at the start are in
  /// tau do until the place in the step where they are felt (SpringShares), as
  /// ForceSlope::dampers.
  std::vector<std::vector<contact::JointTerm>> soft_springs = {};
};

/// Takes the force -C (v - v_ref) into a problem, whose k0 and drag have what
/// acts besides,
///
///     k0 -= C v_ref,   D += C + sum_k s_k s_k',
///
/// C's blocks as drag, dampers and soft springs as joint rows behind the
/// others.
void AddForceFeedback(const InputFeedback& feedback,
                      contact::VelocityProblem* problem);

/// Takes the force -drag (v - v_ref) on one clique into a problem; an empty
/// `drag` is none.
/// @param drag   nv x nv, of the clique [N s/m or N m s].
/// @param v_ref  of all cliques.
void AddDrag(const MatrixXd& drag, const VectorXd& v_ref, int clique,
             contact::VelocityProblem* problem);

}  // namespace tactus::multibody
