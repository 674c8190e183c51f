#include "tactus/multibody/tendon_wrap_rates.h"

#include <algorithm>

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

double CalcLength(const WrapShape& shape, const Vector3d& p0,
                  const Vector3d& p1) {
  const auto wrap = CalcWrap(shape, p0, p1);
  REQUIRE(wrap);
  return (wrap->first - p0).norm() + wrap->length + (p1 - wrap->last).norm();
}

WrapRates CalcRates(const WrapShape& shape, const Vector3d& p0,
                    const Vector3d& p1) {
  const auto wrap = CalcWrap(shape, p0, p1);
  REQUIRE(wrap);
  const auto rates = CalcWrapRates(shape, *wrap, p0, p1);
  REQUIRE(rates);
  return *rates;
}

// From the centre, or the axis.
double DistanceOf(const WrapShape& shape, const Vector3d& p) {
  return shape.is_cylinder ? p.head<2>().norm() : p.norm();
}

// Of ends that wrap.
void CheckDifferences(const WrapShape& shape, const Vector3d& p0,
                      const Vector3d& p1) {
  constexpr double e = 1e-5;
  const WrapRates rates = CalcRates(shape, p0, p1);
  CHECK((rates.hessian - rates.hessian.transpose()).norm() <
        1e-12 * rates.hessian.norm());
  for (int k = 0; k < 6; ++k) {
    const Vector6d step = e * Vector6d::Unit(k);
    const Vector3d d0 = step.head<3>(), d1 = step.tail<3>();
    const double slope = (CalcLength(shape, p0 + d0, p1 + d1) -
                          CalcLength(shape, p0 - d0, p1 - d1)) /
                         (2 * e);
    CHECK(rates.gradient[k] == Approx(slope).margin(1e-8));
    const Vector6d curve = (CalcRates(shape, p0 + d0, p1 + d1).gradient -
                            CalcRates(shape, p0 - d0, p1 - d1).gradient) /
                           (2 * e);
    CHECK((rates.hessian.col(k) - curve).norm() <
          1e-7 * (1 + rates.hessian.norm()));
  }
}

TEST_CASE("CalcWrapRates: random ends around a shape -> differences") {
  const bool is_cylinder = GENERATE(false, true);
  // Short, and on the side of a point, the long way round among them.
  const bool has_side = GENERATE(false, true);
  CAPTURE(is_cylinder, has_side);
  test::Random random(17);
  int num_wraps = 0, num_long = 0;
  for (int round = 0; round < 200; ++round) {
    WrapShape shape{.radius = 0.3, .is_cylinder = is_cylinder};
    const Vector3d p0 = random.Vector3(), p1 = random.Vector3();
    if (has_side) shape.side = random.Vector3().normalized();
    const auto wrap = CalcWrap(shape, p0, p1);
    // Away from where it starts to touch, and from ends near the surface, whose
    // differences are coarse: there second derivatives grow without bound.
    const double nearest =
        std::min(DistanceOf(shape, p0), DistanceOf(shape, p1));
    if (!wrap || std::abs(wrap->turn) < 0.01 || nearest < 0.36) continue;
    ++num_wraps;
    num_long += wrap->turn < 0;
    INFO("round " << round);
    CheckDifferences(shape, p0, p1);
  }
  CHECK(num_wraps > 20);
  CHECK((num_long > 0) == (has_side || is_cylinder));
}

TEST_CASE("CalcWrapRates: random ends that touch from inside -> differences") {
  const bool is_cylinder = GENERATE(false, true);
  CAPTURE(is_cylinder);
  test::Random random(18);
  int num_wraps = 0;
  for (int round = 0; round < 200; ++round) {
    const WrapShape shape{.radius = 0.3,
                          .is_cylinder = is_cylinder,
                          .side = Vector3d(Vector3d::Zero())};
    const Vector3d p0 = random.Vector3(), p1 = random.Vector3();
    const auto wrap = CalcWrap(shape, p0, p1);
    if (!wrap || !CalcWrapRates(shape, *wrap, p0, p1)) continue;
    ++num_wraps;
    INFO("round " << round);
    CheckDifferences(shape, p0, p1);
  }
  CHECK(num_wraps > 20);
}

TEST_CASE("CalcWrapRates: ends without second derivatives -> none") {
  const WrapShape sphere{.radius = 0.3};
  const Vector3d p0(0.3, 0, 0), p1(-1, 0.2, 0), p2(1, 0, 0), p3(-1, 0, 0);
  const auto from_surface = CalcWrap(sphere, p0, p1);
  REQUIRE(from_surface);
  CHECK_FALSE(CalcWrapRates(sphere, *from_surface, p0, p1));
  const auto across = CalcWrap(sphere, p2, p3);
  REQUIRE(across);
  CHECK_FALSE(CalcWrapRates(sphere, *across, p2, p3));
  // A cylinder's way keeps its side.
  CHECK(CalcWrapRates({.radius = 0.3, .is_cylinder = true},
                      *CalcWrap({.radius = 0.3, .is_cylinder = true}, p2, p3),
                      p2, p3));
}

}  // namespace
}  // namespace tactus::multibody
