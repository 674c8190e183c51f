#pragma once

#include <array>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/apps/scenario/scenario_model.h"
#include "tactus/apps/scenario/yaml_reader.h"
#include "tactus/systems/leaf_system.h"

namespace tactus::apps {

/// What a scenario says about one block: a map of parameters, and the models
/// that they are about. The key `model` names the model or group of models that
/// a block belongs to.
class BlockParameters {
 public:
  /// @param value  the block's map, whose key `type` is taken already.
  BlockParameters(std::string name, YamlMap* map, const ScenarioModel& scenario)
      : name_(std::move(name)), map_(*map), scenario_(scenario) {}

  const std::string& name() const { return name_; }
  YamlMap& map() { return map_; }
  const ScenarioModel& scenario() const { return scenario_; }
  /// Key `model`.
  const ModelGroup& Group();

  /// A positive integer up to 10000.
  int Size(std::string_view key);
  int Size(std::string_view key, int fallback);
  double Number(std::string_view key) { return map_.Get(key).Number(); }
  double Number(std::string_view key, double fallback);

  /// A list of numbers; one number, as often as the key `size` says, or for
  /// every velocity of the key `model`; or a number for each joint of that
  /// model, by name.
  VectorXd Vector(std::string_view key);
  VectorXd Vector(std::string_view key, const VectorXd& fallback);
  /// A vector whose entries may be infinite; nothing where there is no such
  /// key.
  VectorXd Bounds(std::string_view key);
  MatrixXd Matrix(std::string_view key) { return map_.Get(key).Matrix(); }
  /// A list of positive whole numbers.
  std::vector<int> Sizes(std::string_view key);

  /// Positions of the joints of key `model`: all in a list, or some by name,
  /// the others being where they start.
  VectorXd Positions(const YamlValue& value);
  VectorXd Velocities(const YamlValue& value);
  /// Where the controls of key `model` start.
  VectorXd InitialControls();
  /// The actuators that InitialControls() was asked for.
  const std::set<int>& controls_read() const { return controls_read_; }

 private:
  VectorXd ReadVector(const YamlValue& value, bool may_be_infinite);
  VectorXd ReadByJoint(const YamlValue& value, JointValue kind, VectorXd x);
  void RequireComplete(const YamlValue& value, const VectorXd& by_velocity);

  std::string name_;
  YamlMap& map_;
  const ScenarioModel& scenario_;
  std::set<int> controls_read_;
};

/// A type of block, by the name of its class, and how to make one. Adding one
/// is a line in a table and a small function.
struct BlockType {
  std::string_view name;
  std::unique_ptr<systems::LeafSystem> (*make)(BlockParameters* parameters);
  /// Inputs that may stay unconnected.
  std::array<std::string_view, 2> optional_inputs = {};
};

std::span<const BlockType> SourceTypes();
std::span<const BlockType> PrimitiveTypes();
std::span<const BlockType> ControllerTypes();
std::span<const BlockType> ForceTypes();

/// The names of all types, sorted.
std::vector<std::string> BlockTypeNames();

/// The type that a block's map has under the key `type`. @throws YamlError
BlockType FindBlockType(const YamlValue& value);

/// Makes the block that `value`, a map with the key `type`, describes.
/// @param controls_read  if given, those actuators are added whose initial
/// controls the block takes. @throws YamlError
std::unique_ptr<systems::LeafSystem> MakeBlock(
    const std::string& name, const YamlValue& value,
    const ScenarioModel& scenario, std::set<int>* controls_read = nullptr);

}  // namespace tactus::apps
