#include "tactus/contact/geometry/narrow_phase/overlap_newton.h"

#include <cmath>

#include "contact/geometry/narrow_phase/pair_cases.h"
#include <catch2/catch.hpp>

namespace tactus::contact::test {
namespace {

/// From a direction a tenth of a radian off, back to the least overlap.
void CheckReturns(const ConvexSolid& p, const ConvexSolid& q,
                  const Vector3d& n) {
  Random random(1);
  for (int i = 0; i < 20; ++i) {
    const Vector3d start = (n + 0.1 * RandomDirection(&random)).normalized();
    OverlapAxis axis{start, CalcOverlap(p, q, start)};
    RefineOverlap(p, q, &axis);
    CHECK((axis.normal - n).norm() < 1e-10);
    CHECK(axis.overlap == Approx(CalcOverlap(p, q, n)).epsilon(1e-10));
  }
}

TEST_CASE(
    "RefineOverlap: starts a tenth of a radian off -> the least overlap") {
  const Vector3d z = Vector3d::UnitZ();
  const RigidTransform origin = RigidTransform::Identity();
  const Box box{{1, 1, 1}};
  const Ellipsoid egg{{0.3, 0.4, 0.5}};
  const Cylinder can{0.3, 0.5};
  const auto at = [](double x, double y, double height) {
    return MakePose(Quaterniond::Identity(), {x, y, height});
  };

  SECTION("the face of a box") {
    CheckReturns({box, origin}, {egg, at(0.2, 0.3, 1.49)}, z);
  }
  SECTION("the end of a cylinder") {
    CheckReturns({can, origin}, {egg, at(0, 0.1, 0.99)}, z);
  }
  SECTION("the edge of a box") {
    const Quaterniond tilt(
        Eigen::AngleAxisd(std::numbers::pi / 4, Vector3d::UnitX()));
    CheckReturns({box, MakePose(tilt, {0, 0, -std::sqrt(2.)})},
                 {egg, at(0.2, 0, 0.49)}, z);
  }
  SECTION("the side of a cylinder against an edge of a box") {
    const Quaterniond edge(
        Eigen::AngleAxisd(std::numbers::pi / 4, Vector3d::UnitX()));
    const Quaterniond lying(
        Eigen::AngleAxisd(std::numbers::pi / 2, Vector3d::UnitX()));
    CheckReturns({box, MakePose(edge, {0, 0, -std::sqrt(2.)})},
                 {can, MakePose(lying, {0.1, 0.1, 0.29})}, z);
  }
  SECTION("two smooth surfaces") {
    CheckReturns({egg, origin}, {egg, at(0, 0, 0.99)}, z);
  }
}

}  // namespace
}  // namespace tactus::contact::test
