#include "tactus/integrators/classic/linearized_method.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tactus/systems/diagram.h"

namespace tactus::integrators {

std::shared_ptr<const MatrixXd> LinearizedMethod::CalcJacobian() {
  const auto n = static_cast<int>(x0().size());
  const double root = std::sqrt(std::numeric_limits<double>::epsilon());
  ++mutable_statistics().jacobian_evaluations;
  MatrixXd J(n, n);
  VectorXd column;
  for (int i = 0; i < n; ++i) {
    const double s = diagram().error_scales()[i];
    const double increment =
        root * std::max(std::abs(x0()[i]), std::isfinite(s) ? s : 1);
    if (!CalcColumn(i, increment, &column) &&
        !CalcColumn(i, -increment, &column)) {
      return nullptr;
    }
    J.col(i) = column;
  }
  return std::make_shared<const MatrixXd>(std::move(J));
}

bool LinearizedMethod::CalcColumn(int i, double increment, VectorXd* column) {
  x_ = x0();
  x_[i] += increment;
  const double exact = x_[i] - x0()[i];
  Eval(t0(), x_, &xdot_, Phase::kJacobian);
  *column = (xdot_ - xdot0()) / exact;
  return column->allFinite();
}

const LinearizedMethod::Lu& LinearizedMethod::Factorize(
    const std::shared_ptr<const MatrixXd>& J, double c) {
  for (std::size_t i = 0; i < factored_.size(); ++i) {
    if (factored_[i].J != J || factored_[i].c != c) continue;
    oldest_ = 1 - static_cast<int>(i);
    return factored_[i].lu;
  }
  Factored& replaced = factored_[oldest_];
  oldest_ = 1 - oldest_;
  replaced.J = J;
  replaced.c = c;
  ScopedTimer timer(&mutable_statistics().profile, Phase::kFactorization);
  replaced.lu.compute(MatrixXd::Identity(J->rows(), J->cols()) - c * *J);
  ++mutable_statistics().factorizations;
  return replaced.lu;
}

}  // namespace tactus::integrators
