#include "tactus/multibody/geometry_checks.h"

#include "multibody/checked_elements.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::kCheckedBodies;
using test::kNan;

TEST_CASE(
    "RequireValidGeometryPairs: one body, both rigid, or a pair twice -> "
    "refused") {
  const std::vector<contact::Geometry> geometries = [] {
    std::vector<contact::Geometry> three(3);
    three[0].name = "a";
    three[1].name = "b";
    three[1].body = 1;
    three[2].name = "c";
    three[2].body = 1;
    return three;
  }();
  const auto check = [&](int a, int b, double margin = 0, double k = 1) {
    contact::GeometryPair pair;
    pair.geometry_a = a;
    pair.geometry_b = b;
    pair.margin = margin;
    pair.material_a.stiffness = INFINITY;
    pair.material_b.stiffness = k;
    RequireValidGeometryPairs(std::vector<contact::GeometryPair>{pair},
                              geometries);
  };
  CHECK_NOTHROW(check(0, 1));
  CHECK_THROWS_WITH(check(0, 3), Contains("geometry number 3; there are 3"));
  CHECK_THROWS_WITH(check(1, 2), Contains("'b' and 'c' is on one body"));
  CHECK_THROWS_WITH(check(0, 1, -1), Contains("the margin is -1"));
  CHECK_THROWS_WITH(check(0, 1, 0, INFINITY), Contains("both are rigid"));
  std::vector<contact::GeometryPair> twice(2);
  twice[0].geometry_b = twice[1].geometry_a = 1;
  CHECK_THROWS_WITH(RequireValidGeometryPairs(twice, geometries),
                    Contains("is there twice"));
}

TEST_CASE("Material: numbers that make no sense -> refused with the geometry") {
  using contact::Material;
  const auto check = [](double Material::*member, double value) {
    contact::Geometry geometry;
    geometry.name = "shell";
    geometry.body = 1;
    geometry.material.*member = value;
    RequireValidGeometries(std::vector{geometry}, kCheckedBodies);
  };
  for (const auto member :
       {&Material::dissipation, &Material::static_friction,
        &Material::dynamic_friction, &Material::torsional_friction,
        &Material::rolling_friction}) {
    CHECK_NOTHROW(check(member, 0));
    for (const double value : {-1.0, kNan, double{INFINITY}}) {
      CHECK_THROWS_WITH(check(member, value),
                        Contains("geometry 'shell': the ") &&
                            Contains("it must be finite and not negative"));
    }
  }
  CHECK_NOTHROW(check(&Material::stiffness, INFINITY));
  CHECK_THROWS_WITH(check(&Material::stiffness, kNan),
                    Contains("'shell': the stiffness is nan"));
  CHECK_THROWS_WITH(check(&Material::stiffness, -1),
                    Contains("'shell': the stiffness is -1"));
  for (const double value : {0.0, -1.0, kNan, double{INFINITY}}) {
    CHECK_THROWS_WITH(check(&Material::stiction_velocity, value),
                      Contains("'shell': the stiction velocity is "));
  }

  contact::GeometryPair pair;
  pair.geometry_b = 1;
  pair.material_b.dynamic_friction = kNan;
  std::vector<contact::Geometry> two(2);
  two[1].body = 1;
  two[1].name = "shell";
  CHECK_THROWS_WITH(RequireValidGeometryPairs(std::vector{pair}, two),
                    Contains("the pair of geometries '' and 'shell': the "
                             "dynamic friction is nan"));
}

TEST_CASE(
    "RequireValidGeometries: no real body, a wrong pose or margin -> refused") {
  const auto check = [](int body, const RigidTransform& X_BG,
                        double margin = 0) {
    contact::Geometry geometry;
    geometry.margin = margin;
    geometry.name = "shell";
    geometry.body = body;
    geometry.X_BG = X_BG;
    RequireValidGeometries(std::vector<contact::Geometry>{geometry},
                           kCheckedBodies);
  };
  const RigidTransform X = RigidTransform::Identity();
  CHECK_NOTHROW(check(0, X));
  CHECK_NOTHROW(check(1, X));
  CHECK_THROWS_WITH(check(3, X),
                    Contains("geometry 'shell' refers to body number 3"));
  CHECK_THROWS_WITH(check(2, X),
                    Contains("geometry 'shell' is on body 'link'"));
  CHECK_NOTHROW(check(1, X, 0.1));
  CHECK_THROWS_WITH(check(1, X, -0.1),
                    Contains("geometry 'shell': the margin is -0.1"));
  RigidTransform scaled = X;
  scaled.linear() *= 2;
  CHECK_THROWS_WITH(check(1, scaled), Contains("geometry 'shell': its pose"));
}

TEST_CASE("fluids: negative numbers -> refused, with what they are of") {
  const auto check = [](const Fluid& fluid, const FluidEllipsoid& part) {
    RequireValidFluid(fluid, std::vector<FluidEllipsoid>{part}, kCheckedBodies);
  };
  const FluidEllipsoid good{.body = 1, .radii = {1, 1, 1}};
  CHECK_NOTHROW(check({.density = 1, .viscosity = 1}, good));
  CHECK_THROWS_WITH(check({.density = -1}, good), Contains("density is -1"));
  CHECK_THROWS_WITH(check({.viscosity = kNan}, good),
                    Contains("viscosity is nan"));
  CHECK_THROWS_WITH(check({.wind_W = {0, kNan, 0}}, good), Contains("wind"));
  CHECK_THROWS_WITH(check({}, {.body = 3, .radii = {1, 1, 1}}),
                    Contains("there are 3"));
  CHECK_THROWS_WITH(check({}, {.body = 2, .radii = {1, 1, 1}}),
                    Contains("'link', which is a virtual link"));
  CHECK_THROWS_WITH(check({}, {.body = 1, .radii = {1, 0, 1}}),
                    Contains("'arm': its radii"));
  CHECK_THROWS_WITH(check({}, {.body = 1,
                               .radii = {1, 1, 1},
                               .coefficients = {.magnus_lift = -1}}),
                    Contains("coefficient is -1"));
}

}  // namespace
}  // namespace tactus::multibody
