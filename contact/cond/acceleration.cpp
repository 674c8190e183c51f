#include "tactus/contact/cond/acceleration.h"

#include <algorithm>
#include <cmath>

namespace tactus::contact {

Accelerator::Sums Accelerator::CalcSums(const In& beta, const In& w,
                                        const In& w_before, const In& y,
                                        const In& y_before) const {
  switch (kind_) {
    case Acceleration::kNone:
      break;
    case Acceleration::kChebyshev:
      return {(w - y).squaredNorm(), 0, 0};
    case Acceleration::kNesterov:
      return {(w - w_before).dot(beta.cwiseProduct(y - w)), 0, 0};
    case Acceleration::kBarzilaiBorwein: {
      // z = beta change
      const auto s = y - y_before;
      const auto change = s - (w - w_before);
      return {s.dot(beta.cwiseProduct(change)), s.dot(beta.cwiseProduct(s)),
              change.dot(beta.cwiseProduct(change))};
    }
  }
  return Sums::Zero();
}

void Accelerator::Choose(const Sums& sums) {
  ++count_;
  if (kind_ == Acceleration::kChebyshev) omega_ = CalcOmega(std::sqrt(sums[0]));
  if (kind_ == Acceleration::kNesterov) momentum_ = CalcNesterovWeight(sums[0]);
  if (kind_ == Acceleration::kBarzilaiBorwein) tau_ = CalcStep(sums);
}

void Accelerator::Advance(const In& w, const In& w_before,
                          Eigen::Ref<VectorXd> y,
                          Eigen::Ref<VectorXd> y_before) const {
  switch (kind_) {
    case Acceleration::kNone:
      y = w;
      return;
    case Acceleration::kChebyshev: {
      constexpr double kUnderRelaxation = 0.9;
      y_before += omega_ * (kUnderRelaxation * (w - y) + y - y_before);
      y_before.swap(y);
      return;
    }
    case Acceleration::kNesterov:
      y = w + momentum_ * (w - w_before);
      return;
    case Acceleration::kBarzilaiBorwein:
      y_before = y;
      y += tau_ * (w - y);
      return;
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
  if (count_ == kStart) return 2 / (2 - rho * rho);
  return count_ > kStart ? 4 / (4 - rho * rho * omega_) : 1;
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

// Of s'z, s' beta s, z' beta^-1 z. 1, the fixed point's own, where the law
// bends back.
double Accelerator::CalcStep(const Sums& sums) const {
  if (count_ == 1 || sums[0] <= 0) return 1;
  return count_ % 2 == 0 ? sums[1] / sums[0] : sums[0] / sums[2];
}

}  // namespace tactus::contact
