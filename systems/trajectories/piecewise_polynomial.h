#pragma once

#include <vector>

#include "tactus/systems/types.h"

namespace tactus::systems {

/// A vector that moves along polynomials of time, one after another:
///
///     q(t) = c_k0 + c_k1 s + c_k2 s^2 + ... + c_kd s^d,    s = t - t_k
///            for t_k <= t < t_(k+1),     k = 0 ... K - 1
///
/// and held where it begins and ends: q(t) = q(t_0) for t < t_0, q(t) = q(t_K)
/// for t > t_K. Held means at rest: outside [t_0, t_K] all derivatives are
/// zero. Where two polynomials meet, the later one counts.
///
///     q     n numbers, in any unit       t_k   breaks, increasing [s]
///     c_kj  coefficients, n numbers [unit of q / s^j]
///
/// A value: copy it, put it into a block. See cubic_spline.h and minimum_jerk.h
/// for ways to make one.
class PiecewisePolynomial {
 public:
  /// `breaks` t_0 ... t_K, and one n x (d + 1) matrix per piece, whose column j
  /// is c_kj. Degrees may differ from piece to piece.
  /// @throws std::invalid_argument unless there are K + 1 >= 2 increasing
  /// breaks and K matrices of n rows and at least one column, all finite.
  PiecewisePolynomial(std::vector<double> breaks,
                      std::vector<MatrixXd> coefficients);

  /// n
  int size() const { return static_cast<int>(coefficients_[0].rows()); }
  double start_time() const { return breaks_.front(); }
  double end_time() const { return breaks_.back(); }
  const std::vector<double>& breaks() const { return breaks_; }
  /// Of piece k.
  const MatrixXd& coefficients(int k) const { return coefficients_[k]; }

  /// The piece k that counts at time `t`: the first before t_0, the last from
  /// t_(K-1) on.
  int FindPiece(double t) const;

  /// q(t), or its derivative of the given order >= 0, into `q` of size n. Does
  /// not allocate.
  void CalcDerivative(double t, int order, Eigen::Ref<VectorXd> q) const;

  VectorXd value(double t) const { return derivative(t, 0); }
  VectorXd derivative(double t, int order = 1) const;

 private:
  std::vector<double> breaks_;
  std::vector<MatrixXd> coefficients_;
};

/// Straight lines through `knots`, an n x (K + 1) matrix with one column per
/// time [s]. The velocity jumps from piece to piece.
/// @throws std::invalid_argument as the constructor above does.
PiecewisePolynomial MakePiecewiseLinear(const std::vector<double>& times,
                                        const MatrixXd& knots);

}  // namespace tactus::systems
