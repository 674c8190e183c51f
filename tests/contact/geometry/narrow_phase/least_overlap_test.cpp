#include "tactus/contact/geometry/narrow_phase/least_overlap.h"

#include <cmath>

#include "contact/geometry/narrow_phase/pair_cases.h"
#include <catch2/catch.hpp>

namespace tactus::contact::test {
namespace {

RigidTransform At(double x, double y, double z) {
  return MakePose(Quaterniond::Identity(), {x, y, z});
}

TEST_CASE(
    "FindLeastOverlap: boxes edge over edge -> the edges' cross product") {
  const Box box{{1, 1, 1}};
  const ConvexSolid p(box, RigidTransform::Identity());
  // A box standing on its edge along x crosses an edge along y of another.
  const Eigen::AngleAxisd quarter(std::numbers::pi / 4, Vector3d::UnitX());
  const Eigen::AngleAxisd other(std::numbers::pi / 4, Vector3d::UnitY());
  const ConvexSolid a(box, MakePose(Quaterniond(other), {0, 0, 0}));
  const double height = 2 * std::sqrt(2.) - 0.01;
  const ConvexSolid b(box, MakePose(Quaterniond(quarter), {0, 0, height}));
  const auto axis = FindLeastOverlap(a, b);
  REQUIRE(axis);
  CHECK(axis->overlap == Approx(0.01));
  CHECK((axis->normal - Vector3d::UnitZ()).norm() < 1e-12);
  CHECK(!FindLeastOverlap(p, ConvexSolid(box, At(2.001, 0, 0))));
}

TEST_CASE(
    "FindLeastOverlap: balls, and ellipsoids tip to tip -> closed forms") {
  const Ellipsoid ball{{1, 1, 1}}, egg{{0.5, 1, 2}};
  const ConvexSolid p(ball, RigidTransform::Identity());
  const Vector3d u = Vector3d(1, 2, -3).normalized();
  const Vector3d away = 1.9 * u;
  const auto balls =
      FindLeastOverlap(p, ConvexSolid(ball, At(away.x(), away.y(), away.z())));
  REQUIRE(balls);
  CHECK(balls->overlap == Approx(0.1).epsilon(1e-12));
  CHECK((balls->normal - u).norm() < 1e-10);
  const auto tips = FindLeastOverlap(p, ConvexSolid(egg, At(0, 0, 2.99)));
  REQUIRE(tips);
  CHECK(tips->overlap == Approx(0.01).epsilon(1e-12));
  CHECK((tips->normal - Vector3d::UnitZ()).norm() < 1e-10);
}

TEST_CASE(
    "FindLeastOverlap: random ellipsoids -> an axis stationary to round-off") {
  Random random(1);
  int count = 0;
  for (int i = 0; i < 200; ++i) {
    const Ellipsoid a{RandomVector(&random, 0.03, 0.1)};
    const Ellipsoid b{RandomVector(&random, 0.03, 0.1)};
    const ConvexSolid p(a, MakePose(RandomRotation(&random), {0, 0, 0}));
    const Vector3d away =
        Uniform(&random, 0.08, 0.16) * RandomDirection(&random);
    const ConvexSolid q(b, MakePose(RandomRotation(&random), away));
    const auto axis = FindLeastOverlap(p, q);
    if (!axis || axis->overlap > 0.02) continue;
    ++count;
    // The support points are across from each other.
    const Vector3d s = p.Support(axis->normal) - q.Support(-axis->normal);
    CHECK((s - axis->overlap * axis->normal).norm() < 1e-12);
  }
  CHECK(count > 10);
}

TEST_CASE("FindLeastOverlap: a tiny pin on a wide slab -> straight up, exact") {
  const Box slab{{100, 100, 1}};
  const Cylinder pin{1e-3, 5e-3};
  const ConvexSolid p(slab, At(0, 0, -1));
  Random random(2);
  for (int i = 0; i < 50; ++i) {
    const Quaterniond R = RandomRotation(&random);
    const Vector3d axis = R * Vector3d::UnitZ();
    const double reach =
        5e-3 * std::abs(axis.z()) + 1e-3 * axis.head<2>().norm();
    const ConvexSolid q(pin, MakePose(R, {3, 40, reach - 1e-6}));
    const auto found = FindLeastOverlap(p, q);
    REQUIRE(found);
    CHECK(found->overlap == Approx(1e-6).epsilon(1e-6));
    CHECK((found->normal - Vector3d::UnitZ()).norm() < 1e-9);
  }
}

TEST_CASE("FindLeastOverlap: a box inside another -> the shortest way out") {
  const Box big{{1, 2, 3}}, small{{0.1, 0.1, 0.1}};
  const ConvexSolid p(big, RigidTransform::Identity());
  const auto axis = FindLeastOverlap(p, ConvexSolid(small, At(0.5, 0, 0)));
  REQUIRE(axis);
  CHECK(axis->overlap == Approx(0.6));
  CHECK(axis->normal.x() == Approx(1));
  const auto centered = FindLeastOverlap(p, ConvexSolid(small, At(0, 0, 0)));
  REQUIRE(centered);
  CHECK(centered->overlap == Approx(1.1));
}

// Boxes, and the same as meshes.
TEST_CASE("FindNearestAxis: flush faces a hair apart -> their normal, exact") {
  Random random(3);
  for (int i = 0; i < 100; ++i) {
    const Vector3d h = RandomVector(&random, 0.5, 1);
    const Vector3d k = RandomVector(&random, 0.5, 1);
    const double gap = i % 3 == 0 ? 0 : i % 3 == 1 ? 1e-12 : 1e-8;
    const Vector3d slide = RandomVector(&random, -0.9, 0.9);
    const RigidTransform X = MakePose(RandomRotation(&random), {0, 0, 0});
    const RigidTransform X_PQ =
        At(slide.x(), slide.y(), h.z() + k.z() + gap) *
        MakePose(Quaterniond(Eigen::AngleAxisd(i, Vector3d::UnitZ())),
                 {0, 0, 0});
    const auto check = [&](const auto& p, const auto& q) {
      const auto axis =
          FindNearestAxis(ConvexSolid(p, X), ConvexSolid(q, X * X_PQ), 0.1);
      REQUIRE(axis);
      CHECK((axis->normal - X.linear().col(2)).norm() < 1e-14);
      CHECK(std::abs(axis->overlap + gap) < 1e-14);
    };
    check(Box{h}, Box{k});
    check(MakeBoxMesh(h), MakeBoxMesh(k));
    check(MakeBoxMesh(h), Box{k});
  }
}

TEST_CASE(
    "FindNearestAxis: edges cross and corners pass an edge, a hair apart -> "
    "across these") {
  const Box box{{1, 1, 1}};
  const double turn = std::numbers::pi / 4;
  const Quaterniond about_x(Eigen::AngleAxisd(turn, Vector3d::UnitX()));
  const Quaterniond about_y(Eigen::AngleAxisd(turn, Vector3d::UnitY()));
  constexpr double gap = 1e-8;
  {
    const ConvexSolid p(box, MakePose(about_y, {0, 0, 0}));
    const ConvexSolid q(box,
                        MakePose(about_x, {0, 0, 2 * std::sqrt(2.) + gap}));
    const auto axis = FindNearestAxis(p, q, 0.1);
    REQUIRE(axis);
    CHECK((axis->normal - Vector3d::UnitZ()).norm() < 1e-6);
    CHECK(axis->overlap == Approx(-gap).epsilon(1e-6));
  }
  // Corners beside each other, as far apart along all axes.
  const ConvexSolid p(box, At(0, 0, 0));
  const ConvexSolid q(box, At(2 + gap, 2 + gap, 2 + gap));
  const auto axis = FindNearestAxis(p, q, 0.1);
  REQUIRE(axis);
  CHECK((axis->normal - Vector3d::Constant(1 / std::sqrt(3.))).norm() < 1e-6);
  CHECK(axis->overlap == Approx(-std::sqrt(3.) * gap).epsilon(1e-6));
}

}  // namespace
}  // namespace tactus::contact::test
