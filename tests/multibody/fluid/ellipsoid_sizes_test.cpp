#include "tactus/multibody/fluid/ellipsoid_sizes.h"

#include <numbers>

#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

constexpr double kPi = std::numbers::pi;

TEST_CASE("Ellipsoid sizes: a sphere -> half of its volume is carried along") {
  const double r = 0.3, volume = 4 * kPi / 3 * r * r * r;
  const EllipsoidSizes sizes =
      CalcEllipsoidSizes({r, r, r}, {.slender_drag = 0, .angular_drag = 2});
  CHECK(sizes.volume == Approx(volume));
  CHECK(sizes.mean_radius == Approx(r));
  CHECK(sizes.largest_area == Approx(kPi * r * r));
  CHECK(sizes.added_mass.isApprox(Vector3d(Vector3d::Constant(volume / 2))));
  CHECK(sizes.added_inertia.norm() == 0);
  const double J = 8 * kPi / 15 * r * r * r * r * r;
  CHECK(sizes.angular_drag.isApprox(Vector3d(Vector3d::Constant(2 * J))));
}

TEST_CASE("Ellipsoid sizes: a needle -> most is carried along across it") {
  const Vector3d radii(0.5, 0.01, 0.01);
  const EllipsoidSizes sizes = CalcEllipsoidSizes(radii, {});
  CHECK(sizes.largest_area == Approx(kPi * 0.5 * 0.01));
  CHECK(sizes.added_mass[0] < 0.01 * sizes.volume);
  CHECK(sizes.added_mass[1] == Approx(sizes.volume).epsilon(0.01));
  CHECK(sizes.added_inertia[0] == 0);
}

}  // namespace
}  // namespace tactus::multibody
