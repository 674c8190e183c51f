// Pulling values through a Diagram and its ports, and keeping them while they
// are current. One file, so that the calls of a long chain are few and inlined.
#include <algorithm>
#include <stdexcept>

#include <spdlog/fmt/fmt.h>

#include "tactus/systems/diagram.h"
#include "tactus/systems/run_block.h"

namespace tactus::systems {
namespace {

// A computation may evaluate the ports of its own block only.
template <class Port>
void CheckOwnPort(const Port& port, const LeafContext& context) {
  if (port.leaf == &context.leaf()) return;
  throw BlockError(context.leaf().name(),
                   fmt::format("evaluates '{}', which is not its own port",
                               port.full_name()));
}

}  // namespace

const Value& Diagram::EvalOutput(const Context& context,
                                 OutputPort output) const {
  return EvalSlot(context, layout(*output.leaf).output_start + output.index);
}

const Value* Diagram::EvalInput(const Context& context, int index) const {
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
    if (slot.output == Slot::kDerivatives) {
      ComputeDerivatives(context, slot.leaf, &cached.value);
    } else {
      ComputeOutput(context, slot.leaf, slot.output, &cached.value);
    }
  }
  cached.current_at = context.clock_;
  return cached.value;
}

void Diagram::ComputeOutput(const Context& context, int leaf, int index,
                            Value* value) const {
  const LeafDeclaration::Output& output =
      leaves_[leaf]->declaration().outputs[index];
  RunBlock(*leaves_[leaf], "computing output", output.port.name, [&] {
    output.calc({&context, &layouts_[leaf], &output.reads}, value);
    if (!output.port.is_vector()) return;
    VectorXd& y = value->get<VectorXd>();
    if (y.size() == output.port.size) return;
    const auto wrong_size = y.size();
    y.setZero(output.port.size);
    throw std::length_error(fmt::format("made a vector of {} instead of {}",
                                        wrong_size, output.port.size));
  });
}

void Diagram::ComputeDerivatives(const Context& context, int leaf,
                                 Value* value) const {
  const LeafLayout& layout = layouts_[leaf];
  RunBlock(*leaves_[leaf], "computing its time derivatives", "", [&] {
    VectorXd& xdot = value->get<VectorXd>();
    leaves_[leaf]->CalcTimeDerivatives({&context, &layout}, &xdot);
    if (xdot.size() == layout.x_size) return;
    xdot.setZero(layout.x_size);
    throw std::length_error(
        fmt::format("their number must remain {}", layout.x_size));
  });
}

bool InputPort::HasValue(const LeafContext& context) const {
  CheckOwnPort(*this, context);
  return context.root_->diagram_->HasValue(*context.root_, *this);
}

const Value& InputPort::EvalValue(const LeafContext& context) const {
  CheckOwnPort(*this, context);
  if (context.declared_ && !context.declared_->IncludesInput(index)) {
    throw BlockError(leaf->name(),
                     fmt::format("an output reads input '{}', which it did not "
                                 "declare",
                                 full_name()));
  }
  const Value* value = context.root_->diagram_->EvalInput(
      *context.root_, context.layout_->input_start + index);
  if (value) return *value;
  throw BlockError(leaf->name(),
                   fmt::format("input '{}' has no value: connect it, or fix it "
                               "in the Context",
                               full_name()));
}

const Value& OutputPort::EvalValue(const Context& context) const {
  return context.diagram_->EvalOutput(context, *this);
}

const Value& OutputPort::EvalValue(const LeafContext& context) const {
  CheckOwnPort(*this, context);
  const ReadSet& reads = leaf->declaration().outputs[index].reads;
  if (context.declared_ && !context.declared_->Includes(reads)) {
    throw BlockError(leaf->name(),
                     fmt::format("an output evaluates '{}', which reads more "
                                 "than it declared itself",
                                 full_name()));
  }
  return EvalValue(*context.root_);
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
