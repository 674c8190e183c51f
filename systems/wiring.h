#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/systems/port.h"

namespace tactus::systems {

/// A connection of one output to one input.
struct Wire {
  OutputPort from;
  InputPort to;
};

/// One or more inputs of inner blocks that a diagram offers under one name.
struct ExportedInput {
  std::vector<InputPort> ports;
};

/// The ports that a diagram offers to whatever contains it, by name.
struct Exports {
  std::map<std::string, ExportedInput, std::less<>> inputs;
  std::map<std::string, OutputPort, std::less<>> outputs;

  /// @throws std::invalid_argument if nothing was exported under this name.
  const ExportedInput& GetInputPort(std::string_view name) const;
  OutputPort GetOutputPort(std::string_view name) const;
};

/// All outputs, each after those that it reads through its block's inputs.
///
/// The graph has a vertex for every port and two kinds of edges: a wire leads
/// from an output to an input, direct feed-through from an input to an output
/// of the same block. A cycle is an *algebraic loop*, an equation between
/// values at one time which evaluating ports cannot solve.
/// @throws std::invalid_argument printing the ports of one shortest loop, if
/// there is a loop.
std::vector<OutputPort> SortOutputs(std::span<const LeafSystem* const> leaves,
                                    std::span<const Wire> wires);

}  // namespace tactus::systems
