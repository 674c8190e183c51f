#pragma once

#include <cstddef>

#include "tactus/contact/geometry/collision_engine.h"

namespace tactus::contact {

/// @throws std::invalid_argument, naming the geometry, for a shape without
/// extent, a body that is not among `num_bodies`, a pose that is not rigid, a
/// margin that is negative or not finite.
void RequireValidGeometry(const Geometry& geometry, std::size_t num_bodies);

}  // namespace tactus::contact
