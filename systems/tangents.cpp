#include "tactus/systems/tangents.h"

#include <string>

#include <spdlog/fmt/fmt.h>

#include "tactus/systems/block_error.h"

namespace tactus::systems {
namespace {

// A matrix that a block supplied, unless it is empty.
void Check(const LeafSystem& leaf, const MatrixXd& matrix, Eigen::Index rows,
           Eigen::Index cols, const std::string& by) {
  if (matrix.size() == 0) return;
  if (matrix.rows() != rows || matrix.cols() != cols) {
    throw BlockError(
        leaf.name(),
        fmt::format("supplies derivatives by {} of {} x {}, not {} x {}", by,
                    matrix.rows(), matrix.cols(), rows, cols));
  }
  if (!matrix.allFinite()) {
    throw BlockError(
        leaf.name(),
        fmt::format("supplies derivatives by {} that are not finite", by));
  }
}

void Check(const LeafSystem& leaf, const LeafJacobians& jacobians, int rows) {
  Check(leaf, jacobians.by_state, rows, leaf.num_continuous_states(),
        "its state");
  const auto& inputs = leaf.declaration().inputs;
  if (jacobians.by_input.size() > inputs.size()) {
    throw BlockError(leaf.name(),
                     fmt::format("supplies derivatives by {} inputs; it has {}",
                                 jacobians.by_input.size(), inputs.size()));
  }
  for (std::size_t i = 0; i < jacobians.by_input.size(); ++i) {
    Check(leaf, jacobians.by_input[i], rows,
          inputs[i].is_vector() ? inputs[i].size : 0,
          "input '" + inputs[i].name + "'");
  }
}

}  // namespace

Tangents::Tangents(const Diagram& diagram) : diagram_(diagram) {
  for (const LeafSystem* leaf : diagram.leaves()) {
    outputs_.emplace_back(leaf->num_output_ports());
  }
}

void Tangents::Reset(const Context& context, const MatrixXd& directions) {
  context_ = &context;
  directions_ = directions;
  for (auto& of_leaf : outputs_) {
    for (Entry& entry : of_leaf) entry.known.reset();
  }
}

const MatrixXd* Tangents::Eval(InputPort input) {
  static const MatrixXd kNone;
  const std::optional<OutputPort> from = diagram_.ConnectedOutput(input);
  return from ? Eval(*from) : &kNone;
}

const MatrixXd* Tangents::Eval(OutputPort output) {
  const LeafSystem& leaf = *output.leaf;
  Entry& entry = outputs_[diagram_.leaf_index(leaf)][output.index];
  if (!entry.known) {
    entry.value.resize(0, 0);
    if (!diagram_.DependsOnContinuousState(output)) {
      entry.known = true;
    } else {
      LeafJacobians jacobians;
      const PortType& port = leaf.declaration().outputs[output.index].port;
      entry.known = port.is_vector() &&
                    leaf.CalcOutputJacobians(context_->of(leaf), output.index,
                                             &jacobians) &&
                    Chain(leaf, jacobians, port.size, &entry.value);
    }
  }
  return *entry.known ? &entry.value : nullptr;
}

const MatrixXd* Tangents::EvalTimeDerivatives(const LeafSystem& leaf) {
  LeafJacobians jacobians;
  const bool known =
      leaf.CalcTimeDerivativesJacobians(context_->of(leaf), &jacobians) &&
      Chain(leaf, jacobians, leaf.num_continuous_states(), &derivatives_);
  return known ? &derivatives_ : nullptr;
}

bool Tangents::Chain(const LeafSystem& leaf, const LeafJacobians& jacobians,
                     int rows, MatrixXd* result) {
  Check(leaf, jacobians, rows);
  MatrixXd sum = MatrixXd::Zero(rows, directions_.cols());
  if (jacobians.by_state.size() > 0) {
    sum.noalias() +=
        jacobians.by_state *
        directions_.middleRows(diagram_.continuous_state_start(leaf),
                               leaf.num_continuous_states());
  }
  for (std::size_t i = 0; i < jacobians.by_input.size(); ++i) {
    const MatrixXd& by_input = jacobians.by_input[i];
    if (by_input.size() == 0) continue;
    const MatrixXd* input = Eval(leaf.get_input_port(static_cast<int>(i)));
    if (input == nullptr) return false;
    if (input->size() > 0) sum.noalias() += by_input * *input;
  }
  *result = std::move(sum);
  return true;
}

}  // namespace tactus::systems
