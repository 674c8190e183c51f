#include "tactus/contact/geometry/material.h"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

constexpr double kRigid = std::numeric_limits<double>::infinity();

Material Make(double stiffness, double dissipation) {
  Material m;
  m.stiffness = stiffness;
  m.dissipation = dissipation;
  return m;
}

TEST_CASE("Combine: two surfaces -> springs in series") {
  const PairMaterial pair = Combine(Make(1e5, 10), Make(3e5, 50));
  CHECK(pair.stiffness == Approx(0.75e5));
  // (kb da + ka db) / (ka + kb)
  CHECK(pair.dissipation == Approx((3e5 * 10 + 1e5 * 50) / 4e5));
  CHECK(pair.weight_a == Approx(0.75));
  // Both yield at one force, that of the pair: k = ka wa = kb wb.
  CHECK(1e5 * pair.weight_a == Approx(pair.stiffness));
  CHECK(3e5 * (1 - pair.weight_a) == Approx(pair.stiffness));
}

TEST_CASE("Combine: surfaces in either order -> the same pair") {
  Material a = Make(1e4, 7), b = Make(5e6, 90);
  a.static_friction = 0.9, a.dynamic_friction = 0.6, a.stiction_velocity = 1e-3;
  const PairMaterial ab = Combine(a, b), ba = Combine(b, a);
  CHECK(ab.stiffness == Approx(ba.stiffness).epsilon(1e-15));
  CHECK(ab.dissipation == Approx(ba.dissipation).epsilon(1e-15));
  CHECK(ab.weight_a == Approx(1 - ba.weight_a).epsilon(1e-15));
  CHECK(ab.static_friction == ba.static_friction);
  CHECK(ab.dynamic_friction == ba.dynamic_friction);
  CHECK(ab.stiction_velocity == 1e-3);
  CHECK(ba.stiction_velocity == 1e-3);
}

TEST_CASE(
    "Combine: a rigid surface -> stiffness and dissipation of the other") {
  const Material soft = Make(2e5, 20), rigid = Make(kRigid, 99);
  const PairMaterial a = Combine(soft, rigid), b = Combine(rigid, soft);
  for (const PairMaterial& pair : {a, b}) {
    CHECK(pair.stiffness == 2e5);
    CHECK(pair.dissipation == 20);
  }
  CHECK(a.weight_a == 1);
  CHECK(b.weight_a == 0);
  // The limit of ever stiffer ones.
  const PairMaterial stiff = Combine(soft, Make(1e15, 99));
  CHECK(stiff.stiffness == Approx(a.stiffness).epsilon(1e-9));
  CHECK(stiff.dissipation == Approx(a.dissipation).epsilon(1e-9));
  CHECK(stiff.weight_a == Approx(a.weight_a).epsilon(1e-9));
}

TEST_CASE("Combine: a surface without stiffness -> a pair without") {
  const PairMaterial one = Combine(Make(0, 4), Make(1e5, 8));
  CHECK(one.stiffness == 0);
  CHECK(one.dissipation == 4);
  const PairMaterial none = Combine(Make(0, 4), Make(0, 8));
  CHECK(none.stiffness == 0);
  CHECK(none.dissipation == Approx(6));
}

TEST_CASE("Combine: two rigid, negative or NaN stiffnesses -> refused") {
  CHECK_THROWS_AS(Combine(Make(kRigid, 1), Make(kRigid, 1)),
                  std::invalid_argument);
  CHECK_THROWS_AS(Combine(Make(-1, 1), Make(1, 1)), std::invalid_argument);
  CHECK_THROWS_AS(Combine(Make(1, 1), Make(std::nan(""), 1)),
                  std::invalid_argument);
}

TEST_CASE(
    "Combine: friction -> harmonic mean, the maximum if a side asks for it") {
  Material a, b;
  a.static_friction = 1, a.dynamic_friction = 0.5;
  b.static_friction = 0.25, b.dynamic_friction = 0;
  CHECK(Combine(a, b).static_friction == Approx(0.4));
  CHECK(Combine(a, b).dynamic_friction == 0);
  b.friction_rule = Material::FrictionRule::kMaximum;
  CHECK(Combine(a, b).static_friction == 1);
  CHECK(Combine(b, a).dynamic_friction == 0.5);
  Material smooth;
  smooth.static_friction = smooth.dynamic_friction = 0;
  CHECK(Combine(smooth, smooth).static_friction == 0);
}

TEST_CASE(
    "Combine: priorities -> friction of the surface with the higher one") {
  Material a, b;
  a.static_friction = 1, a.dynamic_friction = 0.8, a.priority = 1;
  b.static_friction = 0.2, b.dynamic_friction = 0.1, b.priority = 2;
  b.stiction_velocity = 1e-6;
  for (const PairMaterial& pair : {Combine(a, b), Combine(b, a)}) {
    CHECK(pair.static_friction == 0.2);
    CHECK(pair.dynamic_friction == 0.1);
    CHECK(pair.stiction_velocity == 1e-4);  // The larger, still.
  }
}

TEST_CASE(
    "Combine: grains -> that of the stronger ratio, but by priority first") {
  Material plain = Make(1e5, 10), grained = plain;
  grained.cross_friction_ratio = 0.5;
  grained.grain_G = Vector3d(0, 1, 0);
  const PairMaterial on_b = Combine(plain, grained);
  CHECK(on_b.cross_friction_ratio == 0.5);
  CHECK(on_b.grain_G == Vector3d(0, 1, 0));
  CHECK_FALSE(on_b.grain_is_of_a);
  CHECK(Combine(grained, plain).grain_is_of_a);
  CHECK(Combine(plain, plain).cross_friction_ratio == 1);
  // By size on a logarithmic scale; and by priority before all.
  Material strong = plain;
  strong.cross_friction_ratio = 3;
  CHECK(Combine(grained, strong).cross_friction_ratio == 3);
  CHECK(Combine(strong, grained).cross_friction_ratio == 3);
  plain.priority = 1;
  CHECK(Combine(plain, grained).cross_friction_ratio == 1);
  grained.priority = 2;
  CHECK(Combine(plain, grained).cross_friction_ratio == 0.5);
  grained.cross_friction_ratio = 0;
  CHECK_THROWS_AS(Combine(plain, grained), std::invalid_argument);
}

TEST_CASE("Combine: restitution -> the larger one, refused outside of 0 to 1") {
  Material dull = Make(1e5, 10), bouncy = dull;
  bouncy.restitution = 0.8;
  CHECK(Combine(dull, dull).restitution == 0);
  CHECK(Combine(dull, bouncy).restitution == 0.8);
  CHECK(Combine(bouncy, dull).restitution == 0.8);
  for (const double wrong : {-0.1, 1.1, std::nan("")}) {
    bouncy.restitution = wrong;
    CHECK_THROWS_AS(Combine(dull, bouncy), std::invalid_argument);
  }
}

}  // namespace
}  // namespace tactus::contact
