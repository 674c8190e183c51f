#pragma once

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// tau += J_Q' F_Q, what a wrench that acts on `body` at a point Q does along
/// the velocities: with H_k the motion of bodies beyond joint b by its velocity
/// k, at Bo (kinematics.h),
///
///     tau_k += H_k' F_Bo,   F_Bo = (t + p_BoQ x f, f),
///
/// for the joints from the body to the root of its tree. Anchored bodies feel
/// nothing.
/// @param p_WQ   [m]
/// @param F_Q_W  torque t about Q [N m], then force f [N], in W.
/// @param tau    as long as the model's velocities.
void AddGeneralizedForce(const Model& model, const PositionKinematics& position,
                         int body, const Vector3d& p_WQ, const Vector6d& F_Q_W,
                         VectorXd* tau);

}  // namespace tactus::multibody
