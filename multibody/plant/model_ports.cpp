#include "tactus/multibody/plant/model_ports.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/require.h"
#include "tactus/multibody/plant/activation_dynamics.h"
#include "tactus/multibody/scoped_name.h"

namespace tactus::multibody {

using systems::LeafContext;
using systems::Reads;

namespace {

// "left" and "right", where joints are "left::elbow", "right::elbow".
std::vector<std::string> ScopesOf(const Model& model) {
  std::set<std::string> scopes;
  for (const Joint& joint : model.joints()) {
    const auto end = joint.name.find("::");
    if (end != std::string::npos) scopes.insert(joint.name.substr(0, end));
  }
  return {scopes.begin(), scopes.end()};
}

}  // namespace

ModelGroup MakeModelGroup(const std::string& name,
                          std::vector<std::string> models, const Model& model) {
  ModelGroup group{.name = name, .models = std::move(models)};
  const auto belongs = [&](const std::string& element) {
    return std::ranges::any_of(group.models, [&](const std::string& m) {
      return multibody::IsInScope(element, m);
    });
  };
  for (int j = 0; j < std::ssize(model.joints()); ++j) {
    const Joint& joint = model.joints()[j];
    if (!belongs(joint.name)) continue;
    group.joints.push_back(j);
    for (int i = 0; i < joint.nq(); ++i) group.q.push_back(joint.q_start + i);
    for (int i = 0; i < joint.nv(); ++i) group.v.push_back(joint.v_start + i);
  }
  for (int a = 0; a < model.num_actuators(); ++a) {
    if (belongs(model.actuators()[a].name)) group.actuators.push_back(a);
  }
  return group;
}

GroupState::GroupState(const ModelGroup& group, const Model& model)
    : LeafSystem(group.name) {
  const int nq = model.num_positions();
  DeclareVectorInputPort("plant_state", nq + model.num_velocities());
  std::vector<int> velocities, state = group.q;
  for (const int i : group.v) velocities.push_back(nq + i);
  state.insert(state.end(), velocities.begin(), velocities.end());
  DeclareShare("state", std::move(state));
  DeclareShare("positions", group.q);
  DeclareShare("velocities", std::move(velocities));
}

void GroupState::DeclareShare(const std::string& name,
                              std::vector<int> indices) {
  const int size = static_cast<int>(indices.size());
  DeclareVectorOutputPort(
      name, size,
      [this, indices = std::move(indices)](const LeafContext& context,
                                           VectorXd* y) {
        const VectorXd& x = plant_state_input().Eval(context);
        for (int i = 0; i < std::ssize(indices); ++i) (*y)[i] = x[indices[i]];
      },
      Reads::kInputs);
}

GroupInputs::GroupInputs(std::string name, VectorXd base,
                         std::vector<Share> shares)
    : LeafSystem(std::move(name)),
      base_(std::move(base)),
      shares_(std::move(shares)) {
  for (const Share& share : shares_) {
    DeclareVectorInputPort(share.group, static_cast<int>(share.indices.size()));
  }
  DeclareVectorOutputPort("y", static_cast<int>(base_.size()),
                          &GroupInputs::CalcY, Reads::kInputs);
}

void GroupInputs::CalcY(const LeafContext& context, VectorXd* y) const {
  *y = base_;
  for (int s = 0; s < std::ssize(shares_); ++s) {
    if (!get_input_port(s).HasValue(context)) continue;
    const VectorXd& u = get_input_port(s).Eval(context);
    for (int i = 0; i < u.size(); ++i) (*y)[shares_[s].indices[i]] = u[i];
  }
}

ModelPorts::ModelPorts(const MultibodyPlant& plant,
                       const std::vector<std::string>& models,
                       systems::DiagramBuilder* builder) {
  for (const std::string& name : models) {
    ModelGroup group = MakeModelGroup(name, {name}, plant.model());
    if (group.joints.empty()) {
      throw std::invalid_argument(fmt::format(
          "plant '{}' has no joint '{}::...' of a model '{}'; {}", plant.name(),
          name, name, Suggest(name, ScopesOf(plant.model()))));
    }
    const auto& state = builder->AddSystem<GroupState>(group, plant.model());
    builder->Connect(plant.state_output(), state.plant_state_input());
    entries_.insert_or_assign(name, Entry{std::move(group), &state});
  }
  JoinActuation(plant, builder);
}

void ModelPorts::JoinActuation(const MultibodyPlant& plant,
                               systems::DiagramBuilder* builder) {
  std::vector<GroupInputs::Share> shares;
  for (const auto& [name, entry] : entries_) {
    if (entry.group.actuators.empty()) continue;
    shares.push_back({name, entry.group.actuators});
  }
  if (shares.empty()) return;
  actuation_ = &builder->AddSystem<GroupInputs>(
      plant.name() + "_actuation",
      VectorXd::Zero(plant.model().num_actuators()), std::move(shares));
  builder->Connect(actuation_->get_output_port(),
                   AddActivationDynamics(plant, builder));
}

const ModelPorts::Entry& ModelPorts::Find(std::string_view model) const {
  const auto found = entries_.find(model);
  if (found != entries_.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [name, entry] : entries_) names.push_back(name);
  throw std::invalid_argument(fmt::format(
      "there are no ports of a model '{}'; {}", model, Suggest(model, names)));
}

const systems::OutputPort& ModelPorts::state_output(
    std::string_view model) const {
  return Find(model).state->GetOutputPort("state");
}

const systems::OutputPort& ModelPorts::positions_output(
    std::string_view model) const {
  return Find(model).state->GetOutputPort("positions");
}

const systems::OutputPort& ModelPorts::velocities_output(
    std::string_view model) const {
  return Find(model).state->GetOutputPort("velocities");
}

const systems::InputPort& ModelPorts::actuation_input(
    std::string_view model) const {
  Require(!Find(model).group.actuators.empty(),
          fmt::format("model '{}' has no actuators", model));
  return actuation_->GetInputPort(model);
}

}  // namespace tactus::multibody
