#pragma once

#include <vector>

#include "tactus/systems/types.h"

namespace tactus::systems {

/// Linear-quadratic regulation: the feedback u = -K x that brings a linear
/// system to rest at the least cost,
///
///     continuous   J = ∫ x'Q x + 2 x'N u + u'R u dt,     x' = A x + B u
///     discrete     J = sum of the same over the steps,   x+ = A x + B u
///
/// The least cost from x is x'S x, where S solves a Riccati equation, and
///
///     continuous   K = R^-1 (B'S + N')
///     discrete     K = (R + B'S B)^-1 (B'S A + N')
///
///     A  n x n        Q  n x n, symmetric       K  gain, m x n
///     B  n x m        R  m x m, symmetric,      S  cost, n x n, symmetric
///     N  n x m           positive definite
///
/// Costs have one unit, so Q_ii is in [cost / (unit of x_i)^2 (s)] and R
/// likewise: 1 / (largest acceptable value)^2 is a good start for each. The
/// matrix [Q, N; N', R] must be positive semidefinite.
///
/// Source: [AndersonMoore90], chapters 2 and 3.
///
/// All throw std::invalid_argument: see riccati.h, which says when there is a
/// solution.
struct LqrProblem {
  MatrixXd A{}, B{}, Q{}, R{};
  MatrixXd N{};  ///< Empty: zero.
};

struct LqrResult {
  MatrixXd K{}, S{};
};

/// For ever, x' = A x + B u.
LqrResult ContinuousLqr(const LqrProblem& problem);

/// For ever, x+ = A x + B u.
LqrResult DiscreteLqr(const LqrProblem& problem);

/// For `num_steps` steps, with the cost x'Qf x of where they end. Element k
/// holds K_k and S_k for u_k = -K_k x_k, k = 0 ... num_steps - 1, from the
/// recursion
///
///     K_k = (R + B'S_(k+1) B)^-1 (B'S_(k+1) A + N')        S_num_steps = Qf
///     S_k = Q - N K_k - K_k'N' + K_k'R K_k + (A - B K_k)'S_(k+1) (A - B K_k)
///
/// whose second line is the cost of one step and of what follows it.
/// @param Qf n x n, symmetric, positive semidefinite.
std::vector<LqrResult> DiscreteLqrOverHorizon(const LqrProblem& problem,
                                              const MatrixXd& Qf,
                                              int num_steps);

/// The same problem without cross term: with u = w - R^-1 N'x,
///
///     A <- A - B R^-1 N',     Q <- Q - N R^-1 N',     N <- 0
///
/// has the same S. Checks all that LqrProblem demands.
LqrProblem RemoveCrossTerm(const LqrProblem& problem);

}  // namespace tactus::systems
