#include "tactus/solvers/interior_point/sensitivity.h"

namespace tactus::solvers {

void ComplementaritySensitivity::Set(
    const Eigen::PartialPivLU<MatrixXd>& factor, const ConeProduct& cones,
    const VectorXd& z) {
  factor_ = factor;
  cones_ = cones;
  z_ = z;
}

void ComplementaritySensitivity::CalcTangents(const MatrixXd& dE,
                                              const MatrixXd& dg,
                                              MatrixXd* dx) {
  const auto n = dE.rows(), m = dg.rows();
  columns_.resize(n + m, dE.cols());
  columns_.topRows(n) = -dE;
  cones_.MultiplyArrow(z_, dg, &arrow_);
  columns_.bottomRows(m) = -arrow_;
  *dx = factor_.solve(columns_).topRows(n);
}

// (E_bar, y) = -K^-T (x_bar, 0) and g_bar = L(z)' y, where L is symmetric.
void ComplementaritySensitivity::CalcGradient(const VectorXd& x_bar,
                                              VectorXd* E_bar,
                                              VectorXd* g_bar) {
  const auto n = x_bar.size(), m = z_.size();
  rhs_.setZero(n + m);
  rhs_.head(n) = -x_bar;
  solution_ = factor_.transpose().solve(rhs_);
  *E_bar = solution_.head(n);
  const VectorXd y = solution_.tail(m);
  cones_.Multiply(z_, y, g_bar);
}

}  // namespace tactus::solvers
