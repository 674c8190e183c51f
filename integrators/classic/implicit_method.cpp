#include "tactus/integrators/classic/implicit_method.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tactus/common/require.h"

namespace tactus::integrators {

ImplicitMethod::ImplicitMethod(const ErrorControlOptions& options,
                               const NewtonOptions& newton, int error_order)
    : LinearizedMethod(options, error_order), newton_(newton) {
  Require(newton.kappa > 0, "Newton's kappa must be positive");
  Require(newton.max_iterations >= 1,
          "Newton's method needs at least one iteration");
  Require(newton.keep_jacobian_below >= 0,
          "keep_jacobian_below must not be negative");
}

void ImplicitMethod::Begin(Memory*) {
  is_fresh_ = false;
  CalcStateWeights(x0(), &weights_);
}

void ImplicitMethod::Accept(Memory* memory) {
  if (worst_theta_ > newton_.keep_jacobian_below) memory->jacobian = nullptr;
  memory->slope = slope_;
}

ClassicMethod::Outcome ImplicitMethod::Solve(double h, Memory* memory,
                                             VectorXd* x1, VectorXd* x1_low) {
  if (memory->jacobian) {
    worst_theta_ = 0;
    const Outcome outcome = SolveStages(h, memory, x1, x1_low, &slope_);
    if (outcome == Outcome::kSolved || is_fresh_) return outcome;
  }
  memory->jacobian = CalcJacobian();
  if (!memory->jacobian) return Outcome::kNotFinite;
  is_fresh_ = true;
  worst_theta_ = 0;
  return SolveStages(h, memory, x1, x1_low, &slope_);
}

ClassicMethod::Outcome ImplicitMethod::SolveStage(double t, const VectorXd& a,
                                                  double c, Memory* memory,
                                                  VectorXd* z) {
  // What rounding lets the iteration reach.
  const double tolerance = std::max(newton_.kappa * options().accuracy, 1e-13);
  const Lu& lu = Factorize(memory->jacobian, c);
  double eta = std::pow(
      std::max(memory->eta, std::numeric_limits<double>::epsilon()), 0.8);
  double last_size = 0;
  for (int k = 1; k <= newton_.max_iterations; ++k) {
    y_ = a + *z;
    Eval(t, y_, &f_);
    if (!f_.allFinite()) return Outcome::kNotFinite;
    dz_ = lu.solve(c * f_ - *z);
    ++mutable_statistics().newton_iterations;
    const double size = dz_.cwiseProduct(weights_).lpNorm<Eigen::Infinity>();
    if (!std::isfinite(size)) return Outcome::kNotFinite;
    if (k > 1) {
      const double theta = size / last_size;
      worst_theta_ = std::max(worst_theta_, theta);
      if (theta >= 1) return Outcome::kNotConverged;
      eta = theta / (1 - theta);
      const double in_the_end =
          eta * std::pow(theta, newton_.max_iterations - k) * size;
      if (in_the_end > tolerance) return Outcome::kNotConverged;
    }
    *z += dz_;
    if (eta * size <= tolerance) {
      memory->eta = eta;
      return Outcome::kSolved;
    }
    last_size = size;
  }
  return Outcome::kNotConverged;
}

const VectorXd& ImplicitMethod::GuessSlope(const Memory& memory) const {
  return memory.slope.size() == x0().size() ? memory.slope : xdot0();
}

}  // namespace tactus::integrators
