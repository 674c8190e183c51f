// Pulling values through a Diagram, and keeping them while they are current.
#include <algorithm>
#include <stdexcept>

#include <spdlog/fmt/fmt.h>

#include "tactus/systems/diagram.h"
#include "tactus/systems/run_block.h"

namespace tactus::systems {

const Value& Diagram::EvalOutput(const Context& context,
                                 OutputPort output) const {
  return EvalSlot(context, layout(*output.leaf).output_start + output.index);
}

const Value* Diagram::EvalInput(const Context& context, InputPort input) const {
  const int index = layout(*input.leaf).input_start + input.index;
  const int slot = slot_of_input_[index];
  if (slot != kNotConnected) return &EvalSlot(context, slot);
  const Value& fixed = context.fixed_inputs_[index];
  return fixed.has_value() ? &fixed : nullptr;
}

bool Diagram::HasValue(const Context& context, InputPort input) const {
  const int index = layout(*input.leaf).input_start + input.index;
  return slot_of_input_[index] != kNotConnected ||
         context.fixed_inputs_[index].has_value();
}

const Value& Diagram::EvalSlot(const Context& context, int index) const {
  Context::CacheSlot& cached = context.cache_[index];
  if (cached.current_at == context.clock_) return cached.value;

  const Slot& slot = slots_[index];
  const bool is_current =
      cached.current_at > 0 &&
      std::all_of(slot.sources.begin(), slot.sources.end(), [&](int source) {
        return context.changed_[source] <= cached.current_at;
      });
  if (!is_current) {
    cached.current_at = 0;  // in case the computation throws
    Compute(context, slot, &cached.value);
  }
  cached.current_at = context.clock_;
  return cached.value;
}

void Diagram::Compute(const Context& context, const Slot& slot,
                      Value* value) const {
  const LeafSystem& leaf = *leaves_[slot.leaf];
  const LeafLayout* layout = &layouts_[slot.leaf];
  if (slot.output == Slot::kDerivatives) {
    RunBlock(leaf, "computing its time derivatives", "", [&] {
      VectorXd& xdot = value->get<VectorXd>();
      leaf.CalcTimeDerivatives({&context, layout}, &xdot);
      if (xdot.size() == layout->x_size) return;
      xdot.setZero(layout->x_size);
      throw std::length_error(
          fmt::format("their number must remain {}", layout->x_size));
    });
  } else {
    const auto& output = leaf.declaration().outputs[slot.output];
    RunBlock(leaf, "computing output", output.port.name, [&] {
      output.calc({&context, layout, &output.reads}, value);
    });
  }
}

const VectorXd& Diagram::EvalTimeDerivatives(const LeafSystem& leaf,
                                             const Context& context) const {
  const int slot = layout(leaf).derivatives_slot;
  if (slot < 0) {
    throw std::invalid_argument(
        fmt::format("block '{}' has no continuous state", leaf.name()));
  }
  return EvalSlot(context, slot).get<VectorXd>();
}

void Diagram::CalcTimeDerivatives(const Context& context,
                                  VectorXd* xdot) const {
  xdot->resize(num_continuous_states_);
  for (const LeafLayout& layout : layouts_) {
    if (layout.x_size == 0) continue;
    xdot->segment(layout.x_start, layout.x_size) =
        EvalSlot(context, layout.derivatives_slot).get<VectorXd>();
  }
}

}  // namespace tactus::systems
