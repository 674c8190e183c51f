#include "tactus/contact/material.h"

#include <algorithm>
#include <cmath>

#include "tactus/solvers/require.h"

namespace tactus::contact {
namespace {

double CombineFriction(double a, double b, Material::FrictionRule rule) {
  if (rule == Material::FrictionRule::kMaximum) return std::max(a, b);
  return a + b > 0 ? 2 * a * b / (a + b) : 0;
}

/// The share of the overlap that A yields, kb / (ka + kb), with its limits: a
/// rigid surface yields nothing, two that do not resist share alike.
double CalcShareOfA(double ka, double kb) {
  if (std::isinf(ka)) return 0;
  if (std::isinf(kb)) return 1;
  return ka + kb > 0 ? kb / (ka + kb) : 0.5;
}

}  // namespace

PairMaterial Combine(const Material& a, const Material& b) {
  Require(a.stiffness >= 0 && b.stiffness >= 0,
          "Combine: a stiffness is negative or not a number");
  Require(!(std::isinf(a.stiffness) && std::isinf(b.stiffness)),
          "Combine: two rigid surfaces cannot touch by compliant contact; make "
          "the stiffness of one of them finite");

  PairMaterial pair;
  pair.weight_a = CalcShareOfA(a.stiffness, b.stiffness);
  // k = ka kb / (ka + kb): two springs in series. Each yields its share w of
  // the overlap x at the common force, ka wa x = kb wb x = k x.
  pair.stiffness =
      std::isinf(a.stiffness) ? b.stiffness : a.stiffness * pair.weight_a;
  // d = (kb da + ka db) / (ka + kb)
  pair.dissipation =
      pair.weight_a * a.dissipation + (1 - pair.weight_a) * b.dissipation;
  pair.stiction_velocity = std::max(a.stiction_velocity, b.stiction_velocity);

  if (a.priority != b.priority) {
    const Material& winner = a.priority > b.priority ? a : b;
    pair.static_friction = winner.static_friction;
    pair.dynamic_friction = winner.dynamic_friction;
    return pair;
  }
  const bool maximum = a.friction_rule == Material::FrictionRule::kMaximum ||
                       b.friction_rule == Material::FrictionRule::kMaximum;
  const auto rule = maximum ? Material::FrictionRule::kMaximum
                            : Material::FrictionRule::kHarmonicMean;
  pair.static_friction =
      CombineFriction(a.static_friction, b.static_friction, rule);
  pair.dynamic_friction =
      CombineFriction(a.dynamic_friction, b.dynamic_friction, rule);
  return pair;
}

}  // namespace tactus::contact
