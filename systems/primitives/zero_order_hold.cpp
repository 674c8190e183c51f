#include "tactus/systems/primitives/zero_order_hold.h"

#include <utility>

namespace tactus::systems {

ZeroOrderHold::ZeroOrderHold(std::string name, double period, int size,
                             double offset)
    : LeafSystem(std::move(name)) {
  u_ = DeclareVectorInputPort("u", size);
  DeclareDiscreteState(VectorXd::Zero(size));
  DeclarePeriodicUpdate(period, &ZeroOrderHold::Sample, offset);
  DeclareVectorOutputPort("y", size, &ZeroOrderHold::CalcY, Reads::kDiscrete);
}

void ZeroOrderHold::Sample(const LeafContext& context, NextState* next) const {
  next->discrete_state() = u_.Eval(context);
}

void ZeroOrderHold::CalcY(const LeafContext& context, VectorXd* y) const {
  *y = context.discrete_state();
}

}  // namespace tactus::systems
