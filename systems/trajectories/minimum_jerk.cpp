#include "tactus/systems/trajectories/minimum_jerk.h"

#include <utility>

#include "tactus/systems/trajectories/knots.h"

namespace tactus::systems {

PiecewisePolynomial MakeMinimumJerk(const std::vector<double>& times,
                                    const MatrixXd& knots) {
  CheckKnots(times, knots);
  std::vector<MatrixXd> coefficients;
  for (Eigen::Index k = 0; k + 1 < knots.cols(); ++k) {
    const double T = times[k + 1] - times[k];
    const VectorXd d = knots.col(k + 1) - knots.col(k);
    MatrixXd c = MatrixXd::Zero(knots.rows(), 6);
    c.col(0) = knots.col(k);
    c.col(3) = 10 / (T * T * T) * d;
    c.col(4) = -15 / (T * T * T * T) * d;
    c.col(5) = 6 / (T * T * T * T * T) * d;
    coefficients.push_back(std::move(c));
  }
  return {times, std::move(coefficients)};
}

}  // namespace tactus::systems
