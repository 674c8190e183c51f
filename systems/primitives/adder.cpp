#include "tactus/systems/primitives/adder.h"

#include <utility>

namespace tactus::systems {

Adder::Adder(std::string name, int num_inputs, int size)
    : LeafSystem(std::move(name)) {
  for (int i = 0; i < num_inputs; ++i) {
    DeclareVectorInputPort("u" + std::to_string(i), size);
  }
  DeclareVectorOutputPort("sum", size, &Adder::CalcSum, Reads::kInputs);
}

void Adder::CalcSum(const LeafContext& context, VectorXd* sum) const {
  sum->setZero();
  for (int i = 0; i < num_input_ports(); ++i) {
    *sum += get_input_port(i).Eval(context);
  }
}

bool Adder::CalcOutputJacobians(const LeafContext&, int,
                                LeafJacobians* jacobians) const {
  const int size =
      declaration().inputs.empty() ? 0 : declaration().inputs[0].size;
  jacobians->by_input.assign(num_input_ports(), MatrixXd::Identity(size, size));
  return true;
}

}  // namespace tactus::systems
