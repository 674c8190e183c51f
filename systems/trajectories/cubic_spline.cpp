#include "tactus/systems/trajectories/cubic_spline.h"

#include <stdexcept>
#include <utility>

#include "tactus/systems/trajectories/knots.h"

namespace tactus::systems {
namespace {

using Eigen::Index;

// The equations for the velocities: lower_k v_(k-1) + diagonal_k v_k +
// upper_k v_(k+1) = rhs.col(k).
struct VelocityEquations {
  VectorXd lower, diagonal, upper;
  MatrixXd rhs;
};

// Those of the inner knots; the first and the last row are left at zero.
VelocityEquations MakeInnerEquations(const std::vector<double>& times,
                                     const MatrixXd& knots) {
  const Index num = knots.cols();
  VelocityEquations equations{VectorXd::Zero(num), VectorXd::Zero(num),
                              VectorXd::Zero(num),
                              MatrixXd::Zero(knots.rows(), num)};
  for (Index k = 1; k + 1 < num; ++k) {
    const double w0 = 1 / (times[k] - times[k - 1]);
    const double w1 = 1 / (times[k + 1] - times[k]);
    equations.lower[k] = w0;
    equations.diagonal[k] = 2 * (w0 + w1);
    equations.upper[k] = w1;
    equations.rhs.col(k) = 3 * (w0 * w0 * (knots.col(k) - knots.col(k - 1)) +
                                w1 * w1 * (knots.col(k + 1) - knots.col(k)));
  }
  return equations;
}

// Elimination from the first knot to the last, and back. The diagonal
// dominates, so no pivoting is needed.
MatrixXd SolveForVelocities(VelocityEquations equations) {
  auto& [lower, diagonal, upper, v] = equations;
  const Index last = diagonal.size() - 1;
  for (Index k = 1; k <= last; ++k) {
    const double factor = lower[k] / diagonal[k - 1];
    diagonal[k] -= factor * upper[k - 1];
    v.col(k) -= factor * v.col(k - 1);
  }
  v.col(last) /= diagonal[last];
  for (Index k = last - 1; k >= 0; --k) {
    v.col(k) = (v.col(k) - upper[k] * v.col(k + 1)) / diagonal[k];
  }
  return std::move(v);
}

}  // namespace

PiecewisePolynomial MakeCubicHermite(const std::vector<double>& times,
                                     const MatrixXd& knots,
                                     const MatrixXd& velocities) {
  CheckKnots(times, knots);
  CheckKnots(times, velocities);
  if (velocities.rows() != knots.rows()) {
    throw std::invalid_argument(
        "the knots of a trajectory and their velocities differ in size");
  }
  std::vector<MatrixXd> coefficients;
  for (Index k = 0; k + 1 < knots.cols(); ++k) {
    const double h = times[k + 1] - times[k];
    const auto v0 = velocities.col(k), v1 = velocities.col(k + 1);
    const VectorXd mean_velocity = (knots.col(k + 1) - knots.col(k)) / h;
    MatrixXd c(knots.rows(), 4);
    c.col(0) = knots.col(k);
    c.col(1) = v0;
    c.col(2) = (3 * mean_velocity - 2 * v0 - v1) / h;
    c.col(3) = (v0 + v1 - 2 * mean_velocity) / (h * h);
    coefficients.push_back(std::move(c));
  }
  return {times, std::move(coefficients)};
}

PiecewisePolynomial MakeNaturalSpline(const std::vector<double>& times,
                                      const MatrixXd& knots) {
  CheckKnots(times, knots);
  VelocityEquations equations = MakeInnerEquations(times, knots);
  // No acceleration at an end of a cubic: 2 v_end + v_other = 3 D.
  const Index last = knots.cols() - 1;
  equations.diagonal[0] = equations.diagonal[last] = 2;
  equations.upper[0] = equations.lower[last] = 1;
  equations.rhs.col(0) =
      3 * (knots.col(1) - knots.col(0)) / (times[1] - times[0]);
  equations.rhs.col(last) = 3 * (knots.col(last) - knots.col(last - 1)) /
                            (times[last] - times[last - 1]);
  return MakeCubicHermite(times, knots,
                          SolveForVelocities(std::move(equations)));
}

PiecewisePolynomial MakeClampedSpline(const std::vector<double>& times,
                                      const MatrixXd& knots,
                                      const VectorRef& v_start,
                                      const VectorRef& v_end) {
  CheckKnots(times, knots);
  if (v_start.size() != knots.rows() || v_end.size() != knots.rows()) {
    throw std::invalid_argument(
        "the end velocities of a spline and its knots differ in size");
  }
  VelocityEquations equations = MakeInnerEquations(times, knots);
  const Index last = knots.cols() - 1;
  equations.diagonal[0] = equations.diagonal[last] = 1;
  equations.rhs.col(0) = v_start;
  equations.rhs.col(last) = v_end;
  return MakeCubicHermite(times, knots,
                          SolveForVelocities(std::move(equations)));
}

}  // namespace tactus::systems
