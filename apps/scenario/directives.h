#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "tactus/apps/models/model_file.h"
#include "tactus/apps/scenario/scenario_model.h"
#include "tactus/apps/scenario/yaml_reader.h"

namespace tactus::apps {

/// Changes the state in which a simulation starts.
using SetStart = std::function<void(ScenarioModel&, InitialState*)>;

/// What directives say of the start, in order, to be called once
/// `ScenarioModel::model` is built.
struct StartOfDirectives {
  std::vector<SetStart> defaults;  ///< Of positions and velocities.
  /// Of elastic bodies and cables, which are where the bodies that hold them
  /// are: behind all that moves these.
  std::vector<SetStart> attachments;
};

/// Reads the `directives` of a scenario, a list of maps with one key, into
/// `scenario->assembly`. Drake's:
///
///     add_model: {name, file, default_joint_positions, default_free_body_pose}
///     add_weld: {parent, child, X_PC}
///     add_frame: {name, X_PF: {base_frame, translation, rotation}}
///     add_collision_filter_group: {name, members, member_groups,
///         ignored_collision_filter_groups}
///
/// and, for what is not worth a file,
///
///     add_body: {name, shape, mass or density, pose, SURFACE}
///     add_geometry: {name, frame, shape, X_FG, SURFACE}
///     add_ground: {name, height, SURFACE}
///     add_elastic_body: {name, mesh, youngs_modulus, poissons_ratio, density,
///         damping, skin, frame, X_FS, attach, SURFACE}
///     add_cable: {name, path, links, radius, density, youngs_modulus,
///         poissons_ratio, damping, keeps_curves, start, end, SURFACE}
///
/// See geometry_reader.h for poses, shapes and SURFACE, elastic_body_reader.h
/// for meshes, cable_reader.h for ends. Files are relative to
/// `folder`; package://tactus/NAME is a model that comes with Tactus, and other
/// packages are looked for as resource_locator.h says.
///
/// @param files  how model files are loaded; no ground is added and no root
/// welded, for which there are directives.
/// @throws YamlError
StartOfDirectives ReadDirectives(const YamlValue& directives,
                                 const std::filesystem::path& folder,
                                 const ModelFileOptions& files,
                                 ScenarioModel* scenario);

}  // namespace tactus::apps
