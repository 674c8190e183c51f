#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tactus/apps/scenario/yaml_reader.h"
#include "tactus/multibody/importers/model_assembly.h"

/// Elastic bodies in scenario files.
namespace tactus::apps {

struct ElasticBodyEntry {
  multibody::ElasticBody body;  ///< X_BS is its pose in the frame.
  /// By the bodies of frames, one after the other.
  std::vector<multibody::ModelAssembly::HeldNodes> held;
  std::filesystem::path file;  ///< Of the mesh; empty: it was generated.
};

/// Takes out of a map
///
///     mesh: {box: {size, cells: [nx, ny, nz]}}
///           {ball: {radius, cells}}
///           {cylinder: {radius, length, cells: [across, along]}}
///           {file: NAME}                        VTK or Gmsh's MSH
///     youngs_modulus [Pa], poissons_ratio (0.3), density [kg/m^3],
///     damping (0) [s], skin (0.001) [m], > 0, self_contact (false)
///     X_FS: TRANSFORM of the mesh in the frame that carries it
///     attach: [{at: [x, y, z], within: r, frame}, ...]   in the mesh: nodes
///                that the body of that frame, or of `frame`, holds
///
/// and SURFACE. @throws YamlError also for an attachment without a node.
ElasticBodyEntry ReadElasticBody(
    const std::string& name, const std::string& frame, YamlMap* map,
    const std::function<std::filesystem::path(const std::string&)>& find_file);

/// Puts the nodes to where their base is. @returns the model in which other
/// bodies hold them there.
std::shared_ptr<const multibody::Model> PlaceElasticBody(
    const std::string& name, std::shared_ptr<const multibody::Model> model,
    VectorXd* q);

}  // namespace tactus::apps
