#pragma once

#include <string>
#include <vector>

#include "tactus/contact/geometry/collision_engine.h"
#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/urdf/meshes.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::multibody::urdf {

/// A <collision>: what touches.
struct CollisionSpec {
  /// But for the body; several for a mesh that comes in convex parts. X_BG is
  /// that of <origin>; lengths of cylinders and capsules, along z, are those of
  /// the cylindrical part.
  std::vector<contact::Geometry> geometries{};
  /// In the link's frame, at density 1. Meshes by exact volume integrals, those
  /// that are declared convex but no solids as their hulls.
  SpatialInertia unit_density{};
  /// The <mesh> that is not the surface of a solid, and why, and what to do.
  const XmlElement* flawed_mesh{};
  std::string flaw{};
};

/// Reads <box>, <sphere>, <cylinder>, <mesh> and Drake's <drake:capsule> and
/// <drake:ellipsoid>; a sphere of radius zero, a point of contact, gets a
/// radius of 1e-6 m. Of <drake:proximity_properties>:
///
///   mu_static, mu_dynamic        the coefficients of friction; where one is
///                                missing it is the other
///   hunt_crossley_dissipation    d [s/m]
///   point_contact_stiffness      k [N/m]
///
/// and what parsing/hydroelastic_properties.h has; the rest (relaxation time)
/// is reported.
/// @param name  that of the geometry if the element has none.
/// @returns no geometries for a mesh that is missing and may be.
/// @throws ModelFileError for a shape that is missing, unknown or impossible.
CollisionSpec ReadCollision(const XmlElement& element, const std::string& name,
                            Meshes* meshes, ImportReport* report);

}  // namespace tactus::multibody::urdf
