#include "tactus/systems/primitives/comparator.h"

#include <cmath>
#include <utility>

#include "tactus/systems/primitives/check_block.h"

namespace tactus::systems {

Comparator::Comparator(std::string name, const VectorRef& threshold)
    : LeafSystem(std::move(name)), threshold_(threshold) {
  CheckBlock(*this, !threshold_.hasNaN(), "a threshold is NaN");
  const int size = static_cast<int>(threshold_.size());
  u_ = DeclareVectorInputPort("u", size);
  DeclareVectorOutputPort("y", size, &Comparator::CalcY, Reads::kInputs);
}

void Comparator::CalcY(const LeafContext& context, VectorXd* y) const {
  const VectorXd& u = u_.Eval(context);
  for (int i = 0; i < u.size(); ++i) {
    (*y)[i] = std::isnan(u[i]) ? u[i] : u[i] >= threshold_[i];
  }
}

}  // namespace tactus::systems
