#include "tactus/systems/primitives/logic_gate.h"

#include <cmath>
#include <utility>

#include "tactus/systems/primitives/check_block.h"

namespace tactus::systems {

LogicGate::LogicGate(std::string name, Operation operation, int num_inputs,
                     int size)
    : LeafSystem(std::move(name)), operation_(operation) {
  CheckBlock(*this, num_inputs >= 0, "the number of inputs is negative");
  CheckBlock(*this, operation != Operation::kNot || num_inputs == 1,
             "'not' has one input");
  for (int i = 0; i < num_inputs; ++i) {
    DeclareVectorInputPort("u" + std::to_string(i), size);
  }
  DeclareVectorOutputPort("y", size, &LogicGate::CalcY, Reads::kInputs);
}

void LogicGate::CalcY(const LeafContext& context, VectorXd* y) const {
  for (int i = 0; i < y->size(); ++i) (*y)[i] = Apply(context, i);
}

double LogicGate::Apply(const LeafContext& context, int element) const {
  int num_true = 0;
  for (int i = 0; i < num_input_ports(); ++i) {
    const double u = get_input_port(i).Eval(context)[element];
    if (std::isnan(u)) return u;
    num_true += u >= 0.5;
  }
  switch (operation_) {
    case Operation::kAnd:
      return num_true == num_input_ports();
    case Operation::kOr:
      return num_true > 0;
    case Operation::kXor:
      return num_true % 2;
    case Operation::kNot:
      return 1 - num_true;
  }
  return 0;  // not reached
}

}  // namespace tactus::systems
