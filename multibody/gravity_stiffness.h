#pragma once

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

}  // namespace tactus::multibody
