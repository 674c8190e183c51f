#include "tactus/systems/primitives/pass_through.h"

#include <utility>

namespace tactus::systems {

PassThrough::PassThrough(std::string name, int size)
    : LeafSystem(std::move(name)) {
  u_ = DeclareVectorInputPort("u", size);
  DeclareVectorOutputPort("y", size, &PassThrough::CalcY, Reads::kInputs);
}

void PassThrough::CalcY(const LeafContext& context, VectorXd* y) const {
  *y = u_.Eval(context);
}

bool PassThrough::CalcOutputJacobians(const LeafContext&, int,
                                      LeafJacobians* jacobians) const {
  const int size = declaration().inputs[0].size;
  jacobians->by_input = {MatrixXd::Identity(size, size)};
  return true;
}

}  // namespace tactus::systems
