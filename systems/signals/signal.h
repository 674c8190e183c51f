#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tactus/systems/context.h"
#include "tactus/systems/diagram.h"
#include "tactus/systems/port.h"

namespace tactus::systems {

/// A vector that can be read off a Context, by name: what logs are made of.
///
///   signal                        name              components
///   an output port                "block/port"      "0", "1", ...
///   a quantity of a plant, see    "body/hand/pose"  "x", "y", ..., "qz"
///   multibody/plant/quantities
///
/// The only component of a scalar has no name. What `calc` refers to, blocks
/// of the diagram, must outlive the signal.
struct Signal {
  std::string name;
  std::vector<std::string> components;
  /// Fills a vector of size().
  std::function<void(const Context&, Eigen::Ref<VectorXd>)> calc;

  int size() const { return static_cast<int>(components.size()); }
};

/// "name.component", or "name" where the component has no name.
std::vector<std::string> ColumnNames(const Signal& signal);

/// "block/port"
std::string SignalName(OutputPort port);

/// @throws std::invalid_argument if what passes through the port is no vector.
Signal MakeSignal(OutputPort port);

/// Those of all vector outputs but empty ones, blocks in the order of the
/// diagram.
std::vector<Signal> MakePortSignals(const Diagram& diagram);

}  // namespace tactus::systems
