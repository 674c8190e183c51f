#pragma once

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// T, nv x nv of a tree: the velocities T v at the configuration `after` that
/// are most like the velocities v at `before`, in the metric of kinetic energy,
///
///     T = M1^-1 (A + Σ_b J1_b' I1_b P_b J0_b),
///
/// where P_b is what body b's motion becomes if it turns with the body, from
/// R0 to R1, and its centre of mass keeps its velocity,
///
///     w1 = R1 R0' w,   v_cm1 = v_cm,
///
/// and A is the armature. So a rod that spins about its own axis does so
/// afterwards, where the same numbers in v mean another axis; T = 1 where
/// nothing has turned.
///
///   0, 1   before, after
///   J_b    the body's Jacobian, at its origin
///   I1_b   its spatial inertia there
void CalcMotionTransport(const Model& model, const Tree& tree,
                         const PositionKinematics& before,
                         const PositionKinematics& after, MatrixXd* T);

}  // namespace tactus::multibody
