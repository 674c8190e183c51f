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

/// What MuJoCo calls `legacy`, for surfaces that may be open or turned: the
/// tetrahedra from the triangles to one point, at density 1 kg/m^3 and all
/// counted as positive, so that an open surface has a volume and a concave one
/// may have too much. The point is the centroid of such tetrahedra to the
/// surface's own centroid. In the frame of the vertices; the mass of a flat
/// mesh is 0.
SpatialInertia MakeUnsignedInertia(const contact::TriangleMesh& mesh);

/// The surface alone at density 1 kg/m^2, in the frame of the vertices: its
/// mass is its area.
SpatialInertia MakeShellInertia(const contact::TriangleMesh& mesh);

}  // namespace tactus::multibody
