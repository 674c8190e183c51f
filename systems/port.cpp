#include "tactus/systems/port.h"

#include <spdlog/fmt/fmt.h>

#include "tactus/systems/block_error.h"
#include "tactus/systems/context.h"
#include "tactus/systems/diagram.h"
#include "tactus/systems/leaf_system.h"

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

std::string InputPort::full_name() const {
  return leaf->name() + "." + leaf->declaration().inputs[index].name;
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
  const Value* value =
      context.root_->diagram_->EvalInput(*context.root_, *this);
  if (value) return *value;
  throw BlockError(leaf->name(),
                   fmt::format("input '{}' has no value: connect it, or fix it "
                               "in the Context",
                               full_name()));
}

std::string OutputPort::full_name() const {
  return leaf->name() + "." + leaf->declaration().outputs[index].port.name;
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

}  // namespace tactus::systems
