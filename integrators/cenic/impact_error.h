#pragma once

#include "tactus/contact/islands.h"
#include "tactus/integrators/diagram/diagram_stepping.h"

namespace tactus::integrators {

/// What step doubling cannot see of impacts: errors that the full step and both
/// half steps share, as lengths [m] beside | x_two - x_hat |.
///
///   symbol  code                meaning                              unit
///   h       h_half              half step                            s
///   k       ContactPoint        stiffness, of a surface in all       N/m
///   d       ContactPoint        dissipation                          s/m
///   w       ContactPoint        1 / mass                             1/kg
///   x       h sqrt(k w)         half step by the contact's period    1
///   K       SumStiffnessByBody  of all that pushes on a body         N/m
///   vn0,vn1                     normal velocity before and after it  m/s
///
/// At a point of a patch approach deepens by a share r (CalcDepthRate()): d is
/// the materials', and of velocities count r times the normal ones.

/// The rebound that all solves crush: a bounce is half a period of an
/// oscillator of frequency sqrt(k w), and a step that is long beside it stops
/// it. With
///
///     u^2 = vn0^2 + (vn1 - vn0)^2 / min(1, y^2),
///     e   = tau_r u / (1 + d u) min(1, y^2),
///     y^2 = x^2 (1 + ((1 - d 1 m/s)+)^4 (K / k - 1)),
///     tau_r = 20 ms + 50 ms / (1 + d 1 m/s)^4,
///
/// over the points of `origin` that pushed in the last step, a half step to v1.
/// u is the oscillation's amplitude, of which the change of velocity shows what
/// is stored in depth: what stands still has none, however much it carries. e
/// is how far a rebound at u / (1 + d u) gets in tau_r, in so far as the step
/// is too long for it. A contact of d = 50 s/m that hardly rebounds has e < 0.4
/// mm. Extrapolated, a step takes 8 x^4 of an oscillation's energy, for as long
/// as the contact lasts; where nothing else takes any, as in Newton's cradle,
/// the losses of all bounces add up, and tau_r is longer. A body between
/// contacts swings faster than a pair: with K the larger of both bodies' sums
/// of k, no mode has a frequency above the greatest sqrt(K w), and where
/// nothing dissipates it is this one that is to be resolved.
double CalcLostRebound(const StepOrigin& origin, double h_half);

/// A velocity where something comes into touch. A step that meets a wall moves
/// up to it in just its own length, at -phi0 / h: full and half steps are at
/// the same place in the end, at different speeds of which none is right. And
/// one where something parts, which where nothing dissipates may gain energy.
/// With `dv` = v_two - v_hat,
///
///     e = (tau + tau_e) |dv_C|   of points that were apart, phi0 >= 0,
///     e = tau_e |dv_C|           and that will be, phi0 + h vn1 >= 0, h to v1,
///     tau = 3 ms,   tau_e = 500 ms ((1 - d 1 m/s)+)^4.
///
/// A contact surface is not seen before it overlaps: its points count as apart
/// where they were a time h ago, phi0 - h r vn0 >= 0.
double CalcTouchError(const contact::VelocityProblem& problem, double h,
                      const VectorXd& v1, const VectorXd& dv);

/// Whether a force in `island` in the last step from `origin`, a half step,
/// differs by more than half from the one at its start, (fn0), and changes a
/// velocity by more than 0.1 m/s, at x > 1: an impact that
/// the step did not resolve. Extrapolated, it would come out as a bounce. The
/// points of a surface push together, with the sums of their forces and
/// stiffnesses.
bool HasUnresolvedImpact(const StepOrigin& origin,
                         const contact::Island& island, double h_half);

/// Whether any point of a patch, or of `island`, overlaps, or pushed in the
/// last step.
bool HasContact(const StepOrigin& origin, const contact::ContactPatch& patch);
bool HasContact(const StepOrigin& origin, const contact::Island& island);

}  // namespace tactus::integrators
