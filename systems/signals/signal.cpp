#include "tactus/systems/signals/signal.h"

#include <stdexcept>

#include <spdlog/fmt/fmt.h>

#include "tactus/systems/leaf_system.h"

namespace tactus::systems {
namespace {

const PortType& TypeOf(OutputPort port) {
  return port.leaf->declaration().outputs[port.index].port;
}

std::vector<std::string> NumberComponents(int size) {
  if (size == 1) return {""};
  std::vector<std::string> names;
  for (int i = 0; i < size; ++i) names.push_back(std::to_string(i));
  return names;
}

}  // namespace

std::vector<std::string> ColumnNames(const Signal& signal) {
  std::vector<std::string> names;
  for (const std::string& component : signal.components) {
    names.push_back(component.empty() ? signal.name
                                      : signal.name + "." + component);
  }
  return names;
}

std::string SignalName(OutputPort port) {
  return port.leaf->name() + "/" + TypeOf(port).name;
}

Signal MakeSignal(OutputPort port) {
  const PortType& type = TypeOf(port);
  if (!type.is_vector()) {
    throw std::invalid_argument(
        fmt::format("'{}' is no vector but a {}, of which there is no signal",
                    SignalName(port), type.description()));
  }
  return {.name = SignalName(port),
          .components = NumberComponents(type.size),
          .calc = [port](const Context& context, Eigen::Ref<VectorXd> value) {
            value = port.Eval(context);
          }};
}

std::vector<Signal> MakePortSignals(const Diagram& diagram) {
  std::vector<Signal> signals;
  for (const LeafSystem* leaf : diagram.leaves()) {
    for (int i = 0; i < leaf->num_output_ports(); ++i) {
      const OutputPort port = leaf->get_output_port(i);
      const PortType& type = TypeOf(port);
      if (type.is_vector() && type.size > 0) {
        signals.push_back(MakeSignal(port));
      }
    }
  }
  return signals;
}

}  // namespace tactus::systems
