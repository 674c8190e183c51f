#include "tactus/systems/primitives/saturation.h"

#include <algorithm>
#include <utility>

#include "tactus/systems/primitives/check_block.h"

namespace tactus::systems {

Saturation::Saturation(std::string name, const VectorRef& lower,
                       const VectorRef& upper)
    : LeafSystem(std::move(name)), lower_(lower), upper_(upper) {
  CheckBlock(*this,
             lower_.size() == upper_.size() &&
                 (lower_.array() <= upper_.array()).all(),
             "lower bounds must match the upper ones in number, and not exceed "
             "them");
  const int size = static_cast<int>(lower_.size());
  u_ = DeclareVectorInputPort("u", size);
  DeclareVectorOutputPort("y", size, &Saturation::CalcY, Reads::kInputs);
}

void Saturation::CalcY(const LeafContext& context, VectorXd* y) const {
  const VectorXd& u = u_.Eval(context);
  for (int i = 0; i < u.size(); ++i) {
    // A NaN compares false with both bounds and so passes through.
    (*y)[i] = std::clamp(u[i], lower_[i], upper_[i]);
  }
}

bool Saturation::CalcOutputJacobians(const LeafContext& context, int,
                                     LeafJacobians* jacobians) const {
  const VectorXd& u = u_.Eval(context);
  const VectorXd is_inside =
      (u.array() > lower_.array() && u.array() < upper_.array()).cast<double>();
  jacobians->by_input = {is_inside.asDiagonal()};
  return true;
}

}  // namespace tactus::systems
