#pragma once

#include <string>
#include <vector>

#include "tactus/common/types.h"

namespace tactus::apps::impacts {

/// A cube that was thrown and filmed, of [Pfrommer20]: states at equal times.
struct Toss {
  static constexpr double kPeriod = 1.0 / 148;  ///< [s]
  static constexpr double kHalf = 0.0524;       ///< [m]
  static constexpr double kMass = 0.37;         ///< [kg]
  static constexpr double kInertia = 8.10e-4;   ///< [kg m^2]
  static constexpr double kFriction = 0.18;

  int id{};
  VectorXd q, v;  ///< At the start, as a floating joint has them.
  std::vector<Vector3d> centres = {};  ///< [m]
  std::vector<VectorXd> poses = {};    ///< As q.
};

/// Rows of "toss, step, x, y, z, qw, qx, qy, qz, vx, vy, vz, wx, wy, wz" under
/// a line of names; SI units, the angular velocity in the cube's frame.
/// @throws std::invalid_argument for a file that cannot be read.
std::vector<Toss> ReadTosses(const std::string& path);

}  // namespace tactus::apps::impacts
