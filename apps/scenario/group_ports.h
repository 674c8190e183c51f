#pragma once

#include <string>
#include <vector>

#include "tactus/apps/scenario/scenario_model.h"
#include "tactus/systems/leaf_system.h"

/// One plant holds all models of a scenario; its ports are shared out to groups
/// of models here.
namespace tactus::apps {

/// A group's share of the plant's state, as a block of the group's name.
///
///   input         size       output       size
///   plant_state   all of it  state        [q; v] of the group
///                            positions    q of the group
///                            velocities   v of the group
class GroupState final : public systems::LeafSystem {
 public:
  GroupState(const ModelGroup& group, const multibody::Model& model);

  systems::InputPort plant_state_input() const { return get_input_port(); }

 private:
  void DeclareShare(const std::string& name, std::vector<int> indices);
};

/// A plant's input from those of groups: a vector that is `base` but where
/// groups have their entries. One input per group, of the group's name; output
/// y.
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

}  // namespace tactus::apps
