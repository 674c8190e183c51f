#include "tactus/systems/primitives/discrete_delay.h"

#include <algorithm>
#include <utility>

#include "tactus/systems/primitives/check_block.h"

namespace tactus::systems {

DiscreteDelay::DiscreteDelay(std::string name, int num_samples, double period,
                             const VectorRef& y0)
    : LeafSystem(std::move(name)), num_samples_(num_samples) {
  CheckBlock(*this, num_samples >= 0, "the number of samples is negative");
  CheckPeriod(*this, period);
  CheckFinite(*this, "the initial values", y0);
  const int size = static_cast<int>(y0.size());
  u_ = DeclareVectorInputPort("u", size);
  // The last N + 1 samples, the oldest first.
  DeclareDiscreteState(y0.replicate(num_samples + 1, 1));
  DeclarePeriodicUpdate(period, &DiscreteDelay::Sample);
  DeclareVectorOutputPort("y", size, &DiscreteDelay::CalcY, Reads::kDiscrete);
}

void DiscreteDelay::Sample(const LeafContext& context, NextState* next) const {
  const VectorXd& u = u_.Eval(context);
  VectorXd& samples = next->discrete_state();
  std::copy(samples.begin() + u.size(), samples.end(), samples.begin());
  samples.tail(u.size()) = u;
}

void DiscreteDelay::CalcY(const LeafContext& context, VectorXd* y) const {
  *y = context.discrete_state().head(y->size());
}

}  // namespace tactus::systems
