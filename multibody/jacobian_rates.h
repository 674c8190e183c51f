#pragma once

#include <span>

#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// How generalized forces of wrenches on a tree's bodies change with its
/// configuration, while the wrenches keep their axes and follow their points:
///
///     rates(j, k) += d/dq_k ( sum over bodies J_b' W_b )_j,
///
/// with q_k along the velocity k. An axis S_j moves rigidly with every velocity
/// k that stands before it, on the way from the world; points of application
/// move with every velocity that carries them,
///
///     [k before j] (S_k x S_j)' W(j)  +  w_j' (sum over b  v_k(p_b) x f_b),
///
/// sums over the bodies that both carry ([Featherstone08, section 2.9] has the
/// product of motions).
///
/// @param J       by body of the model, 6 x nv of the tree: angular, then
///   linear at p_b.
/// @param p       p_b in W [m].
/// @param W       torque about p_b and force, in W.
/// @param rates   nv x nv of the tree.
void AddJacobianTransposeRates(const Model& model, const Tree& tree,
                               std::span<const Matrix6Xd> J,
                               std::span<const Vector3d> p,
                               std::span<const Vector6d> W,
                               Eigen::Ref<MatrixXd> rates);

}  // namespace tactus::multibody
