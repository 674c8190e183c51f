#pragma once

#include <filesystem>
#include <limits>
#include <set>
#include <string>
#include <utility>

#include "tactus/common/types.h"
#include "tactus/multibody/fluid/fluid.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::mjcf {

/// What the <compiler> elements of a model say about reading the rest of it.
/// Several elements (of included files) act as one: later attributes win.
struct CompilerSettings {
  enum class InertiaFromGeom { kNever, kAlways, kWithoutInertial };

  bool degrees = true;  ///< Unit of angles in the file.
  std::string euler_sequence = "xyz";
  bool autolimits = true;

  std::filesystem::path mesh_directory;
  std::filesystem::path texture_directory;
  bool strip_path = false;
  bool fits_bounding_boxes = false;     ///< fitaabb; see FitToMesh().
  bool has_exact_mesh_inertia = false;  ///< Of meshes that do not say.

  InertiaFromGeom inertia_from_geom = InertiaFromGeom::kWithoutInertial;
  int first_inertia_group = std::numeric_limits<int>::min();
  int last_inertia_group = std::numeric_limits<int>::max();
  double min_mass = 0;     ///< boundmass [kg]
  double min_inertia = 0;  ///< boundinertia, principal [kg m^2]
  bool balance_inertia = false;
  double total_mass = -1;  ///< settotalmass [kg]; none if not positive.

  /// An angle of the file in radians.
  double ToRadians(double angle) const;
};

/// What the <option> elements say about the physics.
struct Option {
  /// Which geoms touch: those whose masks say so (dynamic), those of <pair>s
  /// (predefined), or both.
  enum class Collision { kAll, kDynamic, kPredefined };

  Vector3d gravity_W{0, 0, -9.81};
  Fluid fluid{};
  double timestep = 0.002;      ///< MuJoCo's [s]; it bounds contact stiffness.
  bool bound_stiffness = true;  ///< Unless the flag refsafe is disabled.
  bool dry_friction = true;     ///< Unless the flag frictionloss is.
  bool equality = true;         ///< Unless the flag of this name is.
  /// Likewise; see RemoveDisabledParts().
  bool constraints = true, limits = true, contact = true;
  bool passive = true, springs = true, dampers = true;
  bool clamp_controls = true, actuation = true;
  Collision collision = Collision::kAll;
  std::set<int> disabled_groups{};  ///< Of actuators, which exert no force.
};

/// @throws ModelFileError for values that are not understood, and for
/// coordinate="global", which MuJoCo has given up too.
CompilerSettings ReadCompiler(const XmlElement& root);
Option ReadOption(const XmlElement& root);

}  // namespace tactus::multibody::mjcf
