// What a body at rest lies on: the manifolds of the plainest poses.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "contact/geometry/narrow_phase/pair_cases.h"
#include <catch2/catch.hpp>

namespace tactus::contact::test {
namespace {

constexpr double kDepth = 1e-4;
constexpr double kRightAngle = std::numbers::pi / 2;

RigidTransform At(double x, double y, double z) {
  return MakePose(Quaterniond::Identity(), {x, y, z});
}

RigidTransform Turned(double angle, const Vector3d& axis, const Vector3d& p) {
  return MakePose(Quaterniond(Eigen::AngleAxisd(angle, axis.normalized())), p);
}

/// What a body can lie on, with its top at z = 0 at the origin.
struct Ground {
  std::string name;
  Shape shape;
  RigidTransform X;
};
std::vector<Ground> Grounds() {
  return {{"half-space", HalfSpace{}, At(0, 0, 0)},
          {"box", Box{{1, 1, 0.1}}, At(0, 0, -0.1)},
          {"mesh", MakeBoxMesh({1, 1, 0.1}), At(0, 0, -0.1)},
          {"cylinder", Cylinder{1, 0.1}, At(0, 0, -0.1)}};
}

double TotalWeight(const std::vector<ManifoldPoint>& points) {
  double total = 0;
  for (const ManifoldPoint& p : points) total += p.weight;
  return total;
}

/// `count` points, all as deep as each other, straight up, of that total
/// weight.
void CheckLevel(const std::vector<ManifoldPoint>& points, std::size_t count,
                double total_weight) {
  CHECK(points.size() == count);
  CHECK(TotalWeight(points) == Approx(total_weight).epsilon(1e-9));
  for (const ManifoldPoint& p : points) {
    CHECK(p.depth == Approx(kDepth).epsilon(1e-9));
    CHECK((p.normal_W - Vector3d::UnitZ()).norm() < 1e-12);
    CHECK(p.p_WA.z() == Approx(0).margin(1e-12));
  }
}

TEST_CASE("FindManifold: a cube on a face -> its four corners") {
  for (const Ground& ground : Grounds()) {
    INFO(ground.name);
    for (const Shape& cube : {Shape(Box{{0.05, 0.05, 0.05}}),
                              Shape(MakeBoxMesh({0.05, 0.05, 0.05}))}) {
      const auto points = FindManifold(ground.shape, ground.X, cube,
                                       At(0.1, 0.2, 0.05 - kDepth));
      CheckLevel(points, 4, 4);
      for (const ManifoldPoint& p : points) {
        CHECK(p.weight == Approx(1).epsilon(1e-9));
        CHECK(std::abs(p.p_WB.x() - 0.1) == Approx(0.05));
        CHECK(std::abs(p.p_WB.y() - 0.2) == Approx(0.05));
      }
    }
  }
}

TEST_CASE(
    "FindManifold: a cube on an edge -> both its ends, on a corner -> one") {
  const double tip = 0.05 * std::sqrt(2.), corner = 0.05 * std::sqrt(3.);
  for (const Ground& ground : Grounds()) {
    INFO(ground.name);
    for (const Shape& cube : {Shape(Box{{0.05, 0.05, 0.05}}),
                              Shape(MakeBoxMesh({0.05, 0.05, 0.05}))}) {
      CheckLevel(FindManifold(ground.shape, ground.X, cube,
                              Turned(kRightAngle / 2, Vector3d::UnitX(),
                                     {0, 0, tip - kDepth})),
                 2, 2);
      const Quaterniond R =
          Quaterniond::FromTwoVectors(Vector3d(1, 1, 1), Vector3d::UnitZ());
      CheckLevel(FindManifold(ground.shape, ground.X, cube,
                              MakePose(R, {0, 0, corner - kDepth})),
                 1, 1);
    }
  }
}

TEST_CASE(
    "FindManifold: equal cubes stacked -> four corners, turned -> eight") {
  const Box cube{{0.05, 0.05, 0.05}};
  CheckLevel(FindManifold(cube, At(0, 0, -0.05), cube, At(0, 0, 0.05 - kDepth)),
             4, 4);
  // Shifted: the corners of the common rectangle.
  CheckLevel(
      FindManifold(cube, At(0, 0, -0.05), cube, At(0.03, 0.02, 0.05 - kDepth)),
      4, 4);
  // Turned: the corners of the common octagon.
  CheckLevel(FindManifold(cube, At(0, 0, -0.05), cube,
                          Turned(kRightAngle / 2, Vector3d::UnitZ(),
                                 {0, 0, 0.05 - kDepth})),
             8, 4);
}

TEST_CASE("FindManifold: a lying capsule or cylinder -> two points") {
  for (const Ground& ground : Grounds()) {
    INFO(ground.name);
    for (const Shape& shape :
         {Shape(Capsule{0.03, 0.1}), Shape(Cylinder{0.03, 0.1})}) {
      const auto points = FindManifold(
          ground.shape, ground.X, shape,
          Turned(kRightAngle, {1, 0.3, 0}, {0.1, 0, 0.03 - kDepth}));
      CheckLevel(points, 2, 2);
      CHECK((points[0].p_WB - points[1].p_WB).norm() == Approx(0.2));
    }
  }
}

// Both ends press with k d: turned by a, with their middle M deep, they turn
// the body back by 2 k h^2 a up to a = M / h, where one end comes clear.
TEST_CASE("Lying capsule and cylinder: tilted -> the torque of two ends") {
  constexpr double h = 0.1;
  for (const Ground& ground : Grounds()) {
    for (const Shape& shape :
         {Shape(Capsule{0.03, h}), Shape(Cylinder{0.03, h})}) {
      for (const double share : {0.01, 0.1, 0.3, 0.6, 0.9}) {
        INFO(ground.name << ", " << share << " of the tilt that lifts an end");
        const double tilt = share * kDepth / h;
        double torque = 0;
        for (const ManifoldPoint& p :
             FindManifold(ground.shape, ground.X, shape,
                          Turned(kRightAngle + tilt, {0, 1, 0},
                                 {0, 0, 0.03 - kDepth}))) {
          torque += p.weight * std::max(p.depth, 0.0) * p.p_WB.x();
        }
        CHECK(torque / (2 * h * h * tilt) == Approx(1).epsilon(0.2));
      }
    }
  }
}

TEST_CASE(
    "FindManifold: bodies that overhang an edge -> supported up to the edge") {
  const Box table{{1, 1, 0.1}};
  for (const Shape& shape :
       {Shape(Capsule{0.03, 0.1}), Shape(Cylinder{0.03, 0.1})}) {
    const auto points =
        FindManifold(table, At(0, 0, -0.1), shape,
                     Turned(kRightAngle, {1, 0, 0}, {0, 0.95, 0.03 - kDepth}));
    REQUIRE(points.size() == 2);
    std::vector<double> y{points[0].p_WB.y(), points[1].p_WB.y()};
    std::sort(y.begin(), y.end());
    CHECK(y[0] == Approx(0.85));
    CHECK(y[1] == Approx(1).margin(1e-4));
  }
  // An upright cylinder, half over: all its points are on the table.
  const auto points = FindManifold(table, At(0, 0, -0.1), Cylinder{0.05, 0.1},
                                   At(1, 0, 0.1 - kDepth));
  CHECK(TotalWeight(points) == Approx(4).epsilon(1e-9));
  for (const ManifoldPoint& p : points) CHECK(p.p_WB.x() < 1 + 1e-9);
}

TEST_CASE(
    "FindManifold: an upright cylinder -> points of its rim, of weight four") {
  for (const Ground& ground : Grounds()) {
    INFO(ground.name);
    const auto points = FindManifold(
        ground.shape, ground.X, Cylinder{0.05, 0.1}, At(0, 0, 0.1 - kDepth));
    if (ground.name == "cylinder") {
      // Two ends flat on each other: either may be the reference, whose outline
      // has 16 corners.
      CHECK((points.size() == 8 || points.size() == 16));
    } else {
      CHECK(points.size() == 8);
    }
    CheckLevel(points, points.size(), 4);
    for (const ManifoldPoint& p : points) {
      CHECK(p.p_WB.head<2>().norm() == Approx(0.05).epsilon(0.02));
    }
  }
}

TEST_CASE(
    "FindManifold: tiny tilts of an upright cylinder -> tiny wrench changes") {
  const Cylinder cylinder{0.05, 0.1};
  for (const Ground& ground : Grounds()) {
    INFO(ground.name);
    const auto wrench_at = [&](double tilt, double direction) {
      const Vector3d axis(std::cos(direction), std::sin(direction), 0);
      return CalcWrench(FindManifold(ground.shape, ground.X, cylinder,
                                     Turned(tilt, axis, {0, 0, 0.1 - kDepth})));
    };
    for (const double tilt : {1e-12, 1e-9, 1e-6, 1e-4}) {
      const Wrench a = wrench_at(tilt, 0.3), b = wrench_at(tilt, 2);
      CHECK((a.torque - b.torque).norm() < 1 * tilt * 0.1);
      CHECK((a.force - b.force).norm() < 4 * tilt);
    }
  }
}

TEST_CASE("FindManifold: a tilted body -> a torque that turns it back") {
  struct Case {
    Shape shape;
    double height;
  };
  for (const Ground& ground : Grounds()) {
    for (const Case& c :
         {Case{Box{{0.05, 0.04, 0.06}}, 0.06}, Case{Cylinder{0.05, 0.1}, 0.1},
          Case{MakeBoxMesh({0.05, 0.04, 0.06}), 0.06}}) {
      for (const double tilt : {1e-5, 1e-4, 1e-3}) {
        const Vector3d axis = Vector3d(1, 0.4, 0).normalized();
        const Vector3d p(0, 0, c.height - kDepth);
        const Wrench w = CalcWrench(FindManifold(
            ground.shape, ground.X, c.shape, Turned(tilt, axis, p)));
        const Vector3d about_center = w.torque - p.cross(w.force);
        INFO(ground.name << " " << c.shape.index() << " " << tilt);
        CHECK(axis.dot(about_center) < 0);
      }
    }
  }
}

std::vector<Vector3d> PrismCorners(int sides, double radius, double h) {
  std::vector<Vector3d> corners;
  for (int k = 0; k < sides; ++k) {
    const double t = 2 * std::numbers::pi * k / sides;
    for (const double z : {-h, h}) {
      corners.push_back({radius * std::cos(t), radius * std::sin(t), z});
    }
  }
  return corners;
}

TEST_CASE("FindManifold: a face of many corners -> as stiff as one of four") {
  for (const int sides : {3, 6, 20, 400}) {
    const ConvexMesh prism = MakeMesh(PrismCorners(sides, 0.05, 0.05));
    for (const Ground& ground : Grounds()) {
      INFO(sides << " corners on " << ground.name);
      const auto points =
          FindManifold(ground.shape, ground.X, prism, At(0, 0, 0.05 - kDepth));
      CHECK(points.size() <= 32);
      const bool plane = std::holds_alternative<HalfSpace>(ground.shape);
      CHECK(TotalWeight(points) ==
            Approx(plane ? std::min(sides, 4) : 4).epsilon(1e-6));
      for (const ManifoldPoint& p : points) CHECK(p.depth == Approx(kDepth));
    }
  }
}

TEST_CASE(
    "FindManifold: a fine mesh on its tip -> four fifths to one point's "
    "force") {
  const ConvexMesh prism = MakeMesh(PrismCorners(400, 0.05, 0.05));
  for (const Ground& ground : Grounds()) {
    INFO(ground.name);
    const double tilt = 0.4;
    const double height =
        0.05 * std::cos(tilt) + 0.05 * std::sin(tilt) - kDepth;
    const auto points =
        FindManifold(ground.shape, ground.X, prism,
                     Turned(tilt, Vector3d::UnitX(), {0, 0, height}));
    const double force = CalcWrench(points).force.norm();
    // The outline of such a face is taken at 32 of its corners.
    CHECK(force >= 0.8 * kDepth);
    CHECK(force <= (1 + 1e-9) * kDepth);
  }
}

TEST_CASE(
    "FindManifold: parallel capsules or cylinders -> 2 points, crossed -> 1") {
  for (const Shape& shape :
       {Shape(Capsule{0.03, 0.1}), Shape(Cylinder{0.03, 0.1})}) {
    const RigidTransform below =
        Turned(kRightAngle, Vector3d::UnitX(), {0, 0, -0.03});
    const Vector3d above(0, 0, 0.03 - kDepth);
    CheckLevel(FindManifold(shape, below, shape,
                            Turned(kRightAngle, Vector3d::UnitX(), above)),
               2, 2);
    CheckLevel(FindManifold(shape, below, shape,
                            Turned(kRightAngle, Vector3d::UnitY(), above)),
               1, 1);
  }
}

TEST_CASE(
    "FindManifold: box meshes -> touch as boxes, on a face the same wrench") {
  Random random(3);
  const Vector3d h(0.05, 0.04, 0.06);
  int num_touching = 0, num_apart = 0;
  for (int i = 0; i < 200; ++i) {
    const RigidTransform X = RandomPose(&random, 0.2);
    const RigidTransform below = At(0.02, 0.01, -0.1);
    const auto boxes = FindManifold(Box{{0.2, 0.1, 0.1}}, below, Box{h}, X);
    const auto meshes =
        FindManifold(MakeBoxMesh({0.2, 0.1, 0.1}), below, MakeBoxMesh(h), X);
    REQUIRE(boxes.empty() == meshes.empty());
    ++(boxes.empty() ? num_apart : num_touching);
  }
  CHECK(num_touching > 50);
  CHECK(num_apart > 50);
  // Lying on a face, where only one axis counts.
  for (int i = 0; i < 50; ++i) {
    const RigidTransform X =
        Turned(1e-3, RandomDirection(&random),
               {Uniform(&random, -0.2, 0.2), 0, 0.06 - 1e-3});
    const Wrench a = CalcWrench(
        FindManifold(Box{{0.2, 0.1, 0.1}}, At(0, 0, -0.1), Box{h}, X));
    const Wrench b = CalcWrench(FindManifold(
        MakeBoxMesh({0.2, 0.1, 0.1}), At(0, 0, -0.1), MakeBoxMesh(h), X));
    CHECK((a.force - b.force).norm() < 1e-9);
    CHECK((a.torque - b.torque).norm() < 1e-9);
  }
}

}  // namespace
}  // namespace tactus::contact::test
