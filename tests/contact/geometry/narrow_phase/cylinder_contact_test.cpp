#include "tactus/contact/geometry/narrow_phase/cylinder_contact.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "contact/geometry/narrow_phase/pair_cases.h"
#include <catch2/catch.hpp>

namespace tactus::contact::test {
namespace {

constexpr double kRadius = 0.05, kHalfLength = 0.1, kDepth = 1e-3;

struct Result {
  std::vector<ManifoldPoint> points;
  double left_over = 0;
};

/// On a table, or the plane if its half extent is 0, at the height where the
/// lowest point is kDepth deep; tilted about an axis in the table, turned from
/// y by `turn`.
Result LieOn(double table, double tilt, double x, double turn = 0) {
  const auto corners = MakeRectangle({table, table});
  const Face face{Vector3d::Zero(), Matrix3d::Identity(),
                  table > 0 ? std::span<const PolygonCorner>(corners)
                            : std::span<const PolygonCorner>(),
                  table};
  const double reach = kHalfLength * std::abs(std::cos(tilt)) +
                       kRadius * std::abs(std::sin(tilt));
  const RigidTransform X =
      MakePose(Quaterniond(Eigen::AngleAxisd(
                   tilt, Vector3d(-std::sin(turn), std::cos(turn), 0))),
               {x, 0, reach - kDepth});
  Result result;
  const RigidTransform origin = RigidTransform::Identity();
  ManifoldWriter writer(origin, false, 0, &result.points);
  const Cylinder cylinder{kRadius, kHalfLength};
  result.left_over = CylinderContact(face, cylinder, X)
                         .Write(1, kDepth, {face, true, &writer});
  return result;
}

TEST_CASE("CylinderContact: all tilts -> the deepest point is the lowest") {
  for (double tilt = 0; tilt < 3.2; tilt += 0.01) {
    const Result result = LieOn(0, tilt, 0);
    CHECK(result.left_over == Approx(0).margin(1e-12));
    CHECK(DeepestOf(result.points) == Approx(kDepth));
    CHECK(CalcWrench(result.points).force.z() >= kDepth * (1 - 1e-9));
    CHECK(CalcWrench(result.points).force.z() <= 4 * kDepth * (1 + 1e-9));
  }
}

TEST_CASE(
    "CylinderContact: an end rising a third of its depth -> eight corners") {
  const double third = kDepth / 3 / (2 * kRadius);
  for (const double tilt : {1e-12, 1e-6, 0.5 * third, 0.99 * third}) {
    const Result flat = LieOn(0, tilt, 0);
    REQUIRE(flat.points.size() == 8);
    for (const ManifoldPoint& point : flat.points)
      CHECK(point.weight == Approx(0.5));
  }
  CHECK(LieOn(0, 1.1 * third, 0).points.size() > 8);
}

TEST_CASE(
    "CylinderContact: an end tilted between two corners -> eight corners") {
  const double tilt = 0.9 * kDepth / 3 / (2 * kRadius);
  for (const double turn : {0.0, 0.2, std::numbers::pi / 8}) {
    const Result flat = LieOn(1, tilt, 0, turn);
    CHECK(flat.left_over == Approx(0).margin(1e-12));
    CHECK(flat.points.size() == 8);
  }
}

TEST_CASE("CylinderContact: the tilt grows -> no jump of the force") {
  double last = 0;
  for (double tilt = 0; tilt < 1.7; tilt += 1e-5) {
    const double force = CalcWrench(LieOn(0, tilt, 0).points).force.z();
    // From 4 d to d over the tilts d / 6 r to d / 2 r, as the end comes up.
    if (tilt > 0) CHECK(std::abs(force - last) < 20 * kRadius * 1e-5);
    last = force;
  }
}

TEST_CASE("CylinderContact: beside the face -> its weight is left over") {
  for (const double tilt : {0., 0.1, 1.5707}) {
    CHECK(LieOn(0.3, tilt, 0).left_over == Approx(0).margin(1e-12));
    const Result beside = LieOn(0.3, tilt, 1);
    CHECK(beside.left_over == Approx(1));
    CHECK(beside.points.empty());
  }
  // On its way out nothing is lost, and nothing jumps.
  double last = 0;
  for (double x = 0.2; x < 0.5; x += 1e-4) {
    const double left = LieOn(0.3, 0.001, x).left_over;
    CHECK(left >= last - 1e-9);
    CHECK(left - last < 0.2);
    last = left;
  }
  CHECK(last == Approx(1));
}

}  // namespace
}  // namespace tactus::contact::test
