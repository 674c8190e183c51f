#include "tactus/multibody/importers/mjcf/contact_softness.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {
namespace {

constexpr double kGravity = 9.81;  // [m/s^2]
constexpr double kMinImpedance = 1e-4, kMaxImpedance = 0.9999;

double Bounded(double d) {
  return std::clamp(d, kMinImpedance, kMaxImpedance);
}

// The root x = d v of x - ln(1 + x) = -e x - ln(1 - e x), 0 < e < 1. The right
// side is below the left one up to it, and grows without bound before 1 / e.
double CalcBounce(double e) {
  const auto is_beyond = [e](double x) {
    return x - std::log1p(x) < -e * x - std::log1p(-e * x);
  };
  double below = 0, beyond = 1 / e;
  for (int i = 0; i < 100; ++i) {
    const double middle = (below + beyond) / 2;
    (is_beyond(middle) ? beyond : below) = middle;
  }
  return below;
}

// d_bounce [s/m] of a damping ratio.
double CalcBounceDissipation(double z) {
  constexpr double kSpeed = 2;  // [m/s]
  if (z >= 1) return std::numeric_limits<double>::infinity();
  const double e = std::exp(-std::numbers::pi * z / std::sqrt(1 - z * z));
  if (e == 0) return std::numeric_limits<double>::infinity();
  return e < 1 ? CalcBounce(e) / kSpeed : 0.0;
}

// The root of K d² / (1 - d) r = g: the left side grows from 0 without bound.
double CalcRestDepth(const std::array<double, 5>& solimp, double rate) {
  const auto lifts = [&solimp, rate](double r) {
    const double d = CalcImpedance(solimp, r);
    return rate * d * d / (1 - d) * r > kGravity;
  };
  double below = 0, above = 1e-9;
  while (!lifts(above)) above *= 2;
  for (int i = 0; i < 100; ++i) {
    const double middle = (below + above) / 2;
    (lifts(middle) ? above : below) = middle;
  }
  return above;
}

}  // namespace

ReferenceSpring MakeReferenceSpring(const std::array<double, 2>& solref,
                                    const std::array<double, 5>& solimp,
                                    const Option& option,
                                    const XmlElement& element,
                                    std::string_view attribute) {
  const auto [first, second] = solref;
  const double dmax = Bounded(solimp[1]);
  if (first > 0 && second > 0) {
    const double tc =
        option.bound_stiffness ? std::max(first, 2 * option.timestep) : first;
    return {1 / std::pow(dmax * tc * second, 2), second};
  }
  if (first < 0 && second <= 0) {
    return {-first / (dmax * dmax), -second / (2 * std::sqrt(-first))};
  }
  FailAttribute(
      element, attribute,
      "must be two positive numbers (time constant, damping ratio) or "
      "two negative ones (-stiffness, -damping)");
}

double CalcImpedance(const std::array<double, 5>& solimp, double depth) {
  const double d0 = Bounded(solimp[0]), dmax = Bounded(solimp[1]);
  const double width = solimp[2], power = std::max(1.0, solimp[4]);
  const double middle = Bounded(solimp[3]);
  if (d0 == dmax || width <= 1e-15) return (d0 + dmax) / 2;
  const double x = depth / width;
  if (x >= 1) return dmax;
  // Two powers of x that meet at `middle`.
  const double y =
      x <= middle
          ? std::pow(x, power) / std::pow(middle, power - 1)
          : 1 - std::pow(1 - x, power) / std::pow(1 - middle, power - 1);
  return d0 + y * (dmax - d0);
}

ContactSoftness CalcContactSoftness(const GeomSpec& geom,
                                    const Option& option) {
  const ReferenceSpring spring = MakeReferenceSpring(
      geom.solref, geom.solimp, option, *geom.source, "solref");
  const double r = CalcRestDepth(geom.solimp, spring.rate);
  const double z = spring.damping_ratio;
  return {kGravity / r,
          std::min(2 * z / std::sqrt(kGravity * r), CalcBounceDissipation(z))};
}

contact::Material MakeMaterial(const GeomSpec& geom,
                               const std::vector<double>& mass_of_tree,
                               const std::vector<int>& root_of_body,
                               const Option& option) {
  const ContactSoftness softness = CalcContactSoftness(geom, option);
  const int root = root_of_body[static_cast<std::size_t>(geom.body)];
  contact::Material material;
  material.stiffness = root == 0
                           ? std::numeric_limits<double>::infinity()
                           : softness.stiffness_per_mass *
                                 mass_of_tree[static_cast<std::size_t>(root)];
  material.dissipation = softness.dissipation;
  material.static_friction = material.dynamic_friction = geom.friction[0];
  material.torsional_friction = geom.friction[1];
  material.rolling_friction = geom.friction[2];
  material.condim = geom.condim;
  material.friction_rule = contact::Material::FrictionRule::kMaximum;
  material.priority = geom.priority;
  return material;
}

}  // namespace tactus::multibody::mjcf
