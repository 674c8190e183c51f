#include "tactus/contact/geometry/material.h"

#include <algorithm>
#include <cmath>

#include "tactus/common/require.h"

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

void SetGrain(const Material& grained, bool is_a, PairMaterial* pair) {
  pair->cross_friction_ratio = grained.cross_friction_ratio;
  pair->grain_G = grained.grain_G;
  pair->grain_is_of_a = is_a;
}

void SetFriction(const Material& alone, PairMaterial* pair) {
  pair->condim = alone.condim;
  pair->static_friction = alone.static_friction;
  pair->dynamic_friction = alone.dynamic_friction;
  pair->torsional_friction = alone.torsional_friction;
  pair->rolling_friction = alone.rolling_friction;
}

void SetFriction(const Material& a, const Material& b, PairMaterial* pair) {
  const bool maximum = a.friction_rule == Material::FrictionRule::kMaximum ||
                       b.friction_rule == Material::FrictionRule::kMaximum;
  const auto combine = [&](double Material::*friction) {
    return CombineFriction(a.*friction, b.*friction,
                           maximum ? Material::FrictionRule::kMaximum
                                   : Material::FrictionRule::kHarmonicMean);
  };
  pair->condim = std::max(a.condim, b.condim);
  pair->static_friction = combine(&Material::static_friction);
  pair->dynamic_friction = combine(&Material::dynamic_friction);
  pair->torsional_friction = combine(&Material::torsional_friction);
  pair->rolling_friction = combine(&Material::rolling_friction);
  const auto size = [](const Material& each) {
    return std::abs(std::log(each.cross_friction_ratio));
  };
  const bool is_a = size(a) >= size(b);
  SetGrain(is_a ? a : b, is_a, pair);
}

}  // namespace

PairMaterial Combine(const Material& a, const Material& b) {
  Require(a.stiffness >= 0 && b.stiffness >= 0,
          "Combine: a stiffness is negative or not a number");
  Require(!(std::isinf(a.stiffness) && std::isinf(b.stiffness)),
          "Combine: two rigid surfaces cannot touch by compliant contact; make "
          "the stiffness of one of them finite");
  for (const Material* each : {&a, &b}) {
    Require(each->cross_friction_ratio > 0 &&
                std::isfinite(each->cross_friction_ratio),
            "Combine: the ratio of friction across a grain must be positive");
    Require(each->restitution >= 0 && each->restitution <= 1,
            "Combine: a coefficient of restitution must be from 0 to 1");
  }

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
    const bool is_a = a.priority > b.priority;
    SetFriction(is_a ? a : b, &pair);
    SetGrain(is_a ? a : b, is_a, &pair);
  } else {
    SetFriction(a, b, &pair);
  }
  pair.restitution = std::max(a.restitution, b.restitution);
  if (pair.condim < 3) pair.static_friction = pair.dynamic_friction = 0;
  if (pair.condim < 4) pair.torsional_friction = 0;
  if (pair.condim < 6) pair.rolling_friction = 0;
  return pair;
}

}  // namespace tactus::contact
