#include "tactus/systems/control/lqr_controller.h"

#include <utility>

#include "tactus/systems/primitives/check_block.h"

namespace tactus::systems {
namespace {

VectorXd OrZero(const VectorXd& v, Eigen::Index size) {
  return v.size() > 0 ? v : VectorXd::Zero(size);
}

// u = u0 - K (x - x0), column by column, which needs no room for x - x0.
void CalcFeedback(const Eigen::Ref<const MatrixXd>& K, const VectorXd& x,
                  const VectorXd& x0, const VectorXd& u0, VectorXd* u) {
  *u = u0;
  for (Eigen::Index j = 0; j < x.size(); ++j) *u -= (x[j] - x0[j]) * K.col(j);
}

}  // namespace

LqrController::LqrController(std::string name, const MatrixXd& K,
                             const VectorXd& x0, const VectorXd& u0)
    : LeafSystem(std::move(name)),
      K_(K),
      x0_(OrZero(x0, K.cols())),
      u0_(OrZero(u0, K.rows())) {
  CheckBlock(*this, x0_.size() == K_.cols() && u0_.size() == K_.rows(),
             "x0 must be as long as K has columns, and u0 as it has rows");
  CheckFinite(*this, "K", K_);
  CheckFinite(*this, "x0", x0_);
  CheckFinite(*this, "u0", u0_);
  x_ = DeclareVectorInputPort("estimated_state", static_cast<int>(K_.cols()));
  DeclareVectorOutputPort("control", static_cast<int>(K_.rows()),
                          &LqrController::CalcControl, Reads::kInputs);
}

void LqrController::CalcControl(const LeafContext& context, VectorXd* u) const {
  CalcFeedback(K_, x_.Eval(context), x0_, u0_, u);
}

FiniteHorizonLqrController::FiniteHorizonLqrController(std::string name,
                                                       FiniteHorizonLqr lqr,
                                                       const VectorRef& x0,
                                                       const VectorRef& u0)
    : LeafSystem(std::move(name)), lqr_(std::move(lqr)), x0_(x0), u0_(u0) {
  CheckBlock(*this,
             lqr_.S.size() == x0_.size() * x0_.size() &&
                 lqr_.K.size() == x0_.size() * u0_.size(),
             "the sizes of x0, u0 and the gain do not match");
  CheckFinite(*this, "x0", x0_);
  CheckFinite(*this, "u0", u0_);
  x_ = DeclareVectorInputPort("estimated_state", static_cast<int>(x0_.size()));
  DeclareVectorOutputPort("control", static_cast<int>(u0_.size()),
                          &FiniteHorizonLqrController::CalcControl,
                          Reads::kTime | Reads::kInputs);
  gain_ = DeclareVectorOutputPort("gain", lqr_.K.size(),
                                  &FiniteHorizonLqrController::CalcGain,
                                  Reads::kTime);
}

void FiniteHorizonLqrController::CalcControl(const LeafContext& context,
                                             VectorXd* u) const {
  const VectorXd& gain = gain_.Eval(context);
  const Eigen::Map<const MatrixXd> K(gain.data(), u0_.size(), x0_.size());
  CalcFeedback(K, x_.Eval(context), x0_, u0_, u);
}

void FiniteHorizonLqrController::CalcGain(const LeafContext& context,
                                          VectorXd* K) const {
  lqr_.K.CalcDerivative(context.time(), 0, *K);
}

}  // namespace tactus::systems
