#include "tactus/systems/diagram_builder.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

#include <spdlog/fmt/fmt.h>

namespace tactus::systems {
namespace {

// Moves all elements of `from` to the end of `to`.
template <class T>
void MoveTo(std::vector<T>* to, std::vector<T> from) {
  to->insert(to->end(), std::make_move_iterator(from.begin()),
             std::make_move_iterator(from.end()));
}

}  // namespace

void DiagramBuilder::Add(std::unique_ptr<LeafSystem> leaf) {
  for (const auto& other : leaves_) {
    if (other->name() == leaf->name()) {
      throw std::invalid_argument(
          fmt::format("two blocks are named '{}'", leaf->name()));
    }
  }
  leaves_.push_back(std::move(leaf));
}

Exports DiagramBuilder::AddDiagram(std::string_view prefix,
                                   DiagramBuilder inner) {
  for (auto& leaf : inner.leaves_) {
    leaf->name_ = fmt::format("{}/{}", prefix, leaf->name_);
    Add(std::move(leaf));
  }
  MoveTo(&wires_, std::move(inner.wires_));
  return std::move(inner.exports_);
}

void DiagramBuilder::Connect(OutputPort from, InputPort to) {
  CheckMine(from.leaf);
  CheckMine(to.leaf);
  const PortType& output = from.leaf->declaration().outputs[from.index].port;
  const PortType& input = to.leaf->declaration().inputs[to.index];
  if (output.size != input.size || *output.type != *input.type) {
    throw std::invalid_argument(fmt::format(
        "output '{}' ({}) does not fit input '{}' ({})", from.full_name(),
        output.description(), to.full_name(), input.description()));
  }
  for (const Wire& wire : wires_) {
    if (wire.to != to) continue;
    throw std::invalid_argument(fmt::format(
        "input '{}' cannot be connected to '{}': it is connected to '{}'",
        to.full_name(), from.full_name(), wire.from.full_name()));
  }
  wires_.push_back({from, to});
}

void DiagramBuilder::Connect(OutputPort from, const ExportedInput& to) {
  for (const InputPort& input : to.ports) Connect(from, input);
}

void DiagramBuilder::Connect(const LeafSystem& from, const LeafSystem& to) {
  if (from.num_output_ports() != 1 || to.num_input_ports() != 1) {
    throw std::invalid_argument(fmt::format(
        "connecting '{}' to '{}' needs port names: the one has {} outputs, "
        "the other {} inputs",
        from.name(), to.name(), from.num_output_ports(), to.num_input_ports()));
  }
  Connect(from.get_output_port(), to.get_input_port());
}

void DiagramBuilder::ExportInput(const std::string& name, InputPort input) {
  CheckMine(input.leaf);
  exports_.inputs[name].ports.push_back(input);
}

void DiagramBuilder::ExportInput(const std::string& name,
                                 const ExportedInput& input) {
  for (const InputPort& port : input.ports) ExportInput(name, port);
}

void DiagramBuilder::ExportOutput(const std::string& name, OutputPort output) {
  CheckMine(output.leaf);
  if (!exports_.outputs.emplace(name, output).second) {
    throw std::invalid_argument(
        fmt::format("two outputs are exported as '{}'", name));
  }
}

std::unique_ptr<Diagram> DiagramBuilder::Build() && {
  if (std::exchange(is_built_, true)) {
    throw std::invalid_argument(
        "this builder has built its diagram, which took the blocks along: make "
        "another builder for another diagram");
  }
  return std::unique_ptr<Diagram>(
      new Diagram(std::move(leaves_), wires_, std::move(exports_)));
}

void DiagramBuilder::CheckMine(const LeafSystem* leaf) const {
  const bool mine =
      std::any_of(leaves_.begin(), leaves_.end(),
                  [leaf](const auto& other) { return other.get() == leaf; });
  if (mine) return;
  throw std::invalid_argument(
      leaf ? fmt::format("block '{}' is not part of this diagram", leaf->name())
           : "a port belongs to no block");
}

}  // namespace tactus::systems
