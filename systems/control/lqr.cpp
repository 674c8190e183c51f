#include "tactus/systems/control/lqr.h"

#include <stdexcept>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <spdlog/fmt/fmt.h>

#include "tactus/systems/control/riccati.h"

namespace tactus::systems {
namespace {

using Eigen::SelfAdjointEigenSolver;

// N, zero if it was left out.
MatrixXd CrossTerm(const LqrProblem& problem) {
  if (problem.N.size() > 0) return problem.N;
  return MatrixXd::Zero(problem.B.rows(), problem.B.cols());
}

void CheckCrossTerm(const LqrProblem& problem) {
  const auto& [A, B, Q, R, N] = problem;
  if (N.rows() != B.rows() || N.cols() != B.cols() || !N.allFinite()) {
    throw std::invalid_argument("LQR: N must be of the size of B, and finite");
  }
  const auto n = B.rows(), m = B.cols();
  MatrixXd cost(n + m, n + m);
  cost << Q, N, N.transpose(), R;
  const SelfAdjointEigenSolver<MatrixXd> spectrum(cost, Eigen::EigenvaluesOnly);
  if (spectrum.eigenvalues()[0] < -1e-10 * cost.norm()) {
    throw std::invalid_argument(
        "LQR: [Q, N; N', R] must be positive semidefinite");
  }
}

// K = (R + B'S B)^-1 (B'S A + N')
MatrixXd DiscreteGain(const LqrProblem& problem, const MatrixXd& S) {
  const auto& [A, B, Q, R, N] = problem;
  const MatrixXd SB = S * B;
  return (R + B.transpose() * SB)
      .llt()
      .solve(SB.transpose() * A + CrossTerm(problem).transpose());
}

}  // namespace

LqrProblem RemoveCrossTerm(const LqrProblem& problem) {
  const auto& [A, B, Q, R, N] = problem;
  CheckRiccatiProblem(A, B, Q, R);
  if (N.size() == 0) return problem;
  CheckCrossTerm(problem);
  const MatrixXd K = R.llt().solve(N.transpose());
  // Whatever is negative here is so by rounding.
  const SelfAdjointEigenSolver<MatrixXd> reduced(Q - N * K);
  const auto& V = reduced.eigenvectors();
  const VectorXd spectrum = reduced.eigenvalues().cwiseMax(0);
  return {A - B * K, B, V * spectrum.asDiagonal() * V.transpose(), R, {}};
}

LqrResult ContinuousLqr(const LqrProblem& problem) {
  const LqrProblem plain = RemoveCrossTerm(problem);
  const MatrixXd S = SolveContinuousRiccati(plain.A, plain.B, plain.Q, plain.R);
  // K = R^-1 (B'S + N')
  return {problem.R.llt().solve(problem.B.transpose() * S +
                                CrossTerm(problem).transpose()),
          S};
}

LqrResult DiscreteLqr(const LqrProblem& problem) {
  const LqrProblem plain = RemoveCrossTerm(problem);
  const MatrixXd S = SolveDiscreteRiccati(plain.A, plain.B, plain.Q, plain.R);
  return {DiscreteGain(problem, S), S};
}

std::vector<LqrResult> DiscreteLqrOverHorizon(const LqrProblem& problem,
                                              const MatrixXd& Qf,
                                              int num_steps) {
  const auto& [A, B, Q, R, N_given] = problem;
  RemoveCrossTerm(problem);                  // checks
  CheckRiccatiProblem(A, B, Qf, problem.R);  // checks Qf
  if (num_steps < 0) {
    throw std::invalid_argument(
        fmt::format("LQR: a horizon of {} steps", num_steps));
  }
  const MatrixXd N = CrossTerm(problem);
  std::vector<LqrResult> results(static_cast<std::size_t>(num_steps));
  MatrixXd S = Qf;
  for (auto result = results.rbegin(); result != results.rend(); ++result) {
    const MatrixXd K = DiscreteGain(problem, S), NK = N * K,
                   closed_loop = A - B * K;
    S = Q - NK - NK.transpose() + K.transpose() * R * K +
        closed_loop.transpose() * S * closed_loop;
    S = 0.5 * (S + S.transpose()).eval();
    *result = {K, S};
  }
  return results;
}

}  // namespace tactus::systems
