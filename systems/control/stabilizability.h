#pragma once

#include <complex>
#include <optional>

#include "tactus/systems/types.h"

namespace tactus::systems {

/// Whether time is continuous, x' = A x + B u, or discrete, x+ = A x + B u.
enum class TimeDomain { kContinuous, kDiscrete };

/// An eigenvalue e of A whose mode does not decay and that B cannot reach, or
/// none if (A, B) is stabilisable: the test of Popov, Belevitch and Hautus,
///
///     rank [A - e I, B] < n      for an e with  Re e >= 0  (continuous)
///                                               |e| >= 1   (discrete)
///
///     A  n x n      B  n x m
///
/// The rank counts singular values above 1e-10 of the norm of [A, B]. To ask
/// instead whether Q can see all modes that do not decay (detectability), pass
/// the transposes of A and Q.
/// @throws std::invalid_argument unless A is square, B matches, all are finite.
std::optional<std::complex<double>> FindUnstabilizableMode(const MatrixXd& A,
                                                           const MatrixXd& B,
                                                           TimeDomain domain);

/// How far the slowest mode of A is from growing: the greatest Re e
/// (continuous) or |e| - 1 (discrete) of its eigenvalues e; negative if all
/// decay.
double CalcGrowth(const MatrixXd& A, TimeDomain domain);

}  // namespace tactus::systems
