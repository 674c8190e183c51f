#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/model_file_error.h"
#include "tactus/multibody/importers/parsing/resource_locator.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {

struct SdfOptions {
  /// Refuse files whose physics Tactus cannot take as they are.
  bool strict = false;
  /// Weld links without a joint above them to the world, instead of letting
  /// them float.
  bool weld_root = false;
  /// Replace an unphysical inertia by the nearest physical one, and say so. A
  /// strict reader refuses it, too.
  bool fix_inertia = true;
  /// Leave out collision meshes whose file is missing, and say so.
  bool skip_missing_meshes = false;
  /// The world to be read, of a file that may have several; empty: the first.
  std::string world = {};
  /// Where package:// and model:// are looked for (resource_locator.h).
  PackagePaths packages = {};
};

/// Reads an SDFormat file, a model or a world, into a builder. libsdformat
/// parses it: old versions are converted, <include>s spliced in, and frames and
/// `relative_to` resolved.
///
/// Names. Links and joints of a file that holds one model keep their names;
/// those of a world and of nested models are scoped: "model::link".
///
/// Bodies. A link without a joint above it floats, at its pose in the file, or
/// is welded there (`weld_root`); the links of a static model are welded to the
/// world. Without <inertial> a link has SDFormat's default, 1 kg and the
/// identity; with <inertial auto="true"/> that of its collisions
/// (sdf/automatic_inertias.h).
///
/// Joints. fixed, revolute, continuous, prismatic, screw, ball, universal and
/// revolute2 (these with orthogonal axes), with limits, damping, friction and
/// springs; q is zero at the poses in the file. <mimic> and <drake:mimic>
/// become couplers, "NAME/mimic" (sdf/mimics.h), <drake:joint type="planar">
/// planar joints (sdf/joints.h). Joints that close a loop become constraints
/// (sdf/loops.h), gearbox joints couplers under their own names
/// (sdf/gearboxes.h). Joints of a world are refused by name.
///
/// Actuators. SDFormat has none, and Drake's rule stands in: a revolute,
/// continuous, prismatic or screw joint gets one, under its own name, unless
/// its <effort> is 0; the effort bounds its force, and a negative or missing
/// one is no bound. <drake:rotor_inertia> r and <drake:gear_ratio> n make the
/// armature r n^2.
///
/// Contact. sdf/collisions.h. Links of one model touch each other, save jointed
/// neighbours; where the file says <self_collide>false</self_collide> they do
/// not. (SDFormat's own default is false, Drake's true.) Nor do those that
/// Drake's filter groups keep apart (sdf/collision_filters.h).
///
/// Gravity is that of a world; a model leaves it alone. Of several worlds one
/// is read (sdf/worlds.h).
///
/// What is left out or approximated (plugins, sensors, actors, speed limits)
/// stands in the report.
///
/// @returns the report.
/// @throws ModelFileError with file, line and element; `builder` is then as it
/// was.
ImportReport LoadSdf(const std::filesystem::path& file,
                     const SdfOptions& options, ModelBuilder* builder);

/// The same from memory. `name` stands for the file: it appears in messages,
/// and other files are looked for beside it.
ImportReport ParseSdf(std::string_view xml, const std::string& name,
                      const SdfOptions& options, ModelBuilder* builder);

}  // namespace tactus::multibody
