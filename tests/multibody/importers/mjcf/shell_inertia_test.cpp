#include "tactus/multibody/importers/mjcf/shell_inertia.h"

#include <cmath>
#include <numbers>

#include "multibody/importers/mjcf/parse_tools.h"
#include <catch2/catch.hpp>

namespace tactus::multibody::mjcf {
namespace {

using std::numbers::pi;

// A coat of the thickness t around a shape is t times its surface, to first
// order: (solid(t) - solid(-t)) / (2 t), with an error of t².
template <typename Thicken>
void CheckCoat(const contact::Shape& shape, const Thicken& thicken) {
  constexpr double t = 1e-5;
  const RigidTransform X = RigidTransform::Identity();
  const SpatialInertia outer = MakeSolidInertia(thicken(t), 1, X),
                       inner = MakeSolidInertia(thicken(-t), 1, X),
                       shell = MakeShellInertia(shape);
  CHECK(shell.mass ==
        Approx((outer.mass - inner.mass) / (2 * t)).epsilon(1e-8));
  CHECK((shell.I_Bcm - (outer.I_Bcm - inner.I_Bcm) / (2 * t)).norm() <=
        1e-8 * shell.I_Bcm.norm());
  CHECK(shell.p_BoBcm.norm() == 0);
}

TEST_CASE(
    "MakeShellInertia: sphere, box, capsule, cylinder -> a thin coat's limit") {
  CheckCoat(contact::Sphere{0.7},
            [](double t) { return contact::Sphere{0.7 + t}; });
  CheckCoat(contact::Box{{0.3, 0.5, 0.7}}, [](double t) {
    return contact::Box{{0.3 + t, 0.5 + t, 0.7 + t}};
  });
  CheckCoat(contact::Capsule{0.4, 0.9}, [](double t) {
    return contact::Capsule{0.4 + t, 0.9};
  });
  CheckCoat(contact::Cylinder{0.4, 0.9}, [](double t) {
    return contact::Cylinder{0.4 + t, 0.9 + t};
  });
}

// Of a spheroid with the half axes a, a, c, e² = 1 - a² / c²:
//   A = 2 pi a c (sqrt(1 - e²) + asin(e) / e),
//   ∮ z² dA = 4 pi a c³ (asin(e) - e sqrt(1 - e²) (1 - 2 e²)) / (8 e³),
// and a sphere's area does not care for its shape.
TEST_CASE(
    "MakeShellInertia: ellipsoids -> closed forms of spheroid and sphere") {
  const double a = 0.4, c = 0.9, e = std::sqrt(1 - a * a / (c * c));
  const double root = std::sqrt(1 - e * e);
  const double area = 2 * pi * a * c * (root + std::asin(e) / e);
  const double zz = 4 * pi * a * c * c * c *
                    (std::asin(e) - e * root * (1 - 2 * e * e)) /
                    (8 * e * e * e);
  // The long axis along each of the three.
  for (int axis = 0; axis < 3; ++axis) {
    Vector3d radii = Vector3d::Constant(a);
    radii[axis] = c;
    const SpatialInertia shell = MakeShellInertia(contact::Ellipsoid{radii});
    CHECK(shell.mass == Approx(area).epsilon(1e-12));
    const double long_square =
        shell.I_Bcm.trace() / 2 - shell.I_Bcm(axis, axis);
    CHECK(long_square == Approx(zz).epsilon(1e-12));
  }
  const SpatialInertia round =
      MakeShellInertia(contact::Ellipsoid{{0.7, 0.7, 0.7}});
  const SpatialInertia sphere = MakeShellInertia(contact::Sphere{0.7});
  CHECK(round.mass == Approx(sphere.mass).epsilon(1e-13));
  CHECK((round.I_Bcm - sphere.I_Bcm).norm() < 1e-13);
  CHECK_THROWS_AS(MakeShellInertia(contact::HalfSpace{}),
                  std::invalid_argument);
}

TEST_CASE(
    "MJCF shellinertia: density or mass -> that of the surface, no meshes") {
  const auto inertia_of = [](const std::string& geom) {
    return test::ParseWorld("<body name='b'><geom " + geom + "/></body>")
        .body("b")
        .inertia;
  };
  const SpatialInertia by_density =
      inertia_of("size='.5' density='2' shellinertia='true'");
  CHECK(by_density.mass == Approx(2 * pi).epsilon(1e-14));
  const SpatialInertia by_mass =
      inertia_of("size='.5' mass='3' shellinertia='true'");
  CHECK(by_mass.I_Bcm(0, 0) == Approx(3 * 0.25 * 2 / 3).epsilon(1e-14));
  CHECK_THAT(
      test::FailureOf("<asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/>"
                      "</asset><worldbody><body><geom type='mesh' mesh='m' "
                      "shellinertia='true'/></body></worldbody>"),
      Catch::Contains("'shellinertia' is not for meshes"));
}

}  // namespace
}  // namespace tactus::multibody::mjcf
