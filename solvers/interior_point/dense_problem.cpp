#include "tactus/solvers/interior_point/dense_problem.h"

namespace tactus::solvers {

void DenseProblem::Calc(const VectorXd& x, const VectorXd& z, Point* point) {
  x_ = x;
  z_ = z;
  CalcDense(x, z, false, &dense_);
  point->E = dense_.E;
  point->g = dense_.g;
}

bool DenseProblem::Factorize(const NesterovToddScaling& scaling) {
  CalcDense(x_, z_, true, &dense_);
  const auto n = dense_.E.size(), m = dense_.g.size();
  matrix_.resize(n + m, n + m);
  matrix_ << dense_.E_x, dense_.E_z, dense_.g_x, dense_.g_z;
  scaling.AddSquare(static_cast<int>(n), static_cast<int>(n), &matrix_);
  row_scale_ = matrix_.diagonal().tail(m).cwiseAbs().cwiseMax(1).cwiseInverse();
  matrix_.bottomRows(m).array().colwise() *= row_scale_.array();
  factor_.compute(matrix_);
  return true;
}

void DenseProblem::Solve(const VectorXd& E, const VectorXd& g, VectorXd* dx,
                         VectorXd* dz) {
  rhs_.resize(E.size() + g.size());
  rhs_ << E, row_scale_.cwiseProduct(g);
  solution_ = factor_.solve(rhs_);
  *dx = solution_.head(E.size());
  *dz = solution_.tail(g.size());
}

void DenseProblem::MultiplyG(const VectorXd& dx, const VectorXd& dz,
                             VectorXd* dg) {
  *dg = dense_.g_x * dx;
  *dg += dense_.g_z * dz;
}

void DenseProblem::MultiplyE(const VectorXd& dx, const VectorXd& dz,
                             VectorXd* dE) {
  *dE = dense_.E_x * dx;
  *dE += dense_.E_z * dz;
}

}  // namespace tactus::solvers
