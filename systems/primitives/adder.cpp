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

}  // namespace tactus::systems
