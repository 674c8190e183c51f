#pragma once

#include "tactus/common/types.h"

namespace tactus::multibody {

/// A length l that actuators act along, by which kind it is of, with the gear's
/// torque t and force f. w, v are angular and linear velocities, theta(R) is
/// the rotation vector of R, of at most pi.
///
///   kJoint   a ball or floating joint from F to M:
///                ldot = (R t)' w_FM + f' v_FMo,
///                l    = t' theta(R_FM), of a floating joint 0,
///            with R = 1 if `in_parent` is set, and R_FM if t is of M.
///   kFrames  S of one body, as R of another sees it, at p from Ro to So:
///                l    = f' p_R + t' theta(R_RS),
///                ldot = f' d/dt p_R + (R_WR t)' (w_S - w_R);
///            without R the gear turns with S, and its length is unknown:
///                l = 0,   ldot = (R_WS f)' v_So + (R_WS t)' w_S.
///   kCrank   a rod of length d from the pin So of a crank to a slider along z
///            of R, p away from Ro:
///                l = |f| (p_z - sqrt(p_z^2 + d^2 - p' p)),
///            and |f| p_z where the rod is too short to reach.
///
/// After MuJoCo's modeling reference, "Transmission". d/dt p_R is the
/// derivative: the force on S has its reaction on R along the same line.
struct Transmission {
  enum class Kind { kJoint, kFrames, kCrank };
  Kind kind = Kind::kFrames;
  Vector6d gear = Vector6d::Zero();  ///< Torque t, then force f.

  int joint = -1;
  bool in_parent = false;

  int body = -1;  ///< Of S.
  RigidTransform X_BS = RigidTransform::Identity();
  int reference = -1;  ///< Of R, 0 for the world; -1: there is none.
  RigidTransform X_BR = RigidTransform::Identity();
  double rod_length{};  ///< d [m].
};

}  // namespace tactus::multibody
