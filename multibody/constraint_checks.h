#pragma once

#include <span>

#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// What ModelBuilder::Build() asks of constraints. Each throws
/// std::invalid_argument with the names of the elements involved.

/// Names, two different bodies, rigid frames; lengths, stiffnesses and dampings
/// not negative, and only where the type has them.
void RequireValidConstraints(std::span<const Constraint> constraints,
                             std::span<const Body> bodies);

/// One of the bodies, at least, is not fixed to the world.
void RequireMovable(std::span<const Constraint> constraints,
                    const Model& model);

}  // namespace tactus::multibody
