#pragma once

#include <vector>

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// How gravity's part of k (dynamics.h) grows with a tree's joint motions,
///
///     k(q + dq, 0) = k(q, 0) + G dq,
///
/// the second derivatives of its potential [N/m or N m]. Of what hangs on joint
/// j, weights sum up to mu g at a place where Bo_j has the first moment s,
///
///     k_j = -(a_j . (s x g) + l_j . mu g),   H_j = (a_j, l_j),
///
/// and a joint i between the world and j turns both H_j and s by a_i, which is
/// to turn g by -a_i:
///
///     G_ij = G_ji = -(a_j . (s x (g x a_i)) + l_j . mu (g x a_i)).
///
/// Of a joint's own velocities i before j the same holds for universal joints;
/// of a ball's turns it is the symmetric part, and turns leave the joint's own
/// translations where they are.
/// @param G  nv x nv of the tree, symmetric; not positive where something
///           stands upright.
void CalcGravityStiffness(const Model& model,
                          const PositionKinematics& position, const Tree& tree,
                          MatrixXd* G);

/// How the weight of all that hangs on a joint changes along a way of joint
/// motions, as the joint's child sees it, which turns on the way by theta,
///
///     dW = (ds x g + s x (g x theta), mu g x theta),
///     ds = sum m (dp - theta x p),   H_j' dW = -(G way)_j,
///
/// with p the centre of each of these bodies from Bo and dp its way.
/// @param way  by velocity, small [rad or m].
/// @param dW   by body, the world's zero: torque and force at Bo, in W [N m,
/// N].
void CalcWeightChanges(const Model& model, const PositionKinematics& position,
                       const VectorRef& way, std::vector<Vector6d>* dW);

}  // namespace tactus::multibody
