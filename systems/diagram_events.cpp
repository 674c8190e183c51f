// The events of a Diagram: when they happen, and what they do.
#include <algorithm>
#include <limits>

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

}  // namespace

VectorXd& NextState::discrete_state(int group) {
  const int index = layout_.discrete_start + group;
  if (!buffer_.discrete_written[index]) {
    buffer_.discrete[index] = before_.discrete_[index];
    buffer_.discrete_written[index] = true;
  }
  return buffer_.discrete[index];
}

Value& NextState::abstract_value(int index_in_leaf) {
  const int index = layout_.abstract_start + index_in_leaf;
  if (!buffer_.abstract_written[index]) {
    buffer_.abstract[index] = before_.abstract_[index];
    buffer_.abstract_written[index] = true;
  }
  return buffer_.abstract[index];
}

double Diagram::CalcNextEventTime(const Context& context) const {
  double next = std::numeric_limits<double>::infinity();
  for (const LeafSystem* leaf : leaves_) {
    for (const auto& update : leaf->declaration().periodic_updates) {
      next = std::min(next, update.schedule.NextTime(context.time()));
    }
    for (const auto& publish : leaf->declaration().periodic_publishes) {
      next = std::min(next, publish.schedule.NextTime(context.time()));
    }
  }
  return next;
}

void Diagram::PerformUpdates(Context* context) const {
  UpdateBuffer buffer;
  PerformUpdates(context, &buffer);
}

void Diagram::PerformUpdates(Context* context, UpdateBuffer* buffer) const {
  if (context->updated_at_ == context->time()) return;
  Prepare(context->discrete_.size(), context->abstract_.size(), buffer);
  for (const LeafLayout& layout : layouts_) {
    const LeafContext before(context, &layout);
    NextState next(*context, layout, buffer);
    for (const auto& update : layout.leaf->declaration().periodic_updates) {
      if (!update.schedule.IsDue(context->time())) continue;
      RunBlock(*layout.leaf, "updating its state", "",
               [&] { update.handler(before, &next); });
    }
    CheckSizes(layout, *buffer);
  }
  CommitUpdates(buffer, context);
  context->updated_at_ = context->time();
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
}

void Diagram::Publish(Context* context) const {
  if (context->published_at_ == context->time()) return;
  for (const LeafLayout& layout : layouts_) {
    const LeafContext share(context, &layout);
    const LeafDeclaration& all = layout.leaf->declaration();
    for (const auto& publish : all.periodic_publishes) {
      if (!publish.schedule.IsDue(context->time())) continue;
      RunBlock(*layout.leaf, "publishing", "", [&] { publish.handler(share); });
    }
    for (const auto& publish : all.per_step_publishes) {
      RunBlock(*layout.leaf, "publishing", "", [&] { publish(share); });
    }
  }
  context->published_at_ = context->time();
}

}  // namespace tactus::systems
