#include "tactus/integrators/dojo/kappa.h"

#include <algorithm>
#include <limits>

namespace tactus::integrators {
namespace {

constexpr double kShare = 0.01;  // Of gravity's impulse times its way.

}  // namespace

double CalcTreeMass(const multibody::Model& model,
                    const multibody::Tree& tree) {
  double mass = 0;
  for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b)
    mass += model.bodies()[b].inertia.mass;
  return mass > 0 ? mass : std::numeric_limits<double>::infinity();
}

double ChooseKappa(double mass, double gravity, double h) {
  const double g = std::max(gravity, kLeastGravity);
  return std::min(kShare * mass * g * g * h * h * h, kMostKappa);
}

}  // namespace tactus::integrators
