#include "tactus/systems/control/lyapunov.h"

#include <complex>
#include <stdexcept>

#include <Eigen/Eigenvalues>

namespace tactus::systems {
namespace {

using Complex = std::complex<double>;
using Eigen::MatrixXcd;
using Eigen::VectorXcd;

// Y from the triangular equations.
MatrixXcd SolveTriangular(const MatrixXcd& T, const MatrixXcd& D,
                          TimeDomain domain) {
  const auto n = T.rows();
  const MatrixXcd Th = T.adjoint(), I = MatrixXcd::Identity(n, n);
  MatrixXcd Y(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    const VectorXcd known = Y.leftCols(j) * T.col(j).head(j);
    const MatrixXcd system = domain == TimeDomain::kContinuous
                                 ? MatrixXcd(Th + T(j, j) * I)
                                 : MatrixXcd(I - T(j, j) * Th);
    const VectorXcd rhs = domain == TimeDomain::kContinuous
                              ? VectorXcd(-D.col(j) - known)
                              : VectorXcd(D.col(j) + Th * known);
    Y.col(j) = system.triangularView<Eigen::Lower>().solve(rhs);
  }
  return Y;
}

}  // namespace

MatrixXd SolveLyapunov(const MatrixXd& F, const MatrixXd& C,
                       TimeDomain domain) {
  if (F.rows() != F.cols() || C.rows() != F.rows() || C.cols() != F.rows()) {
    throw std::invalid_argument(
        "F and C must be square matrices of the same size");
  }
  if (F.size() == 0) return C;
  const Eigen::ComplexSchur<MatrixXd> schur(F);
  const MatrixXcd& U = schur.matrixU();
  const MatrixXcd Y = SolveTriangular(
      schur.matrixT(), U.adjoint() * C.cast<Complex>() * U, domain);
  const MatrixXd S = (U * Y * U.adjoint()).real();
  return 0.5 * (S + S.transpose());
}

}  // namespace tactus::systems
