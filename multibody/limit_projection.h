#pragma once

#include <vector>

#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// A coordinate that was moved onto its limit, or the angle of a ball joint
/// [rad or m].
struct LimitProjection {
  int joint{};
  double from{}, to{};
};

/// Moves every position that is outside its limits by more than `tolerance`
/// [rad or m] onto the nearer one, and says which and how far: [lower, upper]
/// <- q. A ball joint turns back about the axis of its rotation.
///
/// Limits are near-rigid, so a start outside them is not a state of the model:
/// the spring that holds the limit would throw the joint back within a
/// millisecond, at thousands of radians per second for a violation of one.
std::vector<LimitProjection> ProjectToLimits(const Model& model, VectorXd* q,
                                             double tolerance = 0);

}  // namespace tactus::multibody
