#include "tactus/contact/geometry/narrow_phase/height_field.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/geometry/narrow_phase/field_cases.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/narrow_phase/field_surface.h"
#include "tactus/contact/geometry/shapes/bounds.h"

namespace tactus::contact::test {
namespace {

// sum w p p', of points that overlap.
Matrix3d Moment(const Points& points) {
  Matrix3d moment = Matrix3d::Zero();
  for (const ManifoldPoint& point : points) {
    if (point.depth > 0)
      moment += point.weight * point.p_WB * point.p_WB.transpose();
  }
  return moment;
}

TEST_CASE("Height field: a slope -> all shapes touch it as its half-space") {
  Random random(1);
  for (const Kind kind : kSolids) {
    for (int i = 0; i < 200; ++i) {
      const double gx = Uniform(&random, -0.5, 0.5);
      const double gy = Uniform(&random, -0.5, 0.5);
      const Shape field = MakeField(
          12 + i % 30, [&](double x, double y) { return gx * x + gy * y; });
      const Shape shape = RandomShape(kind, &random);
      const RigidTransform X_WF =
          i % 2 == 0 ? RandomPose(&random, 1) : RigidTransform::Identity();
      const RigidTransform X_WH = X_WF * PoseOfPlane(gx, gy);
      RigidTransform X_WS = RandomPose(&random, 0.4);
      if (i % 3 == 0) X_WS.linear() = X_WH.linear();
      X_WS.translation() = X_WH * X_WS.translation();
      const double depth = i % 5 == 0 ? -3e-3 : Uniform(&random, 1e-5, 5e-3);
      X_WS = PlaceAtDepth(shape, X_WS, X_WH, depth);
      const double margin = i % 4 == 0 ? 0.02 : 0;
      const Points want = FindManifold(HalfSpace{}, X_WH, shape, X_WS, margin);
      const Points got = FindManifold(field, X_WF, shape, X_WS, margin);
      INFO(NameOf(kind) << " " << i);
      REQUIRE(got.size() == want.size());
      const Wrench w = CalcWrench(want), v = CalcWrench(got);
      CHECK((v.force - w.force).norm() <= 1e-9 * w.force.norm() + 1e-15);
      CHECK((v.torque - w.torque).norm() <= 1e-9 * w.force.norm() + 1e-15);
      CHECK(TotalWeight(got) == Approx(TotalWeight(want)).epsilon(1e-9));
      CHECK((Moment(got) - Moment(want)).norm() <=
            1e-9 * Moment(want).norm() + 1e-12);
      // Exchanged.
      const Points other = FindManifold(shape, X_WS, field, X_WF, margin);
      REQUIRE(other.size() == got.size());
      for (std::size_t k = 0; k < got.size(); ++k) {
        CHECK(other[k].normal_W == -got[k].normal_W);
        CHECK(other[k].p_WA == got[k].p_WB);
        CHECK(other[k].depth == got[k].depth);
      }
    }
  }
}

// What lies on it is above the base's face, too, and within reach of that.
TEST_CASE("Height field: a base thinner than the shape -> as its half-space") {
  Random random(2);
  const double gx = 0.1, gy = -0.05;
  for (const double base : {0.2, 0.17, 0.155}) {
    const Shape field = MakeField(
        15, [&](double x, double y) { return gx * x + gy * y; }, base);
    const RigidTransform X_WH = PoseOfPlane(gx, gy);
    for (const Kind kind : kSolids) {
      for (int i = 0; i < 20; ++i) {
        const Shape shape = RandomShape(kind, &random);
        RigidTransform X_WS = RandomPose(&random, 0.4);
        X_WS.translation() = X_WH * X_WS.translation();
        X_WS = PlaceAtDepth(shape, X_WS, X_WH, Uniform(&random, -2e-3, 2e-3));
        const double margin = i % 2 == 0 ? 0 : 0.3;
        const Points want =
            FindManifold(HalfSpace{}, X_WH, shape, X_WS, margin);
        const Points got = FindManifold(field, RigidTransform::Identity(),
                                        shape, X_WS, margin);
        INFO(NameOf(kind) << " " << i << ", base " << base);
        const Wrench w = CalcWrench(want), v = CalcWrench(got);
        CHECK((v.force - w.force).norm() <= 1e-9 * w.force.norm() + 1e-15);
        CHECK((v.torque - w.torque).norm() <= 1e-9 * w.force.norm() + 1e-15);
        for (const ManifoldPoint& point : got) CHECK(point.depth <= 2.01e-3);
      }
    }
  }
}

// On a face, a seam, a diagonal and a corner of the grid.
TEST_CASE("Height field: a ball on a slope -> as stiff everywhere") {
  const Shape field =
      MakeField(11, [](double x, double y) { return 0.2 * x + 0.3 * y; });
  const Vector3d n = Vector3d(-0.2, -0.3, 1).normalized();
  for (const double x : {0.0, 0.1, 0.2, 0.27}) {
    for (const double y : {0.0, 0.05, 0.1, 0.2}) {
      const Vector3d foot(x, y, 0.2 * x + 0.3 * y);
      const Points points = FindManifold(
          field, RigidTransform::Identity(), Sphere{0.1},
          MakePose(Quaterniond::Identity(), foot + (0.1 - 1e-3) * n));
      REQUIRE(points.size() == 1);
      CHECK(points[0].weight == Approx(1).epsilon(1e-12));
      CHECK(points[0].depth == Approx(1e-3).epsilon(1e-9));
      CHECK(points[0].normal_W.isApprox(n, 1e-12));
    }
  }
}

TEST_CASE("Height field: walls and base -> solid, with normals outwards") {
  const Shape field = MakeField(11, [](double x, double) { return 0.2 * x; });
  const auto find = [&](const Vector3d& p) {
    return FindManifold(field, RigidTransform::Identity(), Sphere{0.1},
                        MakePose(Quaterniond::Identity(), p));
  };
  const auto check = [&](const Vector3d& p, const Vector3d& normal) {
    const Points points = find(p);
    REQUIRE(points.size() == 1);
    CHECK(points[0].normal_W.isApprox(normal, 1e-9));
    CHECK(points[0].depth == Approx(1e-3).epsilon(1e-6));
    CHECK(points[0].weight == Approx(1));
  };
  const double d = 0.1 - 1e-3;
  check({1 + d, 0.1, -2}, Vector3d::UnitX());
  check({-1 - d, 0.1, -2}, -Vector3d::UnitX());
  check({0.3, 1 + d, -2}, Vector3d::UnitY());
  check({0.3, -1 - d, -2}, -Vector3d::UnitY());
  check({0.3, 0.1, -5 - d}, -Vector3d::UnitZ());
  CHECK(find({1 + d, 0.1, 0.4}).empty());
  CHECK(find({1.2, 0.1, 0}).empty());
}

// Where it will be met, as far away as the margin.
TEST_CASE("Height field: a wide margin -> the points that will touch") {
  const Shape field =
      MakeField(101, [](double x, double y) { return 0.1 * x + 0.2 * y; });
  const RigidTransform X_WH = PoseOfPlane(0.1, 0.2);
  const Box box{{0.05, 0.04, 0.03}};
  for (const double gap : {0.01, 0.1, 1.0, 3.0}) {
    const RigidTransform X = PlaceAtDepth(box, X_WH, X_WH, -gap);
    const Points points =
        FindManifold(field, RigidTransform::Identity(), box, X, 4);
    const Points want = FindManifold(HalfSpace{}, X_WH, box, X, 4);
    INFO(gap);
    REQUIRE(points.size() == want.size());
    for (const ManifoldPoint& point : points)
      CHECK(point.depth == Approx(-gap));
    CHECK(FindManifold(field, RigidTransform::Identity(), box, X, 0.9 * gap)
              .empty());
  }
}

}  // namespace
}  // namespace tactus::contact::test
