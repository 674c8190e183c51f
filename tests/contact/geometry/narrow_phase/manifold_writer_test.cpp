#include "tactus/contact/geometry/narrow_phase/manifold_writer.h"

#include <cmath>

#include "contact/geometry/narrow_phase/pair_cases.h"
#include <catch2/catch.hpp>

namespace tactus::contact::test {
namespace {

TEST_CASE("ManifoldWriter: points -> in the world, exchanged on demand") {
  Random random(1);
  const RigidTransform X_WF = RandomPose(&random, 1);
  const Vector3d p(1, 2, 3.5), q(1, 2, 3);
  std::vector<ManifoldPoint> points;
  ManifoldWriter straight(X_WF, false, 0, &points);
  straight.Add(p, q, Vector3d::UnitZ(), 0.5, 0.25);
  CHECK(straight.num_overlapping() == 1);
  ManifoldWriter exchanged(X_WF, true, 0, &points);
  exchanged.Add(p, q, Vector3d::UnitZ(), 0.5, 0.25);
  REQUIRE(points.size() == 2);
  CHECK((points[0].p_WA - X_WF * p).norm() < 1e-14);
  CHECK((points[0].p_WB - X_WF * q).norm() < 1e-14);
  CHECK((points[0].normal_W - X_WF.linear().col(2)).norm() < 1e-14);
  CHECK(points[0].depth == 0.5);
  CHECK(points[0].weight == 0.25);
  CHECK(points[1].p_WA == points[0].p_WB);
  CHECK(points[1].p_WB == points[0].p_WA);
  CHECK(points[1].normal_W == -points[0].normal_W);
  for (const ManifoldPoint& x : points) {
    CHECK((x.p_WA - x.p_WB).dot(x.normal_W) == Approx(x.depth));
  }
}

TEST_CASE("ManifoldWriter: points without depth or weight -> not written") {
  std::vector<ManifoldPoint> points;
  const RigidTransform X = RigidTransform::Identity();
  ManifoldWriter writer(X, false, 0, &points);
  const Vector3d p(0, 0, 0), n(0, 0, 1);
  writer.Add(p, p, n, 0);
  writer.Add(p, p, n, -1);
  writer.Add(p, p, n, std::nan(""));
  writer.Add(p, p, n, 1, 0);
  writer.Add(p, p, n, 1, std::nan(""));
  CHECK(points.empty());
  CHECK(writer.num_overlapping() == 0);
}

}  // namespace
}  // namespace tactus::contact::test
