#pragma once

#include <span>

#include "tactus/common/types.h"
#include "tactus/multibody/importers/mjcf/compiler.h"
#include "tactus/multibody/importers/mjcf/geoms.h"
#include "tactus/multibody/importers/mjcf/meshes.h"

namespace tactus::multibody::mjcf {

/// Lays the geom, a primitive shape that names a mesh, around that mesh: size
/// and pose come from E, the frame of the mesh's inertia box, and from
///
///   h   half lengths of the inertia box, or with <compiler fitaabb="true"/>
///   c   middle and half lengths of the vertices' bounding box in E
///
/// and `fitscale` multiplies the size at the end (MuJoCo's XML reference, "geom
/// mesh", "fitscale" and "compiler fitaabb"). Around the bounding box:
///
///   box, ellipsoid  its half lengths
///   sphere          the largest distance of a vertex from c
///   cylinder        the largest distance r from z through c; the largest |z|
///   capsule         the same r; the largest |z| - sqrt(r^2 - d^2), d a
///                   vertex's distance from z
///
/// MuJoCo adds c to the place of E without turning it into the mesh's axes, and
/// so misses meshes that lie askew; here the shape is where the mesh is.
/// @throws ModelFileError for an unknown or unusable mesh.
void FitToMesh(const CompilerSettings& compiler, MeshAssets* meshes,
               GeomSpec* geom);

/// The size of a shape around points that are given from their box's middle.
/// @param h  the half lengths of that box.
Vector3d FitAround(GeomSpec::Type type, std::span<const Vector3d> points,
                   const Vector3d& h);

}  // namespace tactus::multibody::mjcf
