#pragma once

#include <vector>

#include "tactus/systems/trajectories/piecewise_polynomial.h"

namespace tactus::systems {

/// The smoothest way from rest to rest: of all motions from q_k at t_k to
/// q_(k+1) at t_(k+1) that start and end without velocity and acceleration,
/// the one with the least integral of squared jerk,
///
///     q(t) = q_k + (q_(k+1) - q_k) (10 s^3 - 15 s^4 + 6 s^5),
///                                            s = (t - t_k) / (t_(k+1) - t_k)
///
/// since where the integral of squared jerk is least, the sixth derivative
/// vanishes. It is how people reach for things. Over a distance d in a time T
/// it is fastest halfway, 15/8 d/T; its acceleration never exceeds
/// 10/sqrt(3) d/T^2; the integral of squared jerk is 720 d^2/T^5.
///
///     q_k  knots, the columns of an n x (K + 1) matrix; the motion rests at
///          each for an instant          t_k  their times [s]
///
/// Source: [FlashHogan85].
///
/// @throws std::invalid_argument unless the times (two or more) increase, there
/// is a knot for each, and all numbers are finite.
PiecewisePolynomial MakeMinimumJerk(const std::vector<double>& times,
                                    const MatrixXd& knots);

}  // namespace tactus::systems
