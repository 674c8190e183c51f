#include "tactus/contact/friction.h"

#include <cmath>

namespace tactus::contact {

double CalcFrictionCoefficient(double static_friction, double dynamic_friction,
                               double slip_ratio) {
  if (static_friction == dynamic_friction) return dynamic_friction;
  constexpr double kDelta = 10;
  const auto f = [](double x) {
    return x / std::sqrt(1 + x * x);
  };
  // sigma = (1 - f(x - 10) / f(10)) / 2
  const double sigma = 0.5 * (1 - f(slip_ratio - kDelta) / f(kDelta));
  return (static_friction - dynamic_friction) * sigma + dynamic_friction;
}

}  // namespace tactus::contact
