// What of a Context goes into a checkpoint.
#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "tactus/systems/context.h"
#include "tactus/systems/diagram.h"

namespace tactus::systems {
namespace {

// Checks that `mine` is what was written; says what is meant by it.
void Match(const std::string& mine, const std::string& what, Archive* archive) {
  std::string written = mine;
  archive->Visit(&written);
  if (written == mine) return;
  throw CheckpointError(
      fmt::format("the checkpoint is of another diagram: {} is '{}' there and "
                  "'{}' here",
                  what, written, mine));
}

// What a block consists of, sizes included.
std::string DescribeLayout(const LeafDeclaration& all) {
  std::string text =
      fmt::format("{} states, {} abstract states, {} parameters, {} witnesses",
                  all.continuous_model.size(), all.abstract_models.size(),
                  all.parameter_models.size(), all.witnesses.size());
  text += ", discrete states of";
  for (const VectorXd& x : all.discrete_models) {
    text += fmt::format(" {}", x.size());
  }
  text += ", inputs of";
  for (const PortType& input : all.inputs) {
    text += fmt::format(" {}", input.size);
  }
  return text;
}

// A vector that keeps its size.
void VisitSized(VectorXd* x, const std::string& what, Archive* archive) {
  const auto size = x->size();
  archive->Visit(x);
  if (x->size() == size) return;
  throw CheckpointError(
      fmt::format("the checkpoint is damaged: {} has {} entries, not {}", what,
                  x->size(), size));
}

// The value of an input keeps its size, if it is a vector with one.
void RequireSize(const Value& value, const PortType& port,
                 const LeafSystem& leaf) {
  if (!port.is_vector() || !value.has_value()) return;
  if (value.get<VectorXd>().size() == port.size) return;
  throw CheckpointError(fmt::format(
      "the checkpoint is damaged: input '{}' of block '{}' has another size",
      port.name, leaf.name()));
}

// The entries [start, start + count) of one block.
void VisitValues(std::vector<Value>* values, int start, std::size_t count,
                 const LeafSystem& leaf, Archive* archive) {
  for (std::size_t i = 0; i < count; ++i) {
    try {
      (*values)[start + i].Serialize(archive);
    } catch (const CheckpointError& error) {
      throw CheckpointError(
          fmt::format("block '{}': {}", leaf.name(), error.what()));
    }
  }
}

// What a Context holds of all blocks, each with its share.
struct BlockValues {
  std::vector<VectorXd>* discrete;
  std::vector<Value>*abstract, *parameters, *fixed_inputs;
};

void VisitBlock(const LeafLayout& layout, const BlockValues& values,
                Archive* archive) {
  const LeafSystem& leaf = *layout.leaf;
  const LeafDeclaration& all = leaf.declaration();
  Match(DescribeLayout(all),
        fmt::format("the layout of block '{}'", leaf.name()), archive);
  for (std::size_t k = 0; k < all.discrete_models.size(); ++k) {
    VisitSized(&(*values.discrete)[layout.discrete_start + k],
               fmt::format("a discrete state of block '{}'", leaf.name()),
               archive);
  }
  VisitValues(values.abstract, layout.abstract_start,
              all.abstract_models.size(), leaf, archive);
  VisitValues(values.parameters, layout.parameter_start,
              all.parameter_models.size(), leaf, archive);
  VisitValues(values.fixed_inputs, layout.input_start, all.inputs.size(), leaf,
              archive);
  for (std::size_t k = 0; k < all.inputs.size(); ++k) {
    RequireSize((*values.fixed_inputs)[layout.input_start + k], all.inputs[k],
                leaf);
  }
}

}  // namespace

void Context::Serialize(Archive* archive) {
  const auto leaves = diagram_->leaves();
  Match(fmt::format("{}", leaves.size()), "the number of blocks", archive);
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    Match(leaves[i]->name(), fmt::format("block {}", i), archive);
    VisitBlock(Layout(*leaves[i]),
               {&discrete_, &abstract_, &parameters_, &fixed_inputs_}, archive);
  }
  archive->Visit(&time_);
  if (!std::isfinite(time_)) {
    throw CheckpointError("the checkpoint is damaged: its time is not finite");
  }
  VisitSized(&x_, "the state", archive);
  archive->Visit(&integrator_memory_, &triggered_, &updated_at_, &observed_at_);
  for (const int i : triggered_) {
    if (i >= 0 && i < diagram_->num_witnesses()) continue;
    throw CheckpointError(
        "the checkpoint is damaged: there is no such witness");
  }
  // What was computed from other values is no longer current.
  ++clock_;
  changed_.assign(changed_.size(), clock_);
}

}  // namespace tactus::systems
