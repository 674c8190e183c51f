#include "tactus/systems/context.h"

#include <cmath>
#include <stdexcept>

#include <spdlog/fmt/fmt.h>

#include "tactus/systems/block_error.h"
#include "tactus/systems/diagram.h"
#include "tactus/systems/leaf_system.h"

namespace tactus::systems {
namespace {

void CheckSize(Eigen::Index given, Eigen::Index wanted, const char* what,
               const std::string& block) {
  if (given == wanted) return;
  throw std::invalid_argument(fmt::format("{}{}{} has {} elements, not {}",
                                          what, block.empty() ? "" : " of ",
                                          block, wanted, given));
}

void CheckFinite(const VectorRef& given, const char* what,
                 const std::string& block) {
  for (Eigen::Index i = 0; i < given.size(); ++i) {
    if (std::isfinite(given[i])) continue;
    throw std::invalid_argument(
        fmt::format("element {} of {} of {} is {}; it must be a finite number",
                    i, what, block, given[i]));
  }
}

[[noreturn]] void ThrowMisfit(InputPort input, const std::string& value) {
  throw std::invalid_argument(fmt::format(
      "input '{}' ({}) cannot be fixed to a {}", input.full_name(),
      input.leaf->declaration().inputs[input.index].description(), value));
}

const char* NameOf(Reads source) {
  switch (source) {
    case Reads::kTime:
      return "the time";
    case Reads::kContinuous:
      return "the continuous state";
    case Reads::kDiscrete:
      return "the discrete state";
    case Reads::kAbstract:
      return "the abstract state";
    default:
      return "the parameters";
  }
}

}  // namespace

void Context::SetTime(double t) {
  if (t == time_) return;
  if (!std::isfinite(t)) {
    throw std::invalid_argument(
        fmt::format("the time is {}; it must be a finite number", t));
  }
  time_ = t;
  MarkChanged(kTimeSource);
}

void Context::SetContinuousState(const VectorRef& x) {
  CheckSize(x.size(), x_.size(), "the continuous state", {});
  x_ = x;
  MarkChanged(kContinuousSource);
}

LeafContext Context::of(const LeafSystem& leaf) const {
  return {this, &Layout(leaf)};
}

MutableLeafContext Context::of(const LeafSystem& leaf) {
  return {this, &Layout(leaf)};
}

const LeafLayout& Context::Layout(const LeafSystem& leaf) const {
  if (!diagram_) {
    throw std::invalid_argument("this Context belongs to no Diagram");
  }
  return diagram_->layout(leaf);
}

void Context::FixVector(InputPort input, const VectorRef& value) {
  Value& fixed = FixedInput(input);
  const PortType& port = input.leaf->declaration().inputs[input.index];
  if (!port.is_vector()) return FixValue(input, Value(VectorXd(value)));
  if (port.size != value.size()) {
    ThrowMisfit(input, fmt::format("vector of {}", value.size()));
  }
  if (fixed.has_value()) {
    fixed.get<VectorXd>() = value;
  } else {
    fixed = Value(VectorXd(value));
  }
  MarkChanged(Layout(*input.leaf).first_input_source + input.index);
}

void Context::FixValue(InputPort input, const Value& value) {
  Value& fixed = FixedInput(input);
  if (value.type() != *input.leaf->declaration().inputs[input.index].type) {
    ThrowMisfit(input, "value of type " + TypeName(value.type()));
  }
  fixed = value;
  MarkChanged(Layout(*input.leaf).first_input_source + input.index);
}

Value& Context::FixedInput(InputPort input) {
  const LeafLayout& layout = Layout(*input.leaf);
  if (diagram_->ConnectedOutput(input)) {
    throw std::invalid_argument(fmt::format(
        "input '{}' is connected and cannot be fixed", input.full_name()));
  }
  return fixed_inputs_[layout.input_start + input.index];
}

void LeafContext::ThrowUndeclared(Reads source) const {
  throw BlockError(leaf().name(),
                   fmt::format("an output reads {}, which it did not declare",
                               NameOf(source)));
}

void LeafContext::ThrowIndex(int index, int count, const char* what) const {
  throw BlockError(leaf().name(), fmt::format("{} {} is asked for, of {}", what,
                                              index, count));
}

void MutableLeafContext::set_continuous_state(const VectorRef& x) {
  CheckSize(x.size(), layout_->x_size, "the continuous state", leaf().name());
  CheckFinite(x, "the continuous state", leaf().name());
  mutable_root_->x_.segment(layout_->x_start, layout_->x_size) = x;
  mutable_root_->MarkChanged(kContinuousSource);
}

void MutableLeafContext::set_discrete_state(const VectorRef& x, int group) {
  CheckIndex(group, layout_->num_discrete, "group of the discrete state");
  VectorXd& state = mutable_root_->discrete_[layout_->discrete_start + group];
  CheckSize(x.size(), state.size(), "this discrete state", leaf().name());
  state = x;
  mutable_root_->MarkChanged(layout_->discrete_source);
}

}  // namespace tactus::systems
