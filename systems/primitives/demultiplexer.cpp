#include "tactus/systems/primitives/demultiplexer.h"

#include <numeric>
#include <utility>

namespace tactus::systems {

Demultiplexer::Demultiplexer(std::string name, const std::vector<int>& sizes)
    : LeafSystem(std::move(name)) {
  u_ = DeclareVectorInputPort("u",
                              std::accumulate(sizes.begin(), sizes.end(), 0));
  int start = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const int size = sizes[i];
    DeclareVectorOutputPort(
        "y" + std::to_string(i), size,
        [this, start, size](const LeafContext& context, VectorXd* y) {
          *y = u_.Eval(context).segment(start, size);
        },
        Reads::kInputs);
    start += size;
  }
}

bool Demultiplexer::CalcOutputJacobians(const LeafContext&, int output,
                                        LeafJacobians* jacobians) const {
  int start = 0;
  for (int i = 0; i < output; ++i) {
    start += declaration().outputs[i].port.size;
  }
  const int rows = declaration().outputs[output].port.size;
  MatrixXd& by_input = jacobians->by_input.emplace_back(
      MatrixXd::Zero(rows, declaration().inputs[0].size));
  by_input.middleCols(start, rows).setIdentity();
  return true;
}

}  // namespace tactus::systems
