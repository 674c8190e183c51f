#include "tactus/systems/primitives/multiplexer.h"

#include <numeric>
#include <utility>

namespace tactus::systems {

Multiplexer::Multiplexer(std::string name, const std::vector<int>& sizes)
    : LeafSystem(std::move(name)) {
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    DeclareVectorInputPort("u" + std::to_string(i), sizes[i]);
  }
  DeclareVectorOutputPort("y", std::accumulate(sizes.begin(), sizes.end(), 0),
                          &Multiplexer::CalcY, Reads::kInputs);
}

void Multiplexer::CalcY(const LeafContext& context, VectorXd* y) const {
  Eigen::Index start = 0;
  for (int i = 0; i < num_input_ports(); ++i) {
    const VectorXd& u = get_input_port(i).Eval(context);
    y->segment(start, u.size()) = u;
    start += u.size();
  }
}

bool Multiplexer::CalcOutputJacobians(const LeafContext&, int,
                                      LeafJacobians* jacobians) const {
  const int rows = declaration().outputs[0].port.size;
  int start = 0;
  for (const PortType& input : declaration().inputs) {
    MatrixXd& by_input =
        jacobians->by_input.emplace_back(MatrixXd::Zero(rows, input.size));
    by_input.middleRows(start, input.size).setIdentity();
    start += input.size;
  }
  return true;
}

}  // namespace tactus::systems
