#include "tactus/apps/bench/impacts/cone.h"

#include <algorithm>

namespace tactus::apps::impacts {
namespace {

constexpr double kLeast = 1e-3;  // v_least [m/s]

}  // namespace

double ConeMeter::CalcExcess(const Vector3d& impulse) const {
  const double normal = std::max(impulse.z(), 0.0);
  return (impulse.head<2>().norm() - mu_ * normal) /
         (mu_ * std::max(normal, kLeast));
}

void ConeMeter::Add(double t, const Vector3d& v) {
  if (has_last_) {
    const Vector3d impulse = v - v_ - gravity_ * (t - t_);
    worst_step_ = std::max(worst_step_, CalcExcess(impulse));
    if (impulse.norm() > kLeast) {
      sum_ += impulse;
    } else {
      worst_impact_ = worst_impact();
      sum_.setZero();
    }
  }
  has_last_ = true;
  t_ = t;
  v_ = v;
}

double ConeMeter::worst_impact() const {
  return std::max(worst_impact_, CalcExcess(sum_));
}

}  // namespace tactus::apps::impacts
