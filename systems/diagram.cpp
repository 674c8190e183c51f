#include "tactus/systems/diagram.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/systems/run_block.h"

namespace tactus::systems {
namespace {

int SizeOf(const auto& entries) {
  return static_cast<int>(entries.size());
}

template <class T>
void AppendTo(std::vector<T>* all, const std::vector<T>& more) {
  all->insert(all->end(), more.begin(), more.end());
}

// Of all continuous states; 1 where a block says nothing.
VectorXd CollectErrorScales(const std::vector<LeafLayout>& layouts, int size) {
  VectorXd all = VectorXd::Ones(size);
  for (const LeafLayout& layout : layouts) {
    const VectorXd& scales = layout.leaf->declaration().error_scales;
    if (scales.size() > 0) all.segment(layout.x_start, layout.x_size) = scales;
  }
  return all;
}

}  // namespace

Diagram::Diagram(std::vector<std::unique_ptr<LeafSystem>> leaves,
                 const std::vector<Wire>& wires, Exports exports)
    : owned_leaves_(std::move(leaves)), exports_(std::move(exports)) {
  for (const auto& leaf : owned_leaves_) {
    leaf->diagram_ = this;
    leaf->index_ = SizeOf(leaves_);
    leaves_.push_back(leaf.get());
  }
  LayOut();
  for (const Wire& wire : wires) {
    slot_of_input_[layout(*wire.to.leaf).input_start + wire.to.index] =
        layout(*wire.from.leaf).output_start + wire.from.index;
  }
  FindSources(SortOutputs(leaves_, wires));
}

void Diagram::LayOut() {
  LeafLayout next;
  int source = kContinuousSource + 1;
  for (const LeafSystem* leaf : leaves_) {
    const LeafDeclaration& all = leaf->declaration();
    LeafLayout layout = next;
    layout.leaf = leaf;
    layout.x_size = leaf->num_continuous_states();
    layout.num_discrete = SizeOf(all.discrete_models);
    layout.num_abstract = SizeOf(all.abstract_models);
    layout.num_parameters = SizeOf(all.parameter_models);
    layout.discrete_source = source++;
    layout.abstract_source = source++;
    layout.parameter_source = source++;
    layout.first_input_source = source;
    source += SizeOf(all.inputs);
    AddSlots(&layout);
    for (int i = 0; i < SizeOf(all.witnesses); ++i) {
      witnesses_.push_back({SizeOf(layouts_), i});
    }
    layouts_.push_back(layout);

    next.x_start += layout.x_size;
    next.discrete_start += layout.num_discrete;
    next.abstract_start += layout.num_abstract;
    next.parameter_start += layout.num_parameters;
    next.input_start += SizeOf(all.inputs);
  }
  num_continuous_states_ = next.x_start;
  error_scales_ = CollectErrorScales(layouts_, num_continuous_states_);
  num_sources_ = source;
  slot_of_input_.assign(next.input_start, kNotConnected);
}

void Diagram::AddSlots(LeafLayout* layout) {
  const int leaf = SizeOf(layouts_);
  layout->output_start = SizeOf(slots_);
  for (int i = 0; i < layout->leaf->num_output_ports(); ++i) {
    slots_.push_back({leaf, i, {}});
  }
  if (layout->x_size > 0) {
    layout->derivatives_slot = SizeOf(slots_);
    slots_.push_back({leaf, Slot::kDerivatives, {}});
  }
}

void Diagram::FindSources(const std::vector<OutputPort>& order) {
  for (const OutputPort& output : order) {
    const LeafLayout& from = layout(*output.leaf);
    slots_[from.output_start + output.index].sources =
        SourcesOf(from, output.leaf->declaration().outputs[output.index].reads);
  }
  for (const LeafLayout& from : layouts_) {
    if (from.x_size == 0) continue;
    slots_[from.derivatives_slot].sources = SourcesOf(from, Reads::kEverything);
  }
}

std::vector<int> Diagram::SourcesOf(const LeafLayout& layout,
                                    const ReadSet& reads) const {
  const std::pair<Reads, int> own[] = {
      {Reads::kTime, kTimeSource},
      {Reads::kContinuous, kContinuousSource},
      {Reads::kDiscrete, layout.discrete_source},
      {Reads::kAbstract, layout.abstract_source},
      {Reads::kParameters, layout.parameter_source}};
  std::vector<int> sources;
  for (const auto& [kind, source] : own) {
    if (reads.Includes(kind)) sources.push_back(source);
  }
  for (int i = 0; i < layout.leaf->num_input_ports(); ++i) {
    if (!reads.IncludesInput(i)) continue;
    const int slot = slot_of_input_[layout.input_start + i];
    if (slot == kNotConnected) {
      sources.push_back(layout.first_input_source + i);
    } else {
      AppendTo(&sources, slots_[slot].sources);
    }
  }
  std::sort(sources.begin(), sources.end());
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  return sources;
}

Context Diagram::CreateDefaultContext() const {
  Context context;
  context.diagram_ = this;
  context.x_.resize(num_continuous_states_);
  context.fixed_inputs_.resize(slot_of_input_.size());
  context.changed_.assign(num_sources_, context.clock_);
  for (const LeafLayout& layout : layouts_) {
    const LeafDeclaration& all = layout.leaf->declaration();
    context.x_.segment(layout.x_start, layout.x_size) = all.continuous_model;
    AppendTo(&context.discrete_, all.discrete_models);
    AppendTo(&context.abstract_, all.abstract_models);
    AppendTo(&context.parameters_, all.parameter_models);
    for (const auto& output : all.outputs) {
      context.cache_.push_back({output.model});
    }
    if (layout.x_size > 0) {
      context.cache_.push_back({Value(VectorXd(all.continuous_model))});
    }
  }
  for (const LeafSystem* leaf : leaves_) {
    MutableLeafContext share = context.of(*leaf);
    RunBlock(*leaf, "setting its default state", "",
             [&] { leaf->SetDefaultState(&share); });
  }
  return context;
}

const LeafSystem& Diagram::leaf(std::string_view name) const {
  for (const LeafSystem* leaf : leaves_) {
    if (leaf->name() == name) return *leaf;
  }
  throw std::invalid_argument(
      fmt::format("the diagram has no block '{}'", name));
}

const LeafLayout& Diagram::layout(const LeafSystem& leaf) const {
  if (leaf.diagram_ != this) {
    throw std::invalid_argument(
        fmt::format("block '{}' is not part of this diagram", leaf.name()));
  }
  return layouts_[leaf.index_];
}

void Diagram::ProjectContinuousState(VectorXd* x) const {
  for (const LeafLayout& layout : layouts_) {
    if (layout.x_size == 0) continue;
    layout.leaf->ProjectContinuousState(
        x->segment(layout.x_start, layout.x_size));
  }
}

std::string Diagram::DescribeContinuousState(int index) const {
  for (const LeafLayout& layout : layouts_) {
    const int i = index - layout.x_start;
    if (i < 0 || i >= layout.x_size) continue;
    return fmt::format("state {} of block '{}'", i, layout.leaf->name());
  }
  throw std::invalid_argument(
      fmt::format("there is no continuous state {}", index));
}

int Diagram::continuous_state_start(const LeafSystem& leaf) const {
  return layout(leaf).x_start;
}

int Diagram::SlotOf(InputPort input) const {
  return slot_of_input_[layout(*input.leaf).input_start + input.index];
}

bool Diagram::DependsOn(InputPort input, int source) const {
  const int index = SlotOf(input);
  return index != kNotConnected &&
         std::ranges::count(slots_[index].sources, source) > 0;
}

bool Diagram::DependsOnTime(InputPort input) const {
  return DependsOn(input, kTimeSource);
}

bool Diagram::DependsOnContinuousState(InputPort input) const {
  return DependsOn(input, kContinuousSource);
}

bool Diagram::DependsOnContinuousState(OutputPort output) const {
  const int slot = layout(*output.leaf).output_start + output.index;
  return std::ranges::count(slots_[slot].sources, kContinuousSource) > 0;
}

int Diagram::leaf_index(const LeafSystem& leaf) const {
  layout(leaf);  // throws if it is another diagram's
  return leaf.index_;
}

std::optional<OutputPort> Diagram::ConnectedOutput(InputPort input) const {
  const int index = SlotOf(input);
  if (index == kNotConnected) return std::nullopt;
  const Slot& slot = slots_[index];
  return OutputPort{leaves_[slot.leaf], slot.output};
}

}  // namespace tactus::systems
