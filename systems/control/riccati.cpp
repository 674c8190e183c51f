#include "tactus/systems/control/riccati.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <stdexcept>
#include <string_view>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/Jacobi>
#include <Eigen/LU>
#include <spdlog/fmt/fmt.h>

#include "tactus/systems/control/lyapunov.h"
#include "tactus/systems/control/stabilizability.h"

namespace tactus::systems {
namespace {

using Complex = std::complex<double>;
using Eigen::Index;
using Eigen::MatrixXcd;

void RequireForLqr(bool good, std::string_view complaint) {
  if (!good) throw std::invalid_argument(fmt::format("LQR: {}", complaint));
}

bool IsSymmetric(const MatrixXd& M) {
  return (M - M.transpose()).norm() <= 1e-10 * M.norm();
}

// "-0.5" or "0.5+2i"
std::string Format(Complex e) {
  return e.imag() == 0 ? fmt::format("{:.6g}", e.real())
                       : fmt::format("{:.6g}{:+.6g}i", e.real(), e.imag());
}

void CheckStabilizable(const MatrixXd& A, const MatrixXd& B,
                       TimeDomain domain) {
  const auto mode = FindUnstabilizableMode(A, B, domain);
  if (!mode) return;
  throw std::invalid_argument(fmt::format(
      "LQR: the system cannot be stabilised; its mode with eigenvalue {} does "
      "not decay, and the inputs do not reach it",
      Format(*mode)));
}

// Says why there is no stabilising solution although the inputs reach all
// modes.
[[noreturn]] void ThrowUnseen(const MatrixXd& A, const MatrixXd& Q,
                              TimeDomain domain) {
  const auto mode =
      FindUnstabilizableMode(A.transpose(), Q.transpose(), domain);
  throw std::invalid_argument(
      mode ? fmt::format("LQR: the mode with eigenvalue {} does not decay, and "
                         "Q puts no cost on it",
                         Format(*mode))
           : "LQR: no stabilising solution was found; are A, B, Q and R badly "
             "scaled?");
}

// Exchanges the neighbours k and k + 1 on the diagonal of the triangular T, in
// M = U T U*.
void SwapEigenvalues(Index k, MatrixXcd* T, MatrixXcd* U) {
  // The eigenvector of [t, c; 0, e] that belongs to e is (c, e - t); a rotation
  // that takes it to the first axis takes e to the first place.
  Eigen::JacobiRotation<Complex> rotation;
  rotation.makeGivens((*T)(k, k + 1), (*T)(k + 1, k + 1) - (*T)(k, k));
  T->applyOnTheLeft(k, k + 1, rotation.adjoint());
  T->applyOnTheRight(k, k + 1, rotation);
  U->applyOnTheRight(k, k + 1, rotation);
  (*T)(k + 1, k) = 0;
}

// An orthonormal basis of the space that belongs to the eigenvalues of H in the
// left half-plane; empty unless these are half of all, clear of the axis.
MatrixXcd CalcStableSubspace(const MatrixXd& H) {
  const Eigen::ComplexSchur<MatrixXd> schur(H);
  MatrixXcd T = schur.matrixT(), U = schur.matrixU();
  const double margin = 1e-14 * H.norm();
  Index num_stable = 0;
  for (Index j = 0; j < H.rows(); ++j) {
    if (std::abs(T(j, j).real()) <= margin) return {};
    if (T(j, j).real() > 0) continue;
    for (Index k = j - 1; k >= num_stable; --k) SwapEigenvalues(k, &T, &U);
    ++num_stable;
  }
  if (2 * num_stable != H.rows()) return {};
  return U.leftCols(num_stable);
}

// S = U2 U1^-1, empty if there is none.
MatrixXd SolveBySubspace(const MatrixXd& H) {
  const Index n = H.rows() / 2;
  const MatrixXcd U = CalcStableSubspace(H);
  if (U.size() == 0) return {};
  const Eigen::FullPivLU<MatrixXcd> U1(U.topRows(n).transpose());
  if (!U1.isInvertible()) return {};
  const MatrixXd S = U1.solve(MatrixXcd(U.bottomRows(n).transpose())).real();
  return 0.5 * (S + S.transpose());
}

// Units in which the costs of states and of inputs are alike: Q / scale and
// scale G have the same norm, and S / scale solves the equation with them.
double ChooseScale(const MatrixXd& G, const MatrixXd& Q) {
  const double g = G.norm(), q = Q.norm();
  return g > 0 && q > 0 ? std::sqrt(q / g) : 1;
}

// S becomes the cost of the feedback that S suggests; false if that feedback
// does not stabilise.
bool ImproveContinuous(const MatrixXd& A, const MatrixXd& G, const MatrixXd& Q,
                       MatrixXd* S) {
  const MatrixXd F = A - G * *S;
  if (CalcGrowth(F, TimeDomain::kContinuous) >= 0) return false;
  // Q + K'R K, K = R^-1 B'S
  *S = SolveLyapunov(F, Q + *S * G * *S, TimeDomain::kContinuous);
  return true;
}

bool ImproveDiscrete(const MatrixXd& A, const MatrixXd& B, const MatrixXd& Q,
                     const MatrixXd& R, MatrixXd* S) {
  // K = (R + B'S B)^-1 B'S A
  const MatrixXd SB = *S * B;
  const MatrixXd K = (R + B.transpose() * SB).ldlt().solve(SB.transpose() * A);
  const MatrixXd F = A - B * K;
  if (CalcGrowth(F, TimeDomain::kDiscrete) >= 0) return false;
  *S = SolveLyapunov(F, Q + K.transpose() * R * K, TimeDomain::kDiscrete);
  return true;
}

}  // namespace

void CheckRiccatiProblem(const MatrixXd& A, const MatrixXd& B,
                         const MatrixXd& Q, const MatrixXd& R) {
  const Index n = A.rows(), m = B.cols();
  RequireForLqr(A.cols() == n && B.rows() == n && Q.rows() == n &&
                    Q.cols() == n && R.rows() == m && R.cols() == m,
                "the sizes of A, B, Q and R do not match");
  RequireForLqr(
      A.allFinite() && B.allFinite() && Q.allFinite() && R.allFinite(),
      "A, B, Q and R must be finite");
  RequireForLqr(IsSymmetric(Q) && IsSymmetric(R), "Q and R must be symmetric");
  RequireForLqr(m == 0 || R.llt().info() == Eigen::Success,
                "R must be positive definite");
  if (n == 0) return;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> spectrum(
      Q, Eigen::EigenvaluesOnly);
  RequireForLqr(spectrum.eigenvalues()[0] >= -1e-10 * Q.norm(),
                "Q must be positive semidefinite");
}

MatrixXd SolveContinuousRiccati(const MatrixXd& A, const MatrixXd& B,
                                const MatrixXd& Q, const MatrixXd& R) {
  CheckRiccatiProblem(A, B, Q, R);
  if (A.size() == 0) return A;
  CheckStabilizable(A, B, TimeDomain::kContinuous);
  const Index n = A.rows();
  const MatrixXd G = B * R.llt().solve(B.transpose());
  const double scale = ChooseScale(G, Q);
  MatrixXd H(2 * n, 2 * n);
  H << A, -scale * G, -Q / scale, -A.transpose();
  MatrixXd S = scale * SolveBySubspace(H);
  for (int step = 0; step < 2; ++step) {
    if (S.size() == 0 || !ImproveContinuous(A, G, Q, &S)) {
      ThrowUnseen(A, Q, TimeDomain::kContinuous);
    }
  }
  return S;
}

MatrixXd SolveDiscreteRiccati(const MatrixXd& A, const MatrixXd& B,
                              const MatrixXd& Q, const MatrixXd& R) {
  CheckRiccatiProblem(A, B, Q, R);
  if (A.size() == 0) return A;
  CheckStabilizable(A, B, TimeDomain::kDiscrete);
  const Index n = A.rows();
  const MatrixXd I = MatrixXd::Identity(n, n), O = MatrixXd::Zero(n, n);
  const MatrixXd G = B * R.llt().solve(B.transpose());
  const double scale = ChooseScale(G, Q);
  MatrixXd M(2 * n, 2 * n), L(2 * n, 2 * n);
  M << A, O, -Q / scale, I;
  L << I, scale * G, O, A.transpose();
  const Eigen::FullPivLU<MatrixXd> sum(M + L);
  // Singular only if z = -1 is an eigenvalue, on the boundary of stability.
  MatrixXd S;
  if (sum.isInvertible()) S = scale * SolveBySubspace(sum.solve(M - L));
  for (int step = 0; step < 2; ++step) {
    if (S.size() == 0 || !ImproveDiscrete(A, B, Q, R, &S)) {
      ThrowUnseen(A, Q, TimeDomain::kDiscrete);
    }
  }
  return S;
}

}  // namespace tactus::systems
