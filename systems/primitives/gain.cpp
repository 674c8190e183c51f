#include "tactus/systems/primitives/gain.h"

#include <utility>

namespace tactus::systems {

Gain::Gain(std::string name, const VectorRef& k)
    : LeafSystem(std::move(name)), k_(k) {
  const int size = static_cast<int>(k_.size());
  u_ = DeclareVectorInputPort("u", size);
  DeclareVectorOutputPort("y", size, &Gain::CalcY, Reads::kInputs);
}

Gain::Gain(std::string name, double k, int size)
    : Gain(std::move(name), VectorXd::Constant(size, k)) {}

void Gain::CalcY(const LeafContext& context, VectorXd* y) const {
  *y = k_.cwiseProduct(u_.Eval(context));
}

bool Gain::CalcOutputJacobians(const LeafContext&, int,
                               LeafJacobians* jacobians) const {
  jacobians->by_input = {k_.asDiagonal()};
  return true;
}

}  // namespace tactus::systems
