#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tactus/apps/scenario/yaml_reader.h"
#include "tactus/multibody/importers/model_assembly.h"
#include "tactus/multibody/importers/parsing/import_report.h"
#include "tactus/multibody/plant/model_ports.h"

namespace tactus::apps {

/// Where a simulation starts: positions, velocities, the controls of those
/// actuators that nothing is connected to, and all actuators' activations.
struct InitialState {
  VectorXd q, v, u, activations;
};

using multibody::MakeModelGroup, multibody::ModelGroup;

/// What the directives of a scenario make.
struct ScenarioModel {
  multibody::ModelAssembly assembly;
  std::shared_ptr<const multibody::Model> model;  ///< All of it.
  /// The groups by name; each model is a group of its own too.
  std::map<std::string, ModelGroup, std::less<>> groups;
  InitialState initial;
  /// Actuators whose controls `initial_conditions` gives by name, and where.
  std::vector<std::pair<int, YamlValue>> given_controls = {};
  std::vector<multibody::Notice> notices;
  std::vector<std::filesystem::path> files;  ///< Of the models.
};

/// The model of a group alone, for a controller: its coordinates are the
/// group's.
/// @throws std::invalid_argument where it hangs on a model that is not part of
/// the group.
std::shared_ptr<const multibody::Model> MakeGroupModel(
    const ScenarioModel& scenario, const ModelGroup& group);

/// x[indices]
VectorXd Select(const VectorXd& x, std::span<const int> indices);

enum class JointValue { kPosition, kVelocity };

/// Numbers by joint, `{elbow: 0.3, ball: [1, 0, 0, 0]}`, written into the
/// entries of `x`, the model's positions or velocities. Joints may be named
/// without their model.
/// @param scope  joints of this model only; empty: of all.
/// @returns the joints' indices. @throws YamlError
std::vector<int> ReadJointValues(const multibody::Model& model,
                                 const std::string& scope,
                                 const YamlValue& value, JointValue kind,
                                 VectorXd* x);

/// Puts the floating body of this full name at a pose (geometry_reader.h),
/// relative to its base frame where `q` puts that.
void SetBodyPose(const ScenarioModel& scenario, const std::string& name,
                 const YamlValue& value, VectorXd* q);

/// Poses of floating bodies, `{box: {translation: [0, 0, 1]}}`.
void ReadBodyPoses(const ScenarioModel& scenario, const std::string& scope,
                   const YamlValue& value, VectorXd* q);

}  // namespace tactus::apps
