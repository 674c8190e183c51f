#include "tactus/integrators/classic/rosenbrock2.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace tactus::integrators {

double Rosenbrock2::gamma() const {
  return gamma_ == Gamma::kSmall ? 1 - 1 / std::numbers::sqrt2
                                 : 1 + 1 / std::numbers::sqrt2;
}

void Rosenbrock2::Begin(Memory*) {
  J_ = nullptr;
}

ClassicMethod::Outcome Rosenbrock2::Solve(double h, Memory*, VectorXd* x1,
                                          VectorXd* x1_low) {
  if (!J_) {
    const double dt = std::sqrt(std::numeric_limits<double>::epsilon()) *
                      std::max(1.0, std::abs(t0()));
    Eval(t0() + dt, x0(), &f_t_);
    f_t_ = (f_t_ - xdot0()) / ((t0() + dt) - t0());
    if (!f_t_.allFinite()) f_t_.setZero();  // The order does not need it.
    J_ = CalcJacobian();
    if (!J_) return Outcome::kNotFinite;
  }
  const double c = gamma() * h;
  const Lu& lu = Factorize(J_, c);
  k1_ = lu.solve(xdot0() + c * f_t_);
  *x1_low = x0() + h * k1_;
  Eval(t0() + h, *x1_low, &f_);
  k2_ = lu.solve(f_ - 2 * k1_ - c * f_t_);
  *x1 = x0() + h / 2 * (3 * k1_ + k2_);
  return x1->allFinite() ? Outcome::kSolved : Outcome::kNotFinite;
}

}  // namespace tactus::integrators
