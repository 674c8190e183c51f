#pragma once

#include <optional>
#include <vector>

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/tendon.h"
#include "tactus/multibody/tendon_wrap.h"

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

/// A path from one point of it to the next: straight, or around a shape.
struct TendonSpan {
  struct Around {
    int body{};  ///< That the shape is fixed to.
    RigidTransform X_WS;
    WrapShape shape;
    Wrap wrap;
  };
  TendonCorner a, b;
  double divisor = 1;  ///< As that of its branch.
  std::optional<Around> around = {};
};

/// Of the path alone.
std::vector<TendonSpan> CalcTendonSpans(const PositionKinematics& position,
                                        const Tendon& tendon);

/// Of the path alone, arcs along surfaces in steps of at most `largest_turn`
/// [rad].
std::vector<TendonBranch> CalcTendonBranches(const PositionKinematics& position,
                                             const Tendon& tendon,
                                             double largest_turn = 0.2);

}  // namespace tactus::multibody
