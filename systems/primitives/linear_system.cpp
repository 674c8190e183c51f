#include "tactus/systems/primitives/linear_system.h"

#include <utility>

#include "tactus/systems/primitives/check_block.h"

namespace tactus::systems {

LinearSystem::LinearSystem(std::string name, Matrices matrices, double period)
    : LeafSystem(std::move(name)),
      m_(std::move(matrices)),
      is_discrete_(period != 0),
      has_feedthrough_((m_.D.array() != 0).any()) {
  CheckSizes();
  u_ = DeclareVectorInputPort("u", static_cast<int>(m_.B.cols()));
  Reads reads = has_feedthrough_ ? Reads::kInputs : Reads::kNothing;
  if (is_discrete_) {
    DeclareDiscreteState(VectorXd::Zero(m_.A.rows()));
    DeclarePeriodicUpdate(period, &LinearSystem::Update);
    reads = reads | Reads::kDiscrete;
  } else {
    DeclareContinuousState(static_cast<int>(m_.A.rows()));
    reads = reads | Reads::kContinuous;
  }
  DeclareVectorOutputPort("y", static_cast<int>(m_.C.rows()),
                          &LinearSystem::CalcY, reads);
}

void LinearSystem::CheckSizes() const {
  const auto n = m_.A.rows(), m = m_.B.cols(), p = m_.C.rows();
  CheckBlock(*this,
             m_.A.cols() == n && m_.B.rows() == n && m_.C.cols() == n &&
                 m_.D.rows() == p && m_.D.cols() == m,
             "the sizes of A, B, C and D do not match");
}

void LinearSystem::CalcTimeDerivatives(const LeafContext& context,
                                       VectorXd* xdot) const {
  xdot->noalias() = m_.A * context.continuous_state();
  xdot->noalias() += m_.B * u_.Eval(context);
}

void LinearSystem::Update(const LeafContext& context, NextState* next) const {
  VectorXd& x_next = next->discrete_state();
  x_next.noalias() = m_.A * context.discrete_state();
  x_next.noalias() += m_.B * u_.Eval(context);
}

void LinearSystem::CalcY(const LeafContext& context, VectorXd* y) const {
  if (is_discrete_) {
    y->noalias() = m_.C * context.discrete_state();
  } else {
    y->noalias() = m_.C * context.continuous_state();
  }
  if (has_feedthrough_) y->noalias() += m_.D * u_.Eval(context);
}

bool LinearSystem::CalcOutputJacobians(const LeafContext&, int,
                                       LeafJacobians* jacobians) const {
  if (!is_discrete_) jacobians->by_state = m_.C;
  if (has_feedthrough_) jacobians->by_input = {m_.D};
  return true;
}

bool LinearSystem::CalcTimeDerivativesJacobians(
    const LeafContext&, LeafJacobians* jacobians) const {
  jacobians->by_state = m_.A;
  jacobians->by_input = {m_.B};
  return true;
}

}  // namespace tactus::systems
