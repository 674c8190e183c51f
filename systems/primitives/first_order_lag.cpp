#include "tactus/systems/primitives/first_order_lag.h"

#include <utility>

#include "tactus/systems/primitives/check_block.h"

namespace tactus::systems {

FirstOrderLag::FirstOrderLag(std::string name, const VectorRef& tau,
                             const VectorRef& y0)
    : LeafSystem(std::move(name)), tau_(tau) {
  CheckBlock(*this, tau_.size() == y0.size(),
             "time constants and initial values differ in number");
  CheckFinite(*this, "the time constants", tau_);
  CheckFinite(*this, "the initial values", y0);
  CheckBlock(*this, (tau_.array() > 0).all(),
             "the time constants must be positive");
  const int size = static_cast<int>(tau_.size());
  u_ = DeclareVectorInputPort("u", size);
  DeclareContinuousState(y0);
  DeclareVectorOutputPort("y", size, &FirstOrderLag::CalcY, Reads::kContinuous);
}

FirstOrderLag::FirstOrderLag(std::string name, double tau, int size)
    : FirstOrderLag(std::move(name), VectorXd::Constant(size, tau),
                    VectorXd::Zero(size)) {}

void FirstOrderLag::CalcTimeDerivatives(const LeafContext& context,
                                        VectorXd* ydot) const {
  // y' = (u - y) / tau
  *ydot = (u_.Eval(context) - context.continuous_state()).cwiseQuotient(tau_);
}

void FirstOrderLag::CalcY(const LeafContext& context, VectorXd* y) const {
  *y = context.continuous_state();
}

bool FirstOrderLag::CalcOutputJacobians(const LeafContext&, int,
                                        LeafJacobians* jacobians) const {
  jacobians->by_state = MatrixXd::Identity(tau_.size(), tau_.size());
  return true;
}

bool FirstOrderLag::CalcTimeDerivativesJacobians(
    const LeafContext&, LeafJacobians* jacobians) const {
  const VectorXd rate = tau_.cwiseInverse();
  jacobians->by_state = (-rate).asDiagonal();
  jacobians->by_input = {rate.asDiagonal()};
  return true;
}

}  // namespace tactus::systems
