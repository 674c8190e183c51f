#include "tactus/contact/geometry/material_rates.h"

#include <algorithm>

namespace tactus::contact {

// Of 2 a b / (a + b): 2 b² / (a + b)².
double CalcFrictionSlope(const Material& a, const Material& b) {
  if (a.priority != b.priority)
    return a.priority > b.priority && a.condim >= 3 ? 1 : 0;
  if (std::max(a.condim, b.condim) < 3) return 0;
  const double mu_a = a.dynamic_friction, mu_b = b.dynamic_friction;
  const auto asks_for_maximum = [](const Material& material) {
    return material.friction_rule == Material::FrictionRule::kMaximum;
  };
  if (asks_for_maximum(a) || asks_for_maximum(b))
    return mu_a == mu_b ? 0.5 : mu_a > mu_b ? 1 : 0;
  const double share = mu_a + mu_b > 0 ? mu_b / (mu_a + mu_b) : 0;
  return 2 * share * share;
}

}  // namespace tactus::contact
