#pragma once

#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// Euler's equations of a rigid body on which no moment acts, in axes B fixed
/// in it: with its angular momentum m about the centre of mass,
///
///     mdot = m x w,   w = I^-1 m,   Rdot_WB = R_WB [w]x .
///
/// Turns by a splitting that is symmetric and of order two. In principal axes
/// i, j, k of which i and j have the moments most alike, the kinetic energy is
/// that of a symmetric top and a rest,
///
///     1/2 m . w = |m|^2 / (2 It) + (1/Ik - 1/It) mk^2 / 2
///                 + d/2 (mi^2 - mj^2),
///     1/It = (1/Ii + 1/Ij) / 2,   d = (1/Ii - 1/Ij) / 2 .
///
/// The top's motion is known: it turns about m, which is fixed in space, while
/// it spins about k. What either part of the rest does is a turn about i or j.
/// So |m| is kept, and m in space; the energy of what is symmetric is, too,
/// however fast it spins, and that of others swings but does not drift.
/// (Velocities at the middle of the step know a spin only while h |w| is
/// small: a pencil that spins at 5000 rad/s gains energy by them, however
/// slowly it tumbles.)
///
///   symbol   meaning                                     unit
///   I        inertia about the centre of mass, in B      kg m^2
///   R_WB     turn of B in the world, a unit quaternion
///   w_W      angular velocity, in the world              rad/s
struct FreeTurn {
  Quaterniond R_WB;
  Vector3d w_W;
};

/// After the time `h` from `start`. @pre I is positive definite.
FreeTurn TurnFreely(const Matrix3d& I, const FreeTurn& start, double h);

/// Whether a tree is a free body, without armature and with an inertia about
/// each axis: what TurnFreely() knows.
bool TurnsAlone(const Model& model, const Tree& tree);

}  // namespace tactus::multibody
