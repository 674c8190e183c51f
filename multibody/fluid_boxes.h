#pragma once

#include <vector>

#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// The bodies that a fluid takes for the boxes of their inertia: those that
/// move, have mass, and have no ellipsoids.
std::vector<int> FindFluidBoxes(const Model& model);

}  // namespace tactus::multibody
