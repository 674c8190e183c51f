#pragma once

#include <span>

#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// What ModelBuilder::Build() asks of joints. Each throws
/// std::invalid_argument with the names of the elements involved.

/// Names, body indices, frames, unit axes, bounds in order, damping, dry
/// friction and armature not negative; bounds, springs and default positions on
/// scalar joints only, bounds of each position on universal and planar joints,
/// a largest angle on ball joints; no dry friction on welds.
void RequireValidJoints(std::span<const Joint> joints,
                        std::span<const Body> bodies);

}  // namespace tactus::multibody
