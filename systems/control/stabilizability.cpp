#include "tactus/systems/control/stabilizability.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

namespace tactus::systems {
namespace {

using Complex = std::complex<double>;
using Eigen::MatrixXcd;

double Growth(Complex e, TimeDomain domain) {
  return domain == TimeDomain::kContinuous ? e.real() : std::abs(e) - 1;
}

Eigen::VectorXcd Eigenvalues(const MatrixXd& A) {
  return Eigen::EigenSolver<MatrixXd>(A, false).eigenvalues();
}

// rank [A - e I, B] < n
bool LosesRank(const MatrixXd& A, const MatrixXd& B, Complex e) {
  constexpr double kTolerance = 1e-10;
  const auto n = A.rows();
  MatrixXcd pencil(n, n + B.cols());
  pencil << A.cast<Complex>() - e * MatrixXcd::Identity(n, n),
      B.cast<Complex>();
  const double scale = A.norm() + B.norm();
  const double least = pencil.jacobiSvd().singularValues().minCoeff();
  return least <= kTolerance * scale;
}

}  // namespace

std::optional<Complex> FindUnstabilizableMode(const MatrixXd& A,
                                              const MatrixXd& B,
                                              TimeDomain domain) {
  if (A.rows() != A.cols() || B.rows() != A.rows() || !A.allFinite() ||
      !B.allFinite()) {
    throw std::invalid_argument(
        "A must be square, B have as many rows, and both be finite");
  }
  if (A.size() == 0) return {};
  // An eigenvalue on the boundary is computed to about this.
  const double tolerance = 1e-12 * std::max(1.0, A.norm());
  for (const Complex& e : Eigenvalues(A)) {
    if (Growth(e, domain) >= -tolerance && LosesRank(A, B, e)) return e;
  }
  return {};
}

double CalcGrowth(const MatrixXd& A, TimeDomain domain) {
  double growth = -std::numeric_limits<double>::infinity();
  if (A.size() == 0) return growth;
  for (const Complex& e : Eigenvalues(A)) {
    growth = std::max(growth, Growth(e, domain));
  }
  return growth;
}

}  // namespace tactus::systems
