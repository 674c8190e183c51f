#pragma once

#include <span>
#include <utility>

#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// Where a model starts, num_positions(): scalar joints at their own default,
/// floating bodies at the poses X_WB that are given for some, sorted by body,
/// all other joints at the origin of their frame F; elastic bodies undeformed
/// on the body that holds their frame.
/// @throws std::invalid_argument, naming body and joint, for a pose of a body
/// whose joint is not floating.
VectorXd MakeDefaultPositions(
    const Model& model,
    std::span<const std::pair<int, RigidTransform>> poses = {});

}  // namespace tactus::multibody
