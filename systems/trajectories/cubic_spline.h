#pragma once

#include <vector>

#include "tactus/systems/trajectories/piecewise_polynomial.h"

namespace tactus::systems {

/// Cubic polynomials through given points. Between two of them the cubic is
/// fixed by the positions and velocities at its ends,
///
///     q(t_k + s) = q_k + v_k s + (3 D - 2 v_k - v_(k+1)) s^2 / h
///                              + (v_k + v_(k+1) - 2 D) s^3 / h^2
///
/// and a spline chooses the inner velocities such that the acceleration too is
/// continuous, for k = 1 ... K - 1:
///
///     v_(k-1)/h_(k-1) + 2 (1/h_(k-1) + 1/h_k) v_k + v_(k+1)/h_k
///                                  = 3 (D_(k-1)/h_(k-1) + D_k/h_k)
///
/// and the two outer ones by a condition at each end: no acceleration (a
/// natural spline), or a given velocity (a clamped one). Of all curves through
/// the points (and with the end velocities, if clamped) the spline has the
/// least integral of squared acceleration.
///
///     q_k  the knots, columns of an n x (K + 1) matrix    t_k  their times [s]
///     v_k  velocities, likewise [unit of q / s]           h_k  t_(k+1) - t_k
///     D_k  (q_(k+1) - q_k) / h_k, the mean velocity; k is left out above
///
/// Source: [DeBoor78], chapter IV.
///
/// All throw std::invalid_argument unless the times (two or more) increase, the
/// sizes match and all numbers are finite.

/// Through knots with given velocities, n x (K + 1) each.
PiecewisePolynomial MakeCubicHermite(const std::vector<double>& times,
                                     const MatrixXd& knots,
                                     const MatrixXd& velocities);

/// No acceleration at either end.
PiecewisePolynomial MakeNaturalSpline(const std::vector<double>& times,
                                      const MatrixXd& knots);

/// Velocities `v_start` and `v_end`, n numbers each, at the ends.
PiecewisePolynomial MakeClampedSpline(const std::vector<double>& times,
                                      const MatrixXd& knots,
                                      const VectorRef& v_start,
                                      const VectorRef& v_end);

}  // namespace tactus::systems
