// The events of a Diagram: when they happen, and what they do.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <spdlog/fmt/fmt.h>

#include "tactus/systems/diagram.h"
#include "tactus/systems/run_block.h"

namespace tactus::systems {
namespace {

void Prepare(std::size_t num_discrete, std::size_t num_abstract,
             UpdateBuffer* buffer) {
  buffer->discrete.resize(num_discrete);
  buffer->abstract.resize(num_abstract);
  buffer->discrete_written.assign(num_discrete, false);
  buffer->abstract_written.assign(num_abstract, false);
  buffer->continuous_written = false;
  buffer->termination.clear();
}

void CheckSizes(const LeafLayout& layout, const UpdateBuffer& buffer) {
  const auto& models = layout.leaf->declaration().discrete_models;
  for (std::size_t i = 0; i < models.size(); ++i) {
    const std::size_t index = layout.discrete_start + i;
    if (!buffer.discrete_written[index]) continue;
    if (buffer.discrete[index].size() == models[i].size()) continue;
    throw BlockError(layout.leaf->name(),
                     "an update changed the size of a discrete state");
  }
}

void RequireIndex(const LeafLayout& layout, int index, int count,
                  const char* what) {
  if (index >= 0 && index < count) return;
  throw BlockError(layout.leaf->name(), fmt::format("{} {} is asked for, of {}",
                                                    what, index, count));
}

}  // namespace

VectorXd& NextState::discrete_state(int group) {
  RequireIndex(layout_, group, layout_.num_discrete,
               "group of the discrete state");
  const int index = layout_.discrete_start + group;
  if (!buffer_.discrete_written[index]) {
    buffer_.discrete[index] = before_.discrete_[index];
    buffer_.discrete_written[index] = true;
  }
  return buffer_.discrete[index];
}

Value& NextState::abstract_value(int index_in_leaf) {
  RequireIndex(layout_, index_in_leaf, layout_.num_abstract, "abstract state");
  const int index = layout_.abstract_start + index_in_leaf;
  if (!buffer_.abstract_written[index]) {
    buffer_.abstract[index] = before_.abstract_[index];
    buffer_.abstract_written[index] = true;
  }
  return buffer_.abstract[index];
}

Eigen::VectorBlock<VectorXd> NextState::continuous_state() {
  if (!buffer_.continuous_written) {
    buffer_.continuous = before_.x_;
    buffer_.continuous_written = true;
  }
  return buffer_.continuous.segment(layout_.x_start, layout_.x_size);
}

void NextState::Terminate(std::string reason) {
  if (!buffer_.termination.empty()) return;
  buffer_.termination = "block '" + layout_.leaf->name() + "': " + reason;
}

double Diagram::CalcNextUpdateTime(double time) const {
  double next = kInfinity;
  for (const LeafSystem* leaf : leaves_) {
    for (const auto& update : leaf->declaration().periodic_updates) {
      next = std::min(next, update.schedule.NextTime(time));
    }
  }
  return next;
}

double Diagram::CalcLongestStep() const {
  double longest = kInfinity;
  for (const LeafSystem* leaf : leaves_)
    longest = std::min(longest, leaf->declaration().longest_step);
  return longest;
}

std::optional<std::string> Diagram::PerformUpdates(Context* context) const {
  UpdateBuffer buffer;
  return PerformUpdates(context, &buffer);
}

std::optional<std::string> Diagram::PerformUpdates(Context* context,
                                                   UpdateBuffer* buffer) const {
  const bool periodic_are_done =
      SameTime(context->updated_at_, context->time());
  if (periodic_are_done && context->triggered_.empty()) return std::nullopt;
  Prepare(context->discrete_.size(), context->abstract_.size(), buffer);
  for (const LeafLayout& layout : layouts_) {
    for (const auto& update : layout.leaf->declaration().periodic_updates) {
      if (!periodic_are_done && update.schedule.IsDue(context->time()))
        RunUpdate(layout, update.handler, *context, buffer);
    }
  }
  for (const int i : context->triggered_) {
    RunUpdate(layouts_[witnesses_[i].leaf], witness(i).handler, *context,
              buffer);
  }
  CommitUpdates(buffer, context);
  context->triggered_.clear();
  context->updated_at_ = context->time();
  if (buffer->termination.empty()) return std::nullopt;
  return std::move(buffer->termination);
}

void Diagram::RunUpdate(const LeafLayout& layout,
                        const LeafDeclaration::Update& run,
                        const Context& context, UpdateBuffer* buffer) const {
  const LeafContext before(&context, &layout);
  NextState next(context, layout, buffer);
  RunBlock(*layout.leaf, "updating its state", "", [&] { run(before, &next); });
  CheckSizes(layout, *buffer);
}

void Diagram::CommitUpdates(UpdateBuffer* buffer, Context* context) const {
  for (const LeafLayout& layout : layouts_) {
    const LeafDeclaration& all = layout.leaf->declaration();
    for (std::size_t i = 0; i < all.discrete_models.size(); ++i) {
      const std::size_t index = layout.discrete_start + i;
      if (!buffer->discrete_written[index]) continue;
      context->discrete_[index].swap(buffer->discrete[index]);
      context->MarkChanged(layout.discrete_source);
    }
    for (std::size_t i = 0; i < all.abstract_models.size(); ++i) {
      const std::size_t index = layout.abstract_start + i;
      if (!buffer->abstract_written[index]) continue;
      std::swap(context->abstract_[index], buffer->abstract[index]);
      context->MarkChanged(layout.abstract_source);
    }
  }
  if (buffer->continuous_written) {
    context->SetContinuousState(buffer->continuous);
  }
}

const LeafDeclaration::Witness& Diagram::witness(int i) const {
  const WitnessOfLeaf& which = witnesses_[i];
  return leaves_[which.leaf]->declaration().witnesses[which.index];
}

void Diagram::CalcWitnesses(const Context& context, VectorXd* w) const {
  w->resize(num_witnesses());
  for (int i = 0; i < num_witnesses(); ++i) {
    const LeafLayout& layout = layouts_[witnesses_[i].leaf];
    RunBlock(*layout.leaf, "computing witness", witness(i).name, [&] {
      (*w)[i] = witness(i).calc({&context, &layout});
      if (std::isnan((*w)[i])) throw std::domain_error("it is not a number");
    });
  }
}

bool Diagram::AnyCrosses(const VectorXd& w0, const VectorXd& w1) const {
  for (int i = 0; i < num_witnesses(); ++i) {
    if (Crosses(witness(i).direction, w0[i], w1[i])) return true;
  }
  return false;
}

void Diagram::TriggerWitnesses(const VectorXd& w0, const VectorXd& w1,
                               Context* context) const {
  for (int i = 0; i < num_witnesses(); ++i) {
    if (Crosses(witness(i).direction, w0[i], w1[i])) {
      context->triggered_.push_back(i);
    }
  }
}

}  // namespace tactus::systems
