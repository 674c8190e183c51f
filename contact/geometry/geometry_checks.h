#pragma once

#include <cstddef>
#include <string>

#include "tactus/contact/geometry/collision_engine.h"

namespace tactus::contact {

/// @throws std::invalid_argument, naming the geometry, for a shape without
/// extent, a body that is not among `num_bodies`, a pose that is not rigid, a
/// margin that is negative or not finite.
void RequireValidGeometry(const Geometry& geometry, std::size_t num_bodies);

/// @throws std::invalid_argument, naming both geometries, if neither surface
/// gives way: compliant contact needs one that does.
void RequireOneThatYields(const std::string& name_a, const Material& a,
                          const std::string& name_b, const Material& b);

}  // namespace tactus::contact
