#include "tactus/systems/primitives/hysteresis_comparator.h"

#include <stdexcept>
#include <utility>

#include "tactus/systems/primitives/check_block.h"

namespace tactus::systems {

HysteresisComparator::HysteresisComparator(std::string name,
                                           const VectorRef& lower,
                                           const VectorRef& upper,
                                           double period, bool initially_on)
    : LeafSystem(std::move(name)), lower_(lower), upper_(upper) {
  CheckBlock(*this,
             lower_.size() == upper_.size() &&
                 (lower_.array() <= upper_.array()).all(),
             "lower bounds must match the upper ones in number, and not exceed "
             "them");
  CheckPeriod(*this, period);
  const int size = static_cast<int>(lower_.size());
  u_ = DeclareVectorInputPort("u", size);
  DeclareDiscreteState(VectorXd::Constant(size, initially_on));
  DeclarePeriodicUpdate(period, &HysteresisComparator::Sample);
  DeclareVectorOutputPort("y", size, &HysteresisComparator::CalcY,
                          Reads::kDiscrete);
}

void HysteresisComparator::Sample(const LeafContext& context,
                                  NextState* next) const {
  const VectorXd& u = u_.Eval(context);
  // Kept as it was, a NaN would go unseen.
  if (u.hasNaN()) throw std::domain_error("the input is NaN");
  VectorXd& y = next->discrete_state();
  for (int i = 0; i < u.size(); ++i) {
    if (u[i] >= upper_[i]) {
      y[i] = 1;
    } else if (u[i] <= lower_[i]) {
      y[i] = 0;
    }
  }
}

void HysteresisComparator::CalcY(const LeafContext& context,
                                 VectorXd* y) const {
  *y = context.discrete_state();
}

}  // namespace tactus::systems
