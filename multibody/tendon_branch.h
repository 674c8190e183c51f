#pragma once

#include <vector>

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/tendon.h"

namespace tactus::multibody {

/// Where the path of a tendon turns, on a body.
struct TendonCorner {
  int body{};  ///< That it is on; 0 is the world.
  Vector3d p_W = Vector3d::Zero();
};

/// A path from one end, or pulley, to the next. Where the tendon pulls with T
/// along its length L, which counts the branch as |branch| / divisor, the
/// branch pulls with T / divisor.
struct TendonBranch {
  double divisor = 1;
  std::vector<TendonCorner> corners;
};

/// Of the path alone, arcs along surfaces in steps of at most `largest_turn`
/// [rad].
std::vector<TendonBranch> CalcTendonBranches(const PositionKinematics& position,
                                             const Tendon& tendon,
                                             double largest_turn = 0.2);

}  // namespace tactus::multibody
