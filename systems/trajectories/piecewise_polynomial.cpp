#include "tactus/systems/trajectories/piecewise_polynomial.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/systems/trajectories/knots.h"

namespace tactus::systems {
namespace {

void CheckCoefficients(std::size_t num_breaks,
                       const std::vector<MatrixXd>& coefficients) {
  if (coefficients.size() + 1 != num_breaks) {
    throw std::invalid_argument(
        fmt::format("{} breaks bound {} polynomials, but there are {}",
                    num_breaks, num_breaks - 1, coefficients.size()));
  }
  for (const MatrixXd& c : coefficients) {
    if (c.rows() != coefficients[0].rows() || c.cols() == 0) {
      throw std::invalid_argument(
          "the polynomials of a trajectory differ in size, or one is empty");
    }
    if (!c.allFinite()) {
      throw std::invalid_argument(
          "a coefficient of a trajectory is not finite");
    }
  }
}

// j (j - 1) ... (j - order + 1), the factor of s^(j - order) in the derivative
// of s^j.
double FallingFactorial(int j, int order) {
  double product = 1;
  for (int i = 0; i < order; ++i) product *= j - i;
  return product;
}

}  // namespace

PiecewisePolynomial::PiecewisePolynomial(std::vector<double> breaks,
                                         std::vector<MatrixXd> coefficients)
    : breaks_(std::move(breaks)), coefficients_(std::move(coefficients)) {
  CheckTimes(breaks_);
  CheckCoefficients(breaks_.size(), coefficients_);
}

int PiecewisePolynomial::FindPiece(double t) const {
  // The first inner break after t ends the piece.
  const auto first = breaks_.begin() + 1, last = breaks_.end() - 1;
  return static_cast<int>(std::upper_bound(first, last, t) - first);
}

void PiecewisePolynomial::CalcDerivative(double t, int order,
                                         Eigen::Ref<VectorXd> q) const {
  q.setZero();
  if (order > 0 && (t < start_time() || t > end_time())) return;
  const double t_inside = std::clamp(t, start_time(), end_time());
  const int k = FindPiece(t_inside);
  const MatrixXd& c = coefficients_[k];
  const double s = t_inside - breaks_[k];
  // Horner: q = (... (c_d s + c_(d-1)) s + ...) s + c_0, with the factors that
  // differentiating brings.
  for (int j = static_cast<int>(c.cols()) - 1; j >= order; --j) {
    q = q * s + FallingFactorial(j, order) * c.col(j);
  }
}

VectorXd PiecewisePolynomial::derivative(double t, int order) const {
  VectorXd q(size());
  CalcDerivative(t, order, q);
  return q;
}

PiecewisePolynomial MakePiecewiseLinear(const std::vector<double>& times,
                                        const MatrixXd& knots) {
  CheckKnots(times, knots);
  std::vector<MatrixXd> coefficients;
  for (Eigen::Index k = 0; k + 1 < knots.cols(); ++k) {
    MatrixXd c(knots.rows(), 2);
    c.col(0) = knots.col(k);
    c.col(1) = (knots.col(k + 1) - knots.col(k)) / (times[k + 1] - times[k]);
    coefficients.push_back(std::move(c));
  }
  return {times, std::move(coefficients)};
}

}  // namespace tactus::systems
