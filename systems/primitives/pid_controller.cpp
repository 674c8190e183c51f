#include "tactus/systems/primitives/pid_controller.h"

#include <utility>

#include "tactus/systems/primitives/check_block.h"

namespace tactus::systems {

PidController::PidController(std::string name, const VectorRef& kp,
                             const VectorRef& ki, const VectorRef& kd)
    : LeafSystem(std::move(name)), kp_(kp), ki_(ki), kd_(kd) {
  CheckBlock(*this, ki_.size() == kp_.size() && kd_.size() == kp_.size(),
             "kp, ki and kd differ in size");
  const int n = static_cast<int>(kp_.size());
  estimated_state_ = DeclareVectorInputPort("estimated_state", 2 * n);
  desired_state_ = DeclareVectorInputPort("desired_state", 2 * n);
  DeclareContinuousState(n);
  DeclareVectorOutputPort("control", n, &PidController::CalcControl,
                          Reads::kContinuous | Reads::kInputs);
}

void PidController::CalcTimeDerivatives(const LeafContext& context,
                                        VectorXd* xdot) const {
  const VectorXd& x = estimated_state_.Eval(context);
  const VectorXd& x_d = desired_state_.Eval(context);
  *xdot = x_d.head(kp_.size()) - x.head(kp_.size());
}

void PidController::CalcControl(const LeafContext& context,
                                VectorXd* control) const {
  const auto n = kp_.size();
  const VectorXd& x = estimated_state_.Eval(context);
  const VectorXd& x_d = desired_state_.Eval(context);
  *control = kp_.cwiseProduct(x_d.head(n) - x.head(n)) +
             ki_.cwiseProduct(context.continuous_state()) +
             kd_.cwiseProduct(x_d.tail(n) - x.tail(n));
}

bool PidController::CalcOutputJacobians(const LeafContext&, int,
                                        LeafJacobians* jacobians) const {
  const auto n = kp_.size();
  MatrixXd by_desired(n, 2 * n);
  by_desired << MatrixXd(kp_.asDiagonal()), MatrixXd(kd_.asDiagonal());
  jacobians->by_state = ki_.asDiagonal();
  jacobians->by_input = {-by_desired, by_desired};
  return true;
}

bool PidController::CalcTimeDerivativesJacobians(
    const LeafContext&, LeafJacobians* jacobians) const {
  const auto n = kp_.size();
  MatrixXd by_desired = MatrixXd::Zero(n, 2 * n);
  by_desired.leftCols(n).setIdentity();
  jacobians->by_input = {-by_desired, by_desired};
  return true;
}

}  // namespace tactus::systems
