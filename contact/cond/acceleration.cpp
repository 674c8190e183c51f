#include "tactus/contact/cond/acceleration.h"

#include <algorithm>
#include <cmath>

namespace tactus::contact {

void Accelerator::Advance(const In& beta, const In& w, const In& w_before,
                          Eigen::Ref<VectorXd> y,
                          Eigen::Ref<VectorXd> y_before) {
  ++count_;
  switch (kind_) {
    case Acceleration::kNone:
      y = w;
      return;
    case Acceleration::kChebyshev: {
      constexpr double kUnderRelaxation = 0.9;
      const double omega = CalcOmega((w - y).norm());
      y_before += omega * (kUnderRelaxation * (w - y) + y - y_before);
      y_before.swap(y);
      return;
    }
    case Acceleration::kNesterov: {
      const double momentum =
          CalcNesterovWeight((w - w_before).dot(beta.cwiseProduct(y - w)));
      y = w + momentum * (w - w_before);
      return;
    }
    case Acceleration::kBarzilaiBorwein: {
      const VectorXd s = y - y_before;
      const double tau = CalcStep(beta, s, s - (w - w_before));
      y_before = y;
      y += tau * (w - y);
      return;
    }
  }
}

// 1 for four iterations, while the rate is not yet that of the slowest mode.
// There is no rate of what has come to rest.
double Accelerator::CalcOmega(double change) {
  constexpr double kLargestRate = 0.9995;
  constexpr int kStart = 5;
  const double rho =
      last_change_ == 0 ? 0 : std::min(change / last_change_, kLargestRate);
  last_change_ = change;
  if (count_ == kStart) omega_ = 2 / (2 - rho * rho);
  if (count_ > kStart) omega_ = 4 / (4 - rho * rho * omega_);
  return omega_;
}

// There is nothing before the first w.
double Accelerator::CalcNesterovWeight(double ascent) {
  if (count_ == 1) return 0;
  if (ascent > 0) t_ = 1;
  const double next = (1 + std::sqrt(1 + 4 * t_ * t_)) / 2;
  const double weight = (t_ - 1) / next;
  t_ = next;
  return weight;
}

// With z = beta `change`. 1, the fixed point's own, where the law bends back.
double Accelerator::CalcStep(const In& beta, const VectorXd& s,
                             const VectorXd& change) {
  const double sz = s.dot(beta.cwiseProduct(change));
  if (count_ == 1 || sz <= 0) return 1;
  return count_ % 2 == 0 ? s.dot(beta.cwiseProduct(s)) / sz
                         : sz / change.dot(beta.cwiseProduct(change));
}

}  // namespace tactus::contact
