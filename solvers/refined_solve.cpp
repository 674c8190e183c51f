#include "tactus/solvers/refined_solve.h"

#include <cmath>

namespace tactus::solvers {
namespace {

// B - A X. Column by column of A, so that the sums of all rows go on side by
// side: what rounding takes from a product, by one that is fused with its
// difference, and from a sum, by Knuth's, is summed apart.
MatrixXd CalcResidual(const MatrixXd& A, const MatrixXd& X, const MatrixXd& B) {
  const Eigen::Index n = A.rows();
  MatrixXd residual = B;
  VectorXd lost(n);
  for (Eigen::Index j = 0; j < B.cols(); ++j) {
    lost.setZero();
    double* sum = residual.col(j).data();
    double* rest = lost.data();
    for (Eigen::Index k = 0; k < A.cols(); ++k) {
      const double* a = A.col(k).data();
      const double x = -X(k, j);
      if (x == 0) continue;
      for (Eigen::Index i = 0; i < n; ++i) {
        const double product = a[i] * x;
        const double of_product = std::fma(a[i], x, -product);
        const double next = sum[i] + product;
        const double taken = next - sum[i];
        const double of_sum = (sum[i] - (next - taken)) + (product - taken);
        sum[i] = next;
        rest[i] += of_product + of_sum;
      }
    }
    residual.col(j) += lost;
  }
  return residual;
}

}  // namespace

MatrixXd SolveRefined(const Eigen::PartialPivLU<MatrixXd>& factor,
                      const MatrixXd& A, const MatrixXd& B) {
  MatrixXd X = factor.solve(B);
  X += factor.solve(CalcResidual(A, X, B));
  return X;
}

VectorXd MultiplySolutionTransposed(const Eigen::PartialPivLU<MatrixXd>& factor,
                                    const MatrixXd& A, const MatrixXd& B,
                                    const VectorXd& c) {
  const MatrixXd y = factor.transpose().solve(c);
  const MatrixXd residual = CalcResidual(A.transpose(), y, c);
  const VectorXd rest = factor.transpose().solve(residual);
  const MatrixXd none = MatrixXd::Zero(B.cols(), 1);
  return B.transpose() * rest - CalcResidual(B.transpose(), y, none);
}

}  // namespace tactus::solvers
