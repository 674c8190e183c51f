#include "tactus/contact/geometry/narrow_phase/separation.h"

#include <cmath>

#include "contact/geometry/narrow_phase/pair_cases.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/narrow_phase/least_overlap.h"
#include "tactus/contact/geometry/narrow_phase/surface_point.h"

namespace tactus::contact::test {
namespace {

RigidTransform At(const Vector3d& p) {
  return MakePose(Quaterniond::Identity(), p);
}

TEST_CASE(
    "FindSeparation: boxes apart by face, edge or corner -> closed form") {
  const Box box{{1, 1, 1}};
  const ConvexSolid p(box, RigidTransform::Identity());
  const auto check = [&](const Vector3d& gap) {
    const Vector3d center = gap + 2 * Vector3d(gap.array().sign());
    const Separation s = FindSeparation(p, ConvexSolid(box, At(center)), 1);
    CHECK(s.distance == Approx(gap.norm()).epsilon(1e-12));
    CHECK((s.normal - gap.normalized()).norm() < 1e-12);
  };
  check({0.1, 0, 0});
  check({0, -0.1, 0.2});
  check({-0.1, -0.2, 0.3});
  // Off the middle, too.
  const Separation beside =
      FindSeparation(p, ConvexSolid(box, At({2.1, 1.7, -0.3})), 1);
  CHECK(beside.distance == Approx(0.1).epsilon(1e-12));
  CHECK((beside.normal - Vector3d::UnitX()).norm() < 1e-12);
}

TEST_CASE("FindSeparation: a tiny far box -> the distance of its centre") {
  // A ball from points would be coarse; a tiny box is a point.
  Random random(1);
  const double tiny = 1e-9;
  const Box dot{{tiny, tiny, tiny}};
  for (int i = 0; i < 100; ++i) {
    const ConvexMesh mesh = RandomMesh(&random);
    const Vector3d q = 0.3 * RandomDirection(&random);
    const SurfacePoint truth = NearestSurfacePoint(mesh, q);
    const ConvexSolid p(mesh, RigidTransform::Identity());
    const Separation s = FindSeparation(p, ConvexSolid(dot, At(q)), 1);
    CHECK(s.distance == Approx(truth.distance).margin(4 * tiny));
    CHECK((s.normal - truth.normal).norm() < 100 * tiny);
  }
}

TEST_CASE(
    "FindLeastOverlap: a tiny box off curved solids -> the exact distance") {
  Random random(2);
  const double tiny = 1e-9;
  const Box dot{{tiny, tiny, tiny}};
  for (int i = 0; i < 100; ++i) {
    const Ellipsoid egg{RandomVector(&random, 0.03, 0.1)};
    const Cylinder can{Uniform(&random, 0.03, 0.1),
                       Uniform(&random, 0.03, 0.1)};
    const Vector3d at = 0.2 * RandomDirection(&random);
    const ConvexSolid q(dot, At(at));
    const auto check = [&](const ConvexSolid& p, const SurfacePoint& truth) {
      const auto axis = FindLeastOverlap(p, q, 1);
      REQUIRE(axis);
      CHECK(-axis->overlap == Approx(truth.distance).margin(4 * tiny));
      CHECK((axis->normal - truth.normal).norm() < 100 * tiny);
    };
    check(ConvexSolid(egg, RigidTransform::Identity()),
          NearestSurfacePoint(egg, at));
    check(ConvexSolid(can, RigidTransform::Identity()),
          NearestSurfacePoint(can, at));
  }
}

TEST_CASE(
    "FindSeparation: boxes that overlap -> 0, far apart -> above the limit") {
  const Box box{{1, 1, 1}};
  const ConvexSolid p(box, RigidTransform::Identity());
  CHECK(FindSeparation(p, ConvexSolid(box, At({0.3, 1.2, 0.1})), 1).distance ==
        0);
  CHECK(FindSeparation(p, ConvexSolid(box, At({9, 1.2, 0.1})), 1).distance > 1);
  CHECK(!FindLeastOverlap(p, ConvexSolid(box, At({3.01, 0, 0})), 1));
  CHECK(FindLeastOverlap(p, ConvexSolid(box, At({2.99, 0, 0})), 1)->overlap ==
        Approx(-0.99));
}

}  // namespace
}  // namespace tactus::contact::test
