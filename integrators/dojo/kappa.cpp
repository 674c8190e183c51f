#include "tactus/integrators/dojo/kappa.h"

#include <algorithm>

namespace tactus::integrators {
namespace {

constexpr double kShare = 0.01;      // Of gravity's impulse times its way.
constexpr double kLeastGravity = 1;  // [m/s^2]

}  // namespace

double ChooseKappa(double mass, double gravity, double h) {
  const double g = std::max(gravity, kLeastGravity);
  return std::min(kShare * mass * g * g * h * h * h, kMostKappa);
}

}  // namespace tactus::integrators
