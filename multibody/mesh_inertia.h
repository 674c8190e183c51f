#pragma once

#include "tactus/contact/geometry/shapes/triangle_mesh.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::multibody {

/// The solid of uniform `density` [kg/m^3] inside a surface, by exact volume
/// integrals (contact/geometry/shapes/triangle_mesh.h), in the frame of its
/// vertices.
/// @throws std::invalid_argument, saying what to do, for a surface that is
/// open, inside out or flat, and for a density that is negative or not finite.
SpatialInertia MakeMeshInertia(const contact::TriangleMesh& mesh,
                               double density);

}  // namespace tactus::multibody
