#pragma once

#include "tactus/systems/control/lqr.h"
#include "tactus/systems/trajectories/piecewise_polynomial.h"

namespace tactus::systems {

/// Linear-quadratic regulation that ends at a time: u = -K(t) x with the least
///
///     J = x(t1)'Qf x(t1) + ∫ x'Q x + 2 x'N u + u'R u dt  over [t0, t1]
///
/// x(t)'S(t) x(t) is the least cost from t on, and
///
///     -S' = A'S + S A - (S B + N) R^-1 (B'S + N') + Q,      S(t1) = Qf
///       K = R^-1 (B'S + N')
///
/// for the matrices of LqrProblem. Unlike regulation for ever, this needs no
/// stabilisability, and brings a system to a state at a time.
///
/// Method [DavisonMaki73]. With H from riccati.h, any solution of the linear
/// equation [X; Y]' = H [X; Y] gives one S = Y X^-1, so that
///
///     S(t - h) = (F21 + F22 S(t)) (F11 + F12 S(t))^-1,     F = exp(-H h)
///
/// without error, whatever the h. Between such times S is a cubic with the
/// right values and derivatives at both ends; h is halved until in the middle
/// that cubic agrees with the solution to `accuracy`.
struct FiniteHorizonLqr {
  /// m n numbers: the columns of K, one below the other.
  PiecewisePolynomial K;
  /// n n numbers, likewise.
  PiecewisePolynomial S;
};

struct Horizon {
  double start{};          ///< t0 [s]
  double end{};            ///< t1 [s]
  double accuracy = 1e-6;  ///< of S, relative to its largest norm
};

/// @param Qf n x n, symmetric, positive semidefinite.
/// @throws std::invalid_argument if the problem or Qf is not as demanded,
/// unless t0 < t1 and accuracy > 0, or if the accuracy would take more than
/// 65536 pieces.
FiniteHorizonLqr ContinuousLqrOverHorizon(const LqrProblem& problem,
                                          const MatrixXd& Qf,
                                          const Horizon& horizon);

}  // namespace tactus::systems
