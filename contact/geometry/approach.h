#pragma once

#include "tactus/contact/geometry/sweep.h"

namespace tactus::contact {

/// Bounds of how B moves as A sees it during a sweep: every point of B's
/// surface has a velocity within `turning` of v.
struct Approach {
  Vector3d v;        ///< At t0, in the world's axes [m/s].
  double turning{};  ///< [m/s]

  double speed() const { return v.norm() + turning; }
};

/// The bound with the least speed of three: from the world, from A and from B.
///
/// Seen from the world, either body turns,
///
///     v = U_B - U_A,   turning = sum_i |w_i| R_i + |w_i x r_i|,
///
/// with w the angular velocity, U the velocity of the point C that moves
/// straight, r from C to the shape's centre c and R the shape's turning radius.
///
/// Seen from A, in a frame that turns with it, only the difference of the two
/// turns B; what is carried along by A is at rest. B's centre has the velocity
/// x at t0,
///
///     x = U_B + w_B x r_B - U_A - w_A x q,   q = c_B - C_A,
///
/// and changes it by at most a (rotating frame; |c - C_A| grows by at most s):
///
///     s = |U_B - U_A| + |w_B x r_B|
///     a = |w_B| |w_B x r_B| + |w_A| (2 s + |w_A x q| + |w_A| s h)
///     v = x,   turning = |w_B - w_A| R_B + a h.
///
/// From a half-space all of it is seen, but no bound from a shape on a
/// half-space, which has no end.
Approach BoundApproach(const MovingShape& a, const MovingShape& b,
                       double duration);

}  // namespace tactus::contact
