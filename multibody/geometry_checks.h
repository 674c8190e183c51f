#pragma once

#include <span>

#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// What ModelBuilder::Build() asks of geometries, visuals and fluids. Each
/// throws std::invalid_argument with the names of the elements involved.

/// Bodies exist and are not virtual; margins are not negative.
void RequireValidGeometries(std::span<const contact::Geometry> geometries,
                            std::span<const Body> bodies);

/// Geometries exist, on two bodies, each pair once; margins are not negative,
/// materials not both rigid.
void RequireValidGeometryPairs(std::span<const contact::GeometryPair> pairs,
                               std::span<const contact::Geometry> geometries);

/// Bodies exist and are not virtual; rigid frames, colours within bounds.
void RequireValidVisuals(std::span<const Visual> visuals,
                         std::span<const Body> bodies);

/// Finite numbers, none of them negative but for the wind's; ellipsoids on
/// bodies that exist and are not virtual, with positive radii.
void RequireValidFluid(const Fluid& fluid,
                       std::span<const FluidEllipsoid> ellipsoids,
                       std::span<const Body> bodies);

}  // namespace tactus::multibody
