// Height fields with edges and peaks.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "contact/geometry/narrow_phase/field_cases.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/narrow_phase/field_surface.h"
#include "tactus/contact/geometry/shapes/bounds.h"

namespace tactus::contact::test {
namespace {

// Of roofs and valleys along y.
TEST_CASE("Height field: at an edge -> normals between those of its faces") {
  Random random(2);
  for (const double slope : {-1.0, -0.4, -0.05, 0.05, 0.4, 1.0}) {
    const Shape field =
        MakeField(21, [&](double x, double) { return slope * std::abs(x); });
    const double most = std::abs(slope) / std::hypot(1, slope);
    int num_points = 0;
    for (const Kind kind : kSolids) {
      for (int i = 0; i < 100; ++i) {
        const Shape shape = RandomShape(kind, &random);
        RigidTransform X = RandomPose(&random, 0.2);
        X.translation().x() *= 0.2;
        // Down until it overlaps by about a millimetre.
        X.translation().z() = 0.6;
        const auto is_apart = [&] {
          return FindManifold(field, RigidTransform::Identity(), shape, X)
              .empty();
        };
        while (is_apart()) X.translation().z() -= 1e-3;
        const Points points =
            FindManifold(field, RigidTransform::Identity(), shape, X);
        INFO(NameOf(kind) << " on slopes of " << slope);
        REQUIRE(points.size() <= 8);
        REQUIRE(DeepestOf(points) < 1.5e-3);
        for (const ManifoldPoint& point : points) {
          ++num_points;
          CHECK(std::abs(point.normal_W.y()) < 1e-9);
          CHECK(std::abs(point.normal_W.x()) < most + 1e-9);
          CHECK(point.normal_W.z() > 0);
          CHECK(point.weight > 0);
          CHECK(point.weight < 4 + 1e-9);
        }
      }
    }
    CHECK(num_points > 600);
  }
}

// A ball above an edge touches the edge alone, once, with the radius for
// normal.
TEST_CASE("Height field: a ball on a ridge and on a peak -> one contact") {
  const RigidTransform X_WF = RigidTransform::Identity();
  const auto check = [&](const Shape& field, const Vector3d& toward) {
    const Vector3d n = toward.normalized();
    const Points points =
        FindManifold(field, X_WF, Sphere{0.1},
                     MakePose(Quaterniond::Identity(), (0.1 - 1e-3) * n));
    double weight = 0;
    for (const ManifoldPoint& point : points) {
      CHECK(point.normal_W.isApprox(n, 1e-5));
      CHECK(point.depth == Approx(1e-3).epsilon(1e-3));
      weight += point.weight;
    }
    CHECK(weight == Approx(1).epsilon(1e-3));
  };
  const Shape ridge =
      MakeField(21, [](double x, double) { return -std::abs(x); });
  const Shape peak = MakeField(21, [](double x, double y) {
    return -std::max(std::abs(x), std::abs(y));
  });
  for (const double lean : {-0.4, 0.0, 0.3}) {
    check(ridge, {lean, 0, 1});
    check(peak, {lean, 0.3 * lean, 1});
  }
}

// Steps of 0.1 m: a box on the upper one, partly beyond its edge.
TEST_CASE("Height field: a box on a step -> held up by the edge alone") {
  const Shape field =
      MakeField(41, [](double x, double) { return x < 0.024 ? 0.1 : 0.0; });
  const Box box{{0.1, 0.06, 0.04}};
  for (double x = -0.2; x < 0.08; x += 0.0137) {
    const Points points = FindManifold(
        field, RigidTransform::Identity(), box,
        MakePose(Quaterniond::Identity(), {x, 0.013, 0.1 + 0.04 - 1e-3}));
    double low = 1, high = -1;
    INFO(x);
    for (const ManifoldPoint& point : points) {
      CHECK(point.normal_W.isApprox(Vector3d::UnitZ(), 1e-6));
      CHECK(point.depth == Approx(1e-3).epsilon(1e-3));
      low = std::min(low, point.p_WA.x());
      high = std::max(high, point.p_WA.x());
    }
    CHECK(low == Approx(x - 0.1).margin(1e-6));
    CHECK(high >= std::min(x + 0.1, 0.0) - 2e-3);
    CHECK(high <= std::min(x + 0.1, 0.0) + 6e-3);
    CHECK(TotalWeight(points) > 2.9);
    CHECK(TotalWeight(points) < 5.1);
  }
}

// The wrench per stiffness, its torque at 0.1 m.
Eigen::Matrix<double, 6, 1> WrenchAt(const Shape& field, const Shape& shape,
                                     const RigidTransform& X_WS) {
  const Wrench w =
      CalcWrench(FindManifold(field, RigidTransform::Identity(), shape, X_WS));
  Eigen::Matrix<double, 6, 1> wrench;
  wrench << w.force, (w.torque - X_WS.translation().cross(w.force)) / 0.1;
  return wrench;
}

// The largest jump on a straight way in many steps, by halving the steps with
// the largest changes, over the largest wrench.
template <class Wrench>
double FindJump(const Wrench& wrench, int num_steps) {
  double largest = 0, jump = 0;
  auto last = wrench(0);
  for (int i = 1; i <= num_steps; ++i) {
    double s = (i - 1.0) / num_steps, t = double(i) / num_steps;
    const auto now = wrench(t);
    largest = std::max(largest, now.norm());
    if ((now - last).norm() > 0.02 * largest) {
      auto at_s = last, at_t = now;
      for (int k = 0; k < 30; ++k) {
        const double middle = 0.5 * (s + t);
        const auto at_middle = wrench(middle);
        if ((at_middle - at_s).norm() > (at_t - at_middle).norm()) {
          t = middle, at_t = at_middle;
        } else {
          s = middle, at_s = at_middle;
        }
      }
      jump = std::max(jump, (at_t - at_s).norm());
    }
    last = now;
  }
  return jump / largest;
}

// At convex edges that holds of round shapes alone.
TEST_CASE("Height field: shapes that slide over edges -> forces do not jump") {
  Random random(3);
  for (const double slope : {-0.7, -0.1, 0.1, 0.7}) {
    const Shape field =
        MakeField(21, [&](double x, double) { return slope * std::abs(x); });
    for (const Kind kind : kSolids) {
      const bool is_round = kind == Kind::kSphere || kind == Kind::kCapsule ||
                            kind == Kind::kEllipsoid;
      if (slope < 0 && !is_round) continue;
      double worst = 0;
      for (int i = 0; i < 4; ++i) {
        const Shape shape = RandomShape(kind, &random);
        RigidTransform X = MakePose(RandomRotation(&random), {0, 0, 0});
        const double y = Uniform(&random, -0.3, 0.3);
        // Along one face, across the edge.
        const Vector3d way = Vector3d(1, 0.2, -slope).normalized();
        RigidTransform X_WH = PoseOfPlane(-slope, 0);
        X = PlaceAtDepth(shape, X, X_WH, 2e-3);
        const Vector3d start = X.translation();
        const auto wrench = [&](double s) {
          RigidTransform at = X;
          at.translation() = start + (0.4 * s - 0.3) * way + Vector3d(0, y, 0);
          return WrenchAt(field, shape, at);
        };
        worst = std::max(worst, FindJump(wrench, 400));
      }
      INFO(NameOf(kind) << " over slopes of " << slope);
      CHECK(worst < 0.02);
    }
  }
}

// A ridge of 0.3 m, one cell of 0.04 m wide to either side, and lower ones
// beside it. What is above those is below the plane of its other side.
TEST_CASE("Height field: beside a thin ridge, in the air -> no overlap") {
  Random random(5);
  const auto ridge = [](double x, double at, double height) {
    return std::max(0.0, height * (1 - std::abs(x - at) / 0.04));
  };
  const Shape field = MakeField(51, [&](double x, double) {
    return ridge(x, 0, 0.3) + ridge(x, 0.12, 0.15) + ridge(x, -0.12, 0.15);
  });
  for (const Kind kind : kSolids) {
    for (int i = 0; i < 50; ++i) {
      const Shape shape = RandomShape(kind, &random);
      RigidTransform X_WS = RandomPose(&random, 0.3);
      const Bounds bounds = CalcBounds(shape, X_WS);
      const double side = i % 2 == 0 ? 1 : -1;
      const Vector3d least(side * (0.041 + Uniform(&random, 0, 0.05)), 0,
                           0.151);
      const Vector3d reach(side * bounds.half_extents.x(), 0,
                           bounds.half_extents.z());
      X_WS.translation() += least + reach - bounds.center;
      INFO(NameOf(kind) << " " << i);
      const Points points =
          FindManifold(field, RigidTransform::Identity(), shape, X_WS, 0);
      CHECK(TotalWeight(points) == 0);
    }
  }
}

// Spikes of 0.3 m on cells of 0.08 m: a point of a face is where no face that
// is behind it is less than half as far.
TEST_CASE("Height field: among spikes -> out through what is nearest") {
  Random random(5);
  const Shape field =
      MakeField(26, [&](double, double) { return Uniform(&random, 0.0, 0.3); });
  const HeightGrid& grid = *std::get<ConvexMesh>(field).hull->field();
  int num_deep = 0;
  for (int i = 0; i < 300; ++i) {
    const Shape shape = Box{{0.1, 0.07, 0.05}};
    RigidTransform X_WS = RandomPose(&random, 0.7);
    X_WS.translation().z() = grid.HeightAt(X_WS.translation().head<2>()) +
                             Uniform(&random, 0.0, 0.1);
    Bounds near = CalcBounds(shape, X_WS);
    near.half_extents.array() += 0.2;
    const FieldSurface surface(grid, near);
    for (const ManifoldPoint& point :
         FindManifold(field, RigidTransform::Identity(), shape, X_WS, 0)) {
      const Vector3d &n = point.normal_W, &q = point.p_WB;
      const auto is_on = [&](const FieldSurface::Edge& edge) {
        const Vector3d along = (edge.to - edge.from).normalized();
        return along.cross(point.p_WA - edge.from).norm() < 1e-5;
      };
      const auto is_own = [&](const FieldSurface::Face& face) {
        return (face.normal - n).norm() < 1e-9;
      };
      if (!(point.depth > 0.02) || point.weight < 1e-6 ||
          std::ranges::any_of(surface.edges(), is_on) ||
          std::ranges::none_of(surface.faces(), is_own))
        continue;
      ++num_deep;
      for (int k = 0; k < std::ssize(surface.faces()); ++k) {
        const FieldSurface::Face& face = surface.faces()[k];
        if (is_own(face)) continue;
        const Vector3d p =
            surface.FindNearest(k, q + face.DepthOf(q) * face.normal);
        const bool is_behind = n.dot(point.p_WA - p) > point.depth / 2;
        INFO(i << ", " << point.depth << " m");
        CHECK_FALSE((is_behind && (p - q).norm() < 0.5 * point.depth));
      }
    }
  }
  CHECK(num_deep > 20);
}

// A core on an edge leaves it both ways alike; an edge through the middle of a
// cylinder enters at one end and leaves at the other.
TEST_CASE("Height field: edges along axes of shapes -> depths within them") {
  const Shape field = MakeField(
      4, [](double x, double y) { return 0.1 * std::floor(x + 2 * y); }, 0.5);
  const Shape shapes[] = {Capsule{0.2, 0.2}, Cylinder{0.2, 0.3},
                          Capsule{0.1, 0.4}, Box{{0.2, 0.3, 0.1}},
                          Sphere{0.3},       Ellipsoid{{0.1, 0.2, 0.3}}};
  Random random(41);
  for (const Shape& shape : shapes) {
    for (int i = 0; i < 200; ++i) {
      // Corners of cells, along x, y and z; then a little off.
      const double x = -1 + i % 4 * (2.0 / 3), y = -1 + i / 4 % 4 * (2.0 / 3);
      const double z = -0.5 + 0.1 * (i % 7);
      const Quaterniond turn(
          Eigen::AngleAxisd(std::numbers::pi / 2, Vector3d::Unit(i / 16 % 3)));
      const double off = i % 2 == 0 ? 0 : 1e-9 * i;
      const RigidTransform X_FS =
          MakePose(turn, Vector3d(x, y, z) + off * RandomDirection(&random));
      for (const ManifoldPoint& p :
           FindManifold(field, RigidTransform::Identity(), shape, X_FS)) {
        CHECK(p.normal_W.norm() == Approx(1).epsilon(1e-12));
        CHECK(p.depth < 1.5);
        CHECK((p.p_WA - p.p_WB).dot(p.normal_W) ==
              Approx(p.depth).margin(1e-12));
      }
    }
  }
}

}  // namespace
}  // namespace tactus::contact::test
