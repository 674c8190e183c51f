#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/urdf/collisions.h"
#include "tactus/multibody/importers/urdf/meshes.h"
#include "tactus/multibody/importers/urdf/visuals.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::multibody::urdf {

/// How links get their inertia.
struct InertiaOptions {
  /// Replace an unphysical inertia by the nearest physical one, and say so.
  bool fix = false;
  /// The density of the collision geometry of links without <inertial>
  /// [kg/m^3]; none: they have no mass.
  std::optional<double> density = {};
};

/// A <link>, which becomes a body with the same frame.
struct LinkSpec {
  const XmlElement* source{};
  std::string name{};
  SpatialInertia inertia{};
  double gravity_scale = 1;  ///< See Body.
  std::vector<CollisionSpec> collisions{};
  LinkLooks looks{};
};

/// The <inertial>: mass, and rotational inertia about its <origin>, which is
/// the centre of mass, in the axes of that origin. What is not given is zero.
/// @param report  told of an inertia that was replaced, and of a missing mass.
/// @throws ModelFileError for an unphysical inertia, with its principal
/// moments, unless `fix`.
SpatialInertia ReadInertial(const XmlElement& inertial, const std::string& link,
                            bool fix, ImportReport* report);

/// The materials of its collisions, but for those that Drake's
/// <drake:proximity_properties> describe.
std::vector<contact::Material*> FindPlainMaterials(LinkSpec* link);

/// The link "world" has no inertia, whatever the file says.
/// @throws ModelFileError for what cannot be read.
LinkSpec ReadLink(const XmlElement& element, const InertiaOptions& options,
                  Meshes* meshes, ImportReport* report);

}  // namespace tactus::multibody::urdf
