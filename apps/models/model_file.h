#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/importers/parsing/resource_locator.h"
#include "tactus/multibody/model.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::apps {

/// A model and what its file says that is not in it.
struct LoadedModel {
  std::shared_ptr<const multibody::Model> model;
  multibody::ImportReport report;
  /// How bodies start to move, and for how long to run [s], in files that say
  /// so.
  VectorXd start_velocities = {};
  std::optional<double> duration = {};
  /// The options given, "--density", that its format gives no effect.
  std::vector<std::string> idle_options = {};
};

struct ModelFileOptions {
  bool strict = false;  ///< Refuse a file whose physics is not taken as it is.
  /// Replace an unphysical inertia by the nearest physical one, and report it.
  bool fix_inertia = true;
  /// URDF and SDF files only (the density: URDF); UrdfOptions says what they
  /// mean.
  bool weld_root = false, skip_missing_meshes = false;
  std::optional<double> density = {};
  /// SDF files only: the world to be read; empty: the first.
  std::string world = {};
  multibody::PackagePaths packages = {};
  bool ground = false;  ///< Add a half-space z <= 0, rough and rigid.
  /// The file is one of several, and the options are for some of them; else
  /// idle ones are refused.
  bool one_of_several = false;
};

/// The half-space z <= 0, rough and rigid, which touches all that can touch
/// anything, whatever its contype and conaffinity.
contact::Geometry MakeGround();

/// Loads a model file, or a neutral scene (neutral_scene.h); what format it has
/// follows from its ending and its root element.
/// @throws std::invalid_argument (a file of a format that is not supported, or
/// none; a neutral scene that is wrong), multibody::ModelFileError
LoadedModel LoadModelFile(const std::filesystem::path& file,
                          const ModelFileOptions& options);

}  // namespace tactus::apps
