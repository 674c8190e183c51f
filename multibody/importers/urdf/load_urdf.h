#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/importers/parsing/resource_locator.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {

struct UrdfOptions {
  /// Refuse files whose physics Tactus cannot take as they are.
  bool strict = false;
  /// Weld root links to the world instead of letting them float.
  bool weld_root = false;
  /// Replace an unphysical inertia by the nearest physical one, and say so. A
  /// strict reader refuses it, too.
  bool fix_inertia = true;
  /// Leave out collision meshes whose file is missing, and say so.
  bool skip_missing_meshes = false;
  /// The density of the collision geometry of links without <inertial>
  /// [kg/m^3]; none: they have no mass.
  std::optional<double> density = {};
  /// Where package:// and model:// are looked for (resource_locator.h).
  PackagePaths packages = {};
};

/// Reads a URDF file, the format of ROS, with the extensions of Drake that say
/// something about the physics, into a builder, as LoadMjcf() does:
///
///     ModelBuilder builder;
///     const ImportReport report = LoadUrdf("arm.urdf", {}, &builder);
///     const auto model = std::move(builder).Build();
///
/// Links become bodies and joints joints, under the names in the file; the
/// headers in urdf/ say how joints (joints.h), collision geometry
/// (collisions.h), transmissions (transmissions.h) and collision filters
/// (collision_filters.h) are taken. <mimic> becomes a coupler, "NAME/mimic".
///
/// *Roots.* The link "world", which need not be there, is the world. Every
/// other link without a parent joint floats, as in Drake, on a joint of its own
/// name; with `weld_root` it is welded, as in MuJoCo. A root without any mass,
/// of its own or of links fixed to it, cannot float: it is welded, and the
/// report says so.
///
/// *Neighbours.* Links that a joint connects never touch, as in Drake: not even
/// where ModelBuilder's own rule would let them, because the parent is welded
/// to the world. The world itself does not count.
///
/// What is left out or approximated stands in the report: nothing of the
/// physics is lost in silence.
///
/// @returns the report.
/// @throws ModelFileError with file, line and element; `builder` is then as it
/// was.
ImportReport LoadUrdf(const std::filesystem::path& file,
                      const UrdfOptions& options, ModelBuilder* builder);

/// The same from memory. `name` stands for the file: it appears in messages,
/// and other files are looked for beside it.
ImportReport ParseUrdf(std::string_view xml, const std::string& name,
                       const UrdfOptions& options, ModelBuilder* builder);

}  // namespace tactus::multibody
