#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/multibody/model.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/leaf_system.h"

/// One plant holds several models; its ports are shared out to them here.
namespace tactus::multibody {

/// One or several models of a plant, to be controlled as one, in the plant's
/// vectors.
struct ModelGroup {
  std::string name;
  std::vector<std::string> models;
  std::vector<int> joints = {}, actuators = {};  ///< Into the plant's Model.
  std::vector<int> q = {}, v = {};               ///< Into the plant's q and v.
};

/// All of `model` whose names are in the scope of one of `models`:
/// "left::elbow", say (scoped_name.h).
ModelGroup MakeModelGroup(const std::string& name,
                          std::vector<std::string> models, const Model& model);

/// A group's share of the plant's state, as a block of the group's name.
///
///   input         size       output       size
///   plant_state   all of it  state        [q; v] of the group
///                            positions    q of the group
///                            velocities   v of the group
class GroupState final : public systems::LeafSystem {
 public:
  GroupState(const ModelGroup& group, const Model& model);

  const systems::InputPort& plant_state_input() const {
    return get_input_port();
  }

 private:
  void DeclareShare(const std::string& name, std::vector<int> indices);
};

/// A plant's input from those of groups: a vector that is `base` but where
/// groups have their entries. One input per group, of the group's name, which
/// may stay unconnected; output y.
class GroupInputs final : public systems::LeafSystem {
 public:
  struct Share {
    std::string group;
    std::vector<int> indices;
  };
  GroupInputs(std::string name, VectorXd base, std::vector<Share> shares);

 private:
  void CalcY(const systems::LeafContext& context, VectorXd* y) const;

  const VectorXd base_;
  const std::vector<Share> shares_;
};

/// Ports of single models, to be wired as if each had a plant of its own:
///
///     ModelPorts ports(plant, {"left", "right"}, &builder);
///     builder.Connect(ports.state_output("left"), pd.estimated_state_input());
///     builder.Connect(pd.control_output(), ports.actuation_input("left"));
///
/// Names in the plant's Model are scoped: "left::elbow" is the elbow of "left"
/// (ModelAssembly). Actuators of models that nothing is connected to get zero.
class ModelPorts {
 public:
  /// Adds to `builder`, which has `plant`, a block per model, of its name, and
  /// one named "PLANT_actuation".
  /// @throws std::invalid_argument for a model that has no joint in the plant.
  ModelPorts(const MultibodyPlant& plant,
             const std::vector<std::string>& models,
             systems::DiagramBuilder* builder);

  /// [q; v] of the model, q and v alone, and its share of the plant's
  /// actuation, in the order of the plant's Model.
  /// @throws std::invalid_argument for a model that has no ports here, or no
  /// actuators.
  const systems::OutputPort& state_output(std::string_view model) const;
  const systems::OutputPort& positions_output(std::string_view model) const;
  const systems::OutputPort& velocities_output(std::string_view model) const;
  const systems::InputPort& actuation_input(std::string_view model) const;

  /// Where the model is in the plant's vectors.
  const ModelGroup& group(std::string_view model) const {
    return Find(model).group;
  }

 private:
  struct Entry {
    ModelGroup group;
    const GroupState* state{};
  };
  const Entry& Find(std::string_view model) const;
  void JoinActuation(const MultibodyPlant& plant,
                     systems::DiagramBuilder* builder);

  std::map<std::string, Entry, std::less<>> entries_;
  const GroupInputs* actuation_{};
};

}  // namespace tactus::multibody
