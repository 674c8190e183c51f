#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tactus/apps/scenario/yaml_reader.h"
#include "tactus/multibody/model.h"

/// Elastic bodies in scenario files.
namespace tactus::apps {

struct ElasticBodyEntry {
  multibody::ElasticBody body;  ///< X_BS is its pose in the frame.
  std::vector<int> held_nodes;  ///< By the body of the frame.
  std::filesystem::path file;   ///< Of the mesh; empty: it was generated.
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
///     attach: [{at: [x, y, z], within: r}, ...]   in the mesh: nodes that
///                                                 the frame's body holds
///
/// and SURFACE. @throws YamlError also for an attachment without a node.
ElasticBodyEntry ReadElasticBody(
    const std::string& name, YamlMap* map,
    const std::function<std::filesystem::path(const std::string&)>& find_file);

/// Puts the nodes to where their base is.
void PlaceElasticBody(const multibody::Model& model, const std::string& name,
                      VectorXd* q);

}  // namespace tactus::apps
