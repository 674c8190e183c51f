#include "tactus/apps/scenario/wiring.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/scenario/block_parameters.h"
#include "tactus/common/text.h"
#include "tactus/multibody/plant/activation_dynamics.h"
#include "tactus/multibody/plant/forces/conveyor_belt.h"
#include "tactus/multibody/plant/forces/force_element.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/multibody/scoped_name.h"
#include "tactus/systems/diagram_builder.h"
#include "tactus/systems/primitives/trajectory_source.h"

namespace tactus::apps {
namespace {

using multibody::GroupInputs;
using multibody::GroupState;
using multibody::MultibodyPlant;
using systems::LeafSystem;
using systems::OutputPort;

using BlocksByName = std::map<std::string, const LeafSystem*, std::less<>>;

// "block.port"; blocks are called without points.
std::pair<std::string, std::string> SplitPort(const std::string& text,
                                              const YamlValue& value) {
  const std::size_t point = text.find('.');
  value.Check(point != text.npos && point > 0 && point + 1 < text.size(),
              fmt::format("'{}' is not BLOCK.PORT", text));
  return {text.substr(0, point), text.substr(point + 1)};
}

const LeafSystem& FindBlock(const BlocksByName& blocks, const std::string& name,
                            const YamlValue& value) {
  const auto found = blocks.find(name);
  if (found != blocks.end()) return *found->second;
  std::vector<std::string> known;
  for (const auto& [block, unused] : blocks) known.push_back(block);
  value.Fail(fmt::format("there is no block '{}'; {}", name,
                         multibody::Suggest(name, known)));
}

// For whoever connects a trajectory, which has its rates behind its values, to
// what takes the values alone.
std::string HintAtRates(const LeafSystem& from, Eigen::Index size,
                        Eigen::Index wanted) {
  const bool has_rates =
      dynamic_cast<const systems::TrajectorySource*>(&from) != nullptr &&
      size == 2 * wanted;
  return has_rates ? " (derivatives: 0 leaves its rates out)" : "";
}

class DiagramMaker {
 public:
  explicit DiagramMaker(const ScenarioModel& scenario)
      : scenario_(scenario),
        plant_(builder_.AddSystem<MultibodyPlant>(scenario.model)),
        controls_(AddActivationDynamics(plant_, &builder_)) {
    blocks_["plant"] = &plant_;
    for (const auto& [name, group] : scenario.groups) {
      auto& state = builder_.AddSystem<GroupState>(group, *scenario.model);
      builder_.Connect(plant_.state_output(), state.plant_state_input());
      blocks_[name] = &state;
    }
  }

  void AddBlocks(const YamlValue& systems) {
    std::vector<const multibody::ForceElement*> forces;
    std::vector<const multibody::ConveyorBelt*> belts;
    for (const auto& [name, place, value] : systems.Entries()) {
      place.Check(name.find_first_of("./ ") == name.npos && !name.empty(),
                  fmt::format("'{}' cannot be a block's name: it must not be "
                              "empty or have a point, slash or space",
                              name));
      place.Check(!blocks_.contains(name),
                  fmt::format("the name '{}' is taken", name));
      auto& block = builder_.AddSystem(
          MakeBlock(name, value, scenario_, &controls_read_));
      blocks_[name] = &block;
      made_.push_back({&block, place, FindBlockType(value).optional_inputs});
      const auto* force = dynamic_cast<const multibody::ForceElement*>(&block);
      if (force != nullptr) forces.push_back(force);
      const auto* belt = dynamic_cast<const multibody::ConveyorBelt*>(&block);
      if (belt != nullptr) belts.push_back(belt);
    }
    if (!forces.empty()) {
      systems.Guard([&] { ConnectForces(plant_, forces, &builder_); });
    }
    if (!belts.empty()) {
      systems.Guard([&] { ConnectBelts(plant_, belts, &builder_); });
    }
  }

  void Connect(const YamlValue& value) {
    constexpr std::string_view kArrow = "->";
    const std::string text = value.Text();
    const std::size_t arrow = text.find(kArrow);
    value.Check(arrow != text.npos,
                fmt::format("'{}' is not OUTPUT -> INPUT", text));
    const std::string_view all = text;
    const auto [from, output] =
        SplitPort(std::string(TrimBlanks(all.substr(0, arrow))), value);
    const auto [to, input] = SplitPort(
        std::string(TrimBlanks(all.substr(arrow + kArrow.size()))), value);
    const LeafSystem& source = FindBlock(blocks_, from, value);
    const LeafSystem& target = FindBlock(blocks_, to, value);
    value.Guard([&, &output = output, &to = to, &input = input] {
      const OutputPort port = source.GetOutputPort(output);
      if (scenario_.groups.contains(to)) {
        ConnectGroup(port, to, input);
      } else {
        // Controls reach the plant by way of its actuators' dynamics.
        const systems::InputPort named = target.GetInputPort(input);
        builder_.Connect(port,
                         named == plant_.actuation_input() ? controls_ : named);
      }
    });
  }

  examples::SceneInstance Build(const YamlValue& place) && {
    const ScenarioModel& s = scenario_;
    JoinShares("plant_actuation", s.initial.u, actuation_, controls_, place);
    JoinShares("plant_generalized_force",
               VectorXd::Zero(s.model->num_velocities()), generalized_force_,
               plant_.generalized_force_input(), place);
    examples::SceneInstance scene;
    scene.plant = &plant_;
    place.Guard([&] { scene.diagram = std::move(builder_).Build(); });
    scene.context = scene.diagram->CreateDefaultContext();
    plant_.SetPositions(&scene.context, s.initial.q);
    plant_.SetVelocities(&scene.context, s.initial.v);
    if (!scene.diagram->ConnectedOutput(controls_))
      scene.context.FixInput(controls_, s.initial.u);
    if (const auto* dynamics = FindActivationDynamics(*scene.diagram, plant_))
      dynamics->SetActivations(&scene.context, s.initial.activations);
    RequireInputs(*scene.diagram);
    RequireControlsHeld(*scene.diagram);
    place.Guard([&] { TryOut(scene); });
    return scene;
  }

 private:
  struct Wire {
    OutputPort from;
    GroupInputs::Share share;
  };
  struct Made {
    const LeafSystem* block;
    YamlValue place;
    std::array<std::string_view, 2> optional_inputs;
  };

  void ConnectGroup(OutputPort from, const std::string& name,
                    const std::string& input) {
    const ModelGroup& group = scenario_.groups.find(name)->second;
    const bool is_actuation = input == "actuation";
    const auto& indices = is_actuation ? group.actuators : group.v;
    auto& wires = is_actuation ? actuation_ : generalized_force_;
    if (!is_actuation && input != "generalized_force") {
      throw std::invalid_argument(
          fmt::format("model '{}' has no input '{}'; there are: actuation, "
                      "generalized_force",
                      name, input));
    }
    for (const Wire& other : wires) {
      for (const int i : indices) {
        if (std::ranges::find(other.share.indices, i) ==
            other.share.indices.end()) {
          continue;
        }
        throw std::invalid_argument(
            fmt::format("{}.{} is connected already, as part of {}.{}", name,
                        input, other.share.group, input));
      }
    }
    const auto& port = from.leaf->declaration().outputs[from.index].port;
    if (!port.is_vector() || port.size != std::ssize(indices)) {
      throw std::invalid_argument(fmt::format(
          "{} is a {}, but {}.{} is a vector of {}{}", from.full_name(),
          port.description(), name, input, indices.size(),
          HintAtRates(*from.leaf, port.size, std::ssize(indices))));
    }
    wires.push_back({from, {name, indices}});
  }

  void JoinShares(const std::string& name, const VectorXd& base,
                  const std::vector<Wire>& wires, systems::InputPort into,
                  const YamlValue& place) {
    if (wires.empty()) return;
    std::vector<GroupInputs::Share> shares;
    for (const Wire& wire : wires) shares.push_back(wire.share);
    place.Guard([&] {
      auto& join = builder_.AddSystem<GroupInputs>(name, base, shares);
      for (int i = 0; i < std::ssize(wires); ++i) {
        builder_.Connect(wires[i].from, join.get_input_port(i));
      }
      builder_.Connect(join.get_output_port(), into);
    });
  }

  void RequireInputs(const systems::Diagram& diagram) const {
    for (const Made& made : made_) {
      std::string missing;
      for (int i = 0; i < made.block->num_input_ports(); ++i) {
        const systems::InputPort input = made.block->get_input_port(i);
        const std::string& name = made.block->declaration().inputs[i].name;
        if (diagram.ConnectedOutput(input) ||
            std::ranges::count(made.optional_inputs, name) > 0) {
          continue;
        }
        missing += (missing.empty() ? "" : ", ") + input.full_name();
      }
      made.place.Check(missing.empty(),
                       fmt::format("nothing is connected to {}", missing));
    }
  }

  // What initial_conditions says of a control is used.
  void RequireControlsHeld(const systems::Diagram& diagram) const {
    const bool all = actuation_.empty() && diagram.ConnectedOutput(controls_);
    for (const auto& [a, place] : scenario_.given_controls) {
      const bool connected =
          all || std::ranges::any_of(actuation_, [a = a](const Wire& wire) {
            return std::ranges::count(wire.share.indices, a) > 0;
          });
      place.Check(!connected || controls_read_.contains(a),
                  fmt::format("actuator '{}' is connected, so this control "
                              "has no effect",
                              scenario_.model->actuators()[a].name));
    }
  }

  // On a copy: derivatives, what the plant reads, the outputs of all blocks,
  // and the updates of the start.
  void TryOut(const examples::SceneInstance& scene) const {
    systems::Context trial = scene.context;
    VectorXd xdot(scene.diagram->num_continuous_states());
    scene.diagram->CalcTimeDerivatives(trial, &xdot);
    for (const Made& made : made_) {
      for (int i = 0; i < made.block->num_output_ports(); ++i) {
        made.place.Guard(
            [&] { made.block->get_output_port(i).EvalValue(trial); });
      }
    }
    scene.diagram->PerformUpdates(&trial);
  }

  const ScenarioModel& scenario_;
  systems::DiagramBuilder builder_;
  MultibodyPlant& plant_;
  const systems::InputPort controls_;  ///< Of the plant's actuators.
  BlocksByName blocks_;
  std::vector<Wire> actuation_, generalized_force_;
  std::vector<Made> made_;
  std::set<int> controls_read_;
};

// Those that a way leads to the plant from, or to one that is read.
std::set<const LeafSystem*> FindBlocksOfUse(
    const systems::Diagram& diagram,
    const std::function<bool(const LeafSystem&)>& is_read) {
  std::set<const LeafSystem*> used;
  std::vector<const LeafSystem*> todo;
  for (const LeafSystem* leaf : diagram.leaves()) {
    if (is_read(*leaf)) todo.push_back(leaf);
  }
  while (!todo.empty()) {
    const LeafSystem* leaf = todo.back();
    todo.pop_back();
    if (!used.insert(leaf).second) continue;
    for (int i = 0; i < leaf->num_input_ports(); ++i) {
      const auto source = diagram.ConnectedOutput(leaf->get_input_port(i));
      if (source) todo.push_back(source->leaf);
    }
  }
  return used;
}

}  // namespace

examples::SceneInstance BuildDiagram(
    const ScenarioModel& scenario, const YamlValue& place,
    const std::optional<YamlValue>& systems,
    const std::optional<YamlValue>& connections) {
  DiagramMaker maker(scenario);
  if (systems) maker.AddBlocks(*systems);
  if (connections) {
    for (const YamlValue& wire : connections->List()) maker.Connect(wire);
  }
  return std::move(maker).Build(connections ? *connections
                                : systems   ? *systems
                                            : place);
}

std::vector<multibody::Notice> FindIdleBlocks(
    const YamlValue& systems, const examples::SceneInstance& scene,
    std::span<const std::string> signals_read) {
  const auto is_read = [&](const LeafSystem& leaf) {
    return &leaf == scene.plant ||
           std::ranges::any_of(signals_read, [&](const std::string& signal) {
             return signal.starts_with(leaf.name() + "/");
           });
  };
  const auto used = FindBlocksOfUse(*scene.diagram, is_read);
  std::vector<multibody::Notice> notices;
  for (const auto& [name, place, value] : systems.Entries()) {
    if (used.contains(&scene.diagram->leaf(name))) continue;
    notices.push_back({.severity = multibody::Notice::Severity::kDropped,
                       .file = place.file(),
                       .line = place.line(),
                       .element = fmt::format("block '{}'", name),
                       .message = "has no effect: it leads neither to the "
                                  "plant nor to a log or an assertion"});
  }
  return notices;
}

}  // namespace tactus::apps
