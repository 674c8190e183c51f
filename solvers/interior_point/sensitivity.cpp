#include "tactus/solvers/interior_point/sensitivity.h"

namespace tactus::solvers {

void ComplementaritySensitivity::CalcTangents(const MatrixXd& dE,
                                              const MatrixXd& dg,
                                              MatrixXd* dx) {
  const auto n = dE.rows(), m = dg.rows();
  columns_.resize(n + m, dE.cols());
  columns_.topRows(n) = -dE;
  columns_.bottomRows(m) = -(row_scale_.asDiagonal() * dg);
  *dx = factor_.solve(columns_).topRows(n);
}

// (E_bar, g_bar) = -K^-T (x_bar, 0).
void ComplementaritySensitivity::CalcGradient(const VectorXd& x_bar,
                                              VectorXd* E_bar,
                                              VectorXd* g_bar) {
  const auto n = x_bar.size(), m = factor_.rows() - n;
  rhs_.setZero(n + m);
  rhs_.head(n) = -x_bar;
  solution_ = factor_.transpose().solve(rhs_);
  *E_bar = solution_.head(n);
  *g_bar = row_scale_.cwiseProduct(solution_.tail(m));
}

}  // namespace tactus::solvers
