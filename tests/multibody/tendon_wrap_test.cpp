#include "tactus/multibody/tendon_wrap.h"

#include <cmath>
#include <numbers>

#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

constexpr double kPi = std::numbers::pi;

double Length(const Wrap& wrap, const Vector3d& p0, const Vector3d& p1) {
  return (wrap.first - p0).norm() + wrap.length + (p1 - wrap.last).norm();
}

// Tangents from distance d touch a circle at acos(r / d) from the ends'
// directions.
TEST_CASE("CalcWrap: ends around a circle -> tangents and the arc between") {
  const double r = 0.3, d0 = 0.8, d1 = 1.1, angle = 2.9;
  const Vector3d p0(d0, 0, 0);
  const Vector3d p1(d1 * std::cos(angle), d1 * std::sin(angle), 0);
  const bool is_cylinder = GENERATE(false, true);
  const auto wrap = CalcWrap({r, is_cylinder}, p0, p1);
  REQUIRE(wrap);
  const double turn = angle - std::acos(r / d0) - std::acos(r / d1);
  CHECK(wrap->length == Approx(r * turn).epsilon(1e-13));
  CHECK((wrap->first - p0).norm() == Approx(std::sqrt(d0 * d0 - r * r)));
  CHECK((wrap->last - p1).norm() == Approx(std::sqrt(d1 * d1 - r * r)));
  CHECK(std::abs(wrap->first.dot(wrap->first - p0)) < 1e-14);
  CHECK((PointOnWrap(*wrap, 0) - wrap->first).norm() < 1e-14);
  CHECK((PointOnWrap(*wrap, 1) - wrap->last).norm() < 1e-14);
  CHECK(PointOnWrap(*wrap, 0.4).norm() == Approx(r));
}

TEST_CASE("CalcWrap: a side point across -> the long way round") {
  const double r = 0.3, d = 1, angle = 2.5;
  const Vector3d p0(d, 0, 0), p1(std::cos(angle), std::sin(angle), 0);
  const Vector3d across = -(p0 + p1).normalized();
  const auto wrap = CalcWrap({r, true, across}, p0, p1);
  REQUIRE(wrap);
  const double turn = 2 * kPi - angle - 2 * std::acos(r / d);
  CHECK(wrap->length == Approx(r * turn).epsilon(1e-13));
  CHECK((wrap->first + wrap->last).dot(across) > 0);
  // Out of the way on that side, and in the way of one on the other.
  const Vector3d q0(1, 0.4, 0), q1(-1, 0.4, 0);
  CHECK_FALSE(CalcWrap({r, true, Vector3d(0, 1, 0)}, q0, q1));
  CHECK(CalcWrap({r, true, Vector3d(0, -1, 0)}, q0, q1));
}

// Unrolled, a helix and its tangents are one straight line.
TEST_CASE("CalcWrap: ends at two heights -> a helix with an even slope") {
  const double r = 0.25, angle = 2.8, rise = 0.7;
  const Vector3d p0(1, 0, 0.2);
  const Vector3d p1(0.9 * std::cos(angle), 0.9 * std::sin(angle), 0.2 + rise);
  const auto wrap = CalcWrap({r, true}, p0, p1);
  REQUIRE(wrap);
  const double flat = std::sqrt(1 - r * r) + std::sqrt(0.81 - r * r) +
                      r * (angle - std::acos(r) - std::acos(r / 0.9));
  CHECK(Length(*wrap, p0, p1) == Approx(std::hypot(flat, rise)).epsilon(1e-13));
  CHECK((wrap->first.z() - 0.2) / std::sqrt(1 - r * r) == Approx(rise / flat));
  const Vector3d middle = PointOnWrap(*wrap, 0.5);
  CHECK(middle.head<2>().norm() == Approx(r));
  CHECK(middle.z() == Approx((wrap->first.z() + wrap->last.z()) / 2));
}

TEST_CASE("CalcWrap: a shape out of the way or an end in it -> nothing") {
  const Vector3d p0(1, 0.5, 0), p1(-1, 0.5, 0);
  CHECK_FALSE(CalcWrap({0.4}, p0, p1));
  CHECK(CalcWrap({0.6}, p0, p1));
  CHECK_FALSE(CalcWrap({1.2}, p0, p1));
  CHECK_FALSE(CalcWrap({0.6}, Vector3d::Zero(), p1));
}

// The point of a sphere that makes the way over it shortest.
TEST_CASE(
    "CalcWrap: a side point inside -> through the shape, at the best "
    "point") {
  const double r = 0.3;
  const Vector3d p0(1, 0.5, 0), p1(-0.7, 0.8, 0);
  const bool is_cylinder = GENERATE(false, true);
  const auto wrap = CalcWrap({r, is_cylinder, Vector3d(0.1, 0, 0)}, p0, p1);
  REQUIRE(wrap);
  CHECK(wrap->length == 0);
  CHECK((wrap->first - wrap->last).norm() == 0);
  CHECK(wrap->first.norm() == Approx(r));
  const double length = Length(*wrap, p0, p1);
  const auto at = [&](double turn) {
    const Vector3d p = Eigen::AngleAxisd(turn, Vector3d::UnitZ()) * wrap->first;
    return (p - p0).norm() + (p1 - p).norm();
  };
  CHECK(std::abs(at(1e-4) - at(-1e-4)) / 2e-4 < 1e-6);
  CHECK(at(0.05) > length);
  CHECK(at(-0.05) > length);
  CHECK_FALSE(CalcWrap({0.9, is_cylinder, Vector3d(0.1, 0, 0)}, p0, p1));
}

TEST_CASE(
    "CalcWrap: a sphere off the axes -> an arc in the plane of its ends") {
  const Vector3d p0(0.9, 0.2, -0.4), p1(-0.8, 0.1, 0.5);
  const auto wrap = CalcWrap({0.35}, p0, p1);
  REQUIRE(wrap);
  const Vector3d normal = p0.cross(p1).normalized();
  CHECK(std::abs(wrap->first.dot(normal)) < 1e-14);
  CHECK(wrap->first.norm() == Approx(0.35));
  CHECK(std::abs(wrap->first.dot(wrap->first - p0)) < 1e-14);
  CHECK(std::abs(wrap->last.dot(wrap->last - p1)) < 1e-14);
}

}  // namespace
}  // namespace tactus::multibody
