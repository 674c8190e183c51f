// Which block made a NaN: Diagram::FindNonFinite().
#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "tactus/systems/diagram.h"

namespace tactus::systems {
namespace {

// The first entry that is not finite, or -1.
int FindBadEntry(const auto& x) {
  for (int i = 0; i < x.size(); ++i) {
    if (!std::isfinite(x[i])) return i;
  }
  return -1;
}

}  // namespace

std::optional<std::string> Diagram::FindNonFinite(const Context& context,
                                                  const VectorXd& xdot) const {
  for (const LeafLayout& layout : layouts_) {
    const auto derivatives = xdot.segment(layout.x_start, layout.x_size);
    const int entry = FindBadEntry(derivatives);
    if (entry < 0) continue;

    std::string message =
        fmt::format("block '{}': the time derivative of state {} is {}",
                    layout.leaf->name(), entry, derivatives[entry]);
    const auto x =
        context.continuous_state().segment(layout.x_start, layout.x_size);
    const int bad_state = FindBadEntry(x);
    const std::string bad_input =
        FindNonFiniteInput(context, *layout.leaf, Reads::kEverything);
    if (bad_state >= 0) {
      message +=
          fmt::format(", because its state {} is {}", bad_state, x[bad_state]);
    } else if (!bad_input.empty()) {
      message += ", because " + bad_input;
    }
    return message;
  }
  return std::nullopt;
}

std::string Diagram::FindNonFiniteInput(const Context& context,
                                        const LeafSystem& leaf,
                                        const ReadSet& reads) const {
  for (int i = 0; i < leaf.num_input_ports(); ++i) {
    const InputPort input = leaf.get_input_port(i);
    if (!reads.IncludesInput(i)) continue;
    if (!leaf.declaration().inputs[i].is_vector()) continue;
    const Value* value = EvalInput(context, layout(leaf).input_start + i);
    if (!value) continue;
    const VectorXd& u = value->get<VectorXd>();
    const int entry = FindBadEntry(u);
    if (entry < 0) continue;

    const std::optional<OutputPort> from = ConnectedOutput(input);
    return from ? TraceNonFinite(context, *from)
                : fmt::format(
                      "element {} of the value fixed at input '{}' is "
                      "{}",
                      entry, input.full_name(), u[entry]);
  }
  return {};
}

std::string Diagram::TraceNonFinite(const Context& context,
                                    OutputPort output) const {
  const std::string upstream = FindNonFiniteInput(
      context, *output.leaf,
      output.leaf->declaration().outputs[output.index].reads);
  if (!upstream.empty()) return upstream;
  const VectorXd& y = output.Eval(context);
  const int entry = FindBadEntry(y);
  return fmt::format("element {} of output '{}' is {}", entry,
                     output.full_name(), y[entry]);
}

}  // namespace tactus::systems
