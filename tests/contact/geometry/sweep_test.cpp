#include "tactus/contact/geometry/sweep.h"

#include <cmath>
#include <random>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/contact/geometry/narrow_phase/narrow_phase.h"

namespace tactus::contact {
namespace {

RigidTransform At(double x, double y, double z) {
  return RigidTransform(Eigen::Translation3d(x, y, z));
}

MovingShape Moving(const Shape& shape, const RigidTransform& X_WG,
                   const Vector3d& v, const Vector3d& w = Vector3d::Zero(),
                   const Vector3d& p_WC = Vector3d::Zero()) {
  MovingShape moving{
      .shape = &shape,
      .X_WG = X_WG,
      .path = {.p_WC = p_WC.isZero() ? Vector3d(X_WG.translation()) : p_WC}};
  moving.path.U << w, v;
  return moving;
}

struct Found {
  std::vector<ManifoldPoint> points;
  double time = 0;
};

Found Sweep2(const MovingShape& a, const MovingShape& b, double h,
             double margin = 0) {
  Found found;
  AppendSweptManifold(a, b, margin, {.paths = {}, .duration = h}, &found.points,
                      &found.time);
  return found;
}

// phi + t vn = 0 at the touch, whatever the distance.
TEST_CASE("Sweep: a ball towards a wall -> the distance to the wall") {
  const Shape ball = Sphere{0.05}, wall = Box{{0.5, 1, 1}};
  for (const double gap : {1e-4, 0.01, 0.3, 2.0}) {
    const Found found =
        Sweep2(Moving(wall, At(-0.5, 0, 0), {0, 0, 0}),
               Moving(ball, At(0.05 + gap, 0, 0), {-50, 0, 0}), 0.1);
    REQUIRE(found.points.size() == 1);
    CHECK(found.points[0].depth == Approx(-gap).epsilon(1e-9));
    CHECK((found.points[0].normal_W - Vector3d::UnitX()).norm() < 1e-9);
    CHECK(found.time * 50 <= gap);
  }
}

TEST_CASE("Sweep: a ball that leaves, or is too slow -> nothing") {
  const Shape ball = Sphere{0.05}, wall = Box{{0.5, 1, 1}};
  for (const double speed : {5.0, 0.0, -2.0}) {
    const Found found =
        Sweep2(Moving(wall, At(-0.5, 0, 0), {0, 0, 0}),
               Moving(ball, At(0.35, 0, 0), {speed, 0, 0}), 0.1);
    CHECK(found.points.empty());
  }
}

// Motors may press them together from the first step on.
TEST_CASE("Sweep: shapes at rest, face to face -> touch") {
  const Shape ball = Sphere{0.05}, box = Box{{0.5, 1, 1}};
  const auto count = [&](const Shape& shape, double x) {
    return Sweep2(Moving(box, At(-0.5, 0, 0), {0, 0, 0}),
                  Moving(shape, At(x, 0, 0), {0, 0, 0}), 0.1)
        .points.size();
  };
  for (const double gap : {-1e-18, 0.0, 1e-17, 4e-11}) {
    CHECK(count(ball, 0.05 + gap) == 1);
    CHECK(count(box, 0.5 + gap) == 4);
  }
  for (const double gap : {1e-9, 1e-6, 0.01}) {
    CHECK(count(ball, 0.05 + gap) == 0);
    CHECK(count(box, 0.5 + gap) == 0);
  }
}

// Off the axis by s, two balls of radius r touch where sin(angle) = s / 2r: the
// normal is that of the touch, and one that flies by is no contact.
TEST_CASE("Sweep: balls that pass each other -> the normal of their touch") {
  const double r = 0.03, gap = 1;
  const Shape ball = Sphere{r};
  for (const double share : {0.0, 0.3, 0.7, 0.95, 1.2, 3.0}) {
    const double s = 2 * r * share;
    const Found found = Sweep2(Moving(ball, At(0, 0, 0), {20, 0, 0}),
                               Moving(ball, At(gap, s, 0), {0, 0, 0}), 0.1);
    INFO(share);
    if (share > 1.19) {
      CHECK(found.points.empty());
      continue;
    }
    REQUIRE(found.points.size() == 1);
    const double angle = std::asin(share);
    const Vector3d n(std::cos(angle), std::sin(angle), 0);
    CHECK((found.points[0].normal_W - n).norm() < 0.2);
    const double touch = (gap - 2 * r * std::cos(angle)) / 20;
    const double vn = -20 * found.points[0].normal_W.x();
    CHECK(found.points[0].depth / vn == Approx(touch).epsilon(0.05));
  }
}

TEST_CASE("Sweep: overlaps -> bit by bit those of a query at rest") {
  const Shape box = Box{{0.1, 0.1, 0.1}}, ground = HalfSpace{};
  RigidTransform X = At(0, 0, 0.0999);
  X.linear() =
      Eigen::AngleAxisd(1e-4, Vector3d(1, 0.4, 0).normalized()).matrix();
  std::vector<ManifoldPoint> still;
  AppendManifold(ground, At(0, 0, 0), box, X, 0, &still);
  const Found found = Sweep2(Moving(ground, At(0, 0, 0), {0, 0, 0}),
                             Moving(box, X, {1, 0, -3}), 0.05);
  CHECK(found.time == 0);
  REQUIRE(found.points.size() >= still.size());
  REQUIRE(!still.empty());
  std::size_t i = 0;
  for (const ManifoldPoint& point : found.points) {
    if (!(point.depth > 0)) continue;
    CHECK(point.depth == still[i].depth);
    CHECK(point.weight == still[i].weight);
    CHECK(point.p_WB == still[i].p_WB);
    ++i;
  }
  CHECK(i == still.size());
}

// A box that falls flat has its four corners ahead of it.
TEST_CASE("Sweep: a box that falls flat -> four corners") {
  const Shape box = Box{{0.1, 0.1, 0.1}}, ground = HalfSpace{};
  for (const double gap : {1e-3, 0.05, 0.4}) {
    const Found found =
        Sweep2(Moving(ground, At(0, 0, 0), {0, 0, 0}),
               Moving(box, At(0, 0, 0.1 + gap), {0, 0, -8}), 0.1);
    REQUIRE(found.points.size() == 4);
    for (const ManifoldPoint& point : found.points) {
      CHECK(point.depth == Approx(-gap).epsilon(1e-9));
      CHECK(point.weight == Approx(1));
    }
  }
}

// A rod about its middle meets a post after a quarter of a turn; at the start
// its nearest point leaves.
TEST_CASE("Sweep: a rod that turns towards a post -> the post") {
  const Shape rod = Box{{0.5, 0.01, 0.01}}, post = Cylinder{0.01, 0.2};
  const MovingShape turning = Moving(rod, At(0, 0, 0), {0, 0, 0}, {0, 0, 30});
  const Found hit =
      Sweep2(turning, Moving(post, At(0, 0.4, 0), {0, 0, 0}), 0.1);
  CHECK(!hit.points.empty());
  CHECK(hit.time > 0.02);
  const Found beyond =
      Sweep2(turning, Moving(post, At(0, 0.6, 0), {0, 0, 0}), 0.1);
  CHECK(beyond.points.empty());
}

Vector3d RandomVector(std::mt19937* random) {
  Vector3d v;
  for (double& x : v) x = 2 * ((*random)() / 4294967296.0) - 1;
  return v;
}

// Within what gravity may do in the step, points that part are seen, too.
TEST_CASE("Sweep: plates and rods that fall, apart at first -> none overlaps") {
  std::mt19937 random(1);
  const Shape plate = Box{{0.04, 0.03, 0.0015}}, rod = Capsule{0.0025, 0.05};
  const auto random_pose = [&random] {
    RigidTransform X = At(0, 0, 0);
    X.rotate(Eigen::AngleAxisd(3 * RandomVector(&random).x(),
                               RandomVector(&random).normalized()));
    X.pretranslate(0.03 * RandomVector(&random));
    return X;
  };
  int num_later = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const Shape& a = trial % 2 == 0 ? plate : rod;
    const Shape& b = trial % 3 == 0 ? plate : rod;
    const RigidTransform X_WA = random_pose(), X_WB = random_pose();
    std::vector<ManifoldPoint> still;
    AppendManifold(a, X_WA, b, X_WB, 0, &still);
    if (!still.empty()) continue;
    constexpr double h = 0.1;
    const Vector3d gravity(0, 0, -9.81);
    const MovingShape held = Moving(a, X_WA, Vector3d::Zero());
    const MovingShape falling =
        Moving(b, X_WB, 0.3 * RandomVector(&random) + h * gravity,
               3 * RandomVector(&random));
    Found found;
    AppendSweptManifold(held, falling, 0,
                        {.paths = {}, .gravity = gravity, .duration = h},
                        &found.points, &found.time);
    if (found.time > 0) num_later += static_cast<int>(found.points.size());
    for (const ManifoldPoint& point : found.points) CHECK(point.depth < 0);
  }
  CHECK(num_later > 300);
}

// A box that rests 1 um deep in a floor of tiles and slides on to the next one,
// from `gap` before it; gravity is in its path.
struct Slide {
  Shape box = Box{{0.04, 0.03, 0.02}}, tile = Box{{0.2, 0.15, 0.05}};
  double h = 0, rise = 1e-6;
  Vector3d gravity{0, 0, -9.81};
  MovingShape next, sliding;

  Slide(double speed, double gap, double step, double height)
      : h(step), rise(height) {
    next = Moving(tile, At(0.2, 0, -0.05), Vector3d::Zero());
    sliding = Moving(box, At(-0.04 - gap, 0.003, 0.02 - height),
                     Vector3d(speed, 0, 0) + h * gravity);
  }

  Found Look(bool swapped = false) const {
    Found found;
    const Sweep sweep{.paths = {}, .gravity = gravity, .duration = h};
    AppendSweptManifold(swapped ? sliding : next, swapped ? next : sliding, 0,
                        sweep, &found.points, &found.time);
    return found;
  }
};

// The seam is no wall: the tile carries it, as deep as it rests, at points
// that lie on both surfaces where the paths are at the time.
TEST_CASE("Sweep: a box slides over a flush seam -> upright normals") {
  std::mt19937 random(2);
  for (int trial = 0; trial < 200; ++trial) {
    const double h = std::pow(10, -3 + RandomVector(&random).x());
    const double speed = std::pow(10, RandomVector(&random).x());
    const double share = 0.45 + 0.44 * RandomVector(&random).x();
    const Slide slide(speed, share * h * speed, h, 1e-6);
    INFO("h " << h << " speed " << speed << " share " << share);
    for (const bool swapped : {false, true}) {
      const Found found = slide.Look(swapped);
      REQUIRE(!found.points.empty());
      CHECK(found.time > share * h * (1 - 1e-9));
      CHECK(found.time <= h);
      const double bottom =
          slide.sliding.path.Advance(slide.sliding.X_WG, found.time)
              .translation()
              .z() -
          0.02;
      for (const ManifoldPoint& point : found.points) {
        const double up = swapped ? -point.normal_W.z() : point.normal_W.z();
        CHECK(up > 1 - 1e-9);
        CHECK(point.depth == Approx(1e-6).epsilon(1e-6));
        const Vector3d& on_box = swapped ? point.p_WA : point.p_WB;
        const Vector3d& on_tile = swapped ? point.p_WB : point.p_WA;
        CHECK(std::abs(on_box.z() - bottom) < 1e-12 + 1e-3 * 1e-6);
        CHECK(std::abs(on_tile.z()) < 1e-12);
      }
    }
  }
}

// Already a tenth as far over the seam as it is deep.
TEST_CASE("Sweep: a box just over a seam -> upright normals") {
  for (const double speed : {0.1, 1.0, 10.0}) {
    const Found found = Slide(speed, -1e-7, 1e-3, 1e-6).Look();
    REQUIRE(!found.points.empty());
    for (const ManifoldPoint& point : found.points)
      CHECK(point.normal_W.z() > 1 - 1e-9);
  }
}

// As nodes of elastic bodies do, and ones that go farther than half a radius.
TEST_CASE("Sweep: small balls slide over a flush seam -> upright normals") {
  std::mt19937 random(8);
  for (int trial = 0; trial < 200; ++trial) {
    const Shape ball = Sphere{trial % 2 == 0 ? 1e-3 : 0.03},
                tile = Box{{0.2, 0.15, 0.05}};
    const double radius = std::get<Sphere>(ball).radius;
    const double h = std::pow(10, -2.5 + 0.5 * RandomVector(&random).x());
    const double path =
        radius * std::pow(10, 0.3 + 0.3 * RandomVector(&random).x());
    const double share = 0.45 + 0.44 * RandomVector(&random).x();
    const Vector3d gravity(0, 0, -9.81);
    const MovingShape next = Moving(tile, At(0.2, 0, -0.05), Vector3d::Zero());
    const MovingShape sliding =
        Moving(ball, At(-share * path, 0.003, radius - 1e-7),
               Vector3d(path / h, 0, 0) + h * gravity);
    INFO("radius " << radius << " h " << h << " path " << path << " share "
                   << share);
    Found found;
    AppendSweptManifold(next, sliding, 0,
                        {.paths = {}, .gravity = gravity, .duration = h},
                        &found.points, &found.time);
    REQUIRE(found.points.size() == 1);
    CHECK(found.points[0].normal_W.z() > 1 - 1e-9);
    CHECK(found.points[0].depth == Approx(1e-7).epsilon(1e-3));
  }
}

// What ends short of the edge is apart there, and may not be stopped for it.
TEST_CASE("Sweep: a small ball ends just before an edge -> room to go there") {
  const Shape tile = Box{{0.5, 0.5, 0.5}};
  const MovingShape next = Moving(tile, At(0.5, 0, -0.5), Vector3d::Zero());
  for (const auto& [radius, path, left] :
       {std::tuple(1e-3, 1e-3, 1e-5), std::tuple(1e-3, 1e-3, 1e-4),
        std::tuple(1e-3, 1e-3, 3e-4), std::tuple(0.03, 3e-3, 2e-3),
        std::tuple(0.03, 3e-3, 1e-3)}) {
    CAPTURE(radius, path, left);
    const double h = 1e-3;
    const Shape ball = Sphere{radius};
    const Vector3d v(path / h, 0, 0);
    const MovingShape sliding =
        Moving(ball, At(-path - left, 0.003, radius - 1e-7), v);
    for (const ManifoldPoint& point : Sweep2(next, sliding, h).points)
      CHECK(-point.depth + h * point.normal_W.dot(v) > -2e-7);
  }
}

TEST_CASE("Sweep: a box slides at a step in the floor -> the step's side") {
  for (const double height : {1e-3, 5e-3}) {
    for (const double h : {1e-4, 1e-3, 1e-2, 0.1}) {
      for (const double speed : {0.1, 1.0, 10.0}) {
        for (const double share : {0.1, 0.5, 0.9}) {
          const double gap = share * h * speed;
          const Found found = Slide(speed, gap, h, height).Look();
          INFO(height << ' ' << h << ' ' << speed << ' ' << share);
          REQUIRE(!found.points.empty());
          for (const ManifoldPoint& point : found.points) {
            CHECK(point.normal_W.x() == Approx(-1));
            CHECK(point.depth == Approx(-gap));
          }
        }
      }
    }
  }
}

// Plates of 2 mm at up to 20 m/s in any direction, steps of 2 cm to 2 m: what a
// path that is walked in steps of 0.1 mm meets first is not left out, and its
// normal is against the approach.
TEST_CASE("Sweep: boxes thrown at thin plates -> none passes") {
  std::mt19937 random(3);
  const Shape plate = Box{{0.2, 0.2, 0.001}}, box = Box{{0.02, 0.015, 0.01}};
  const MovingShape held = Moving(plate, At(0, 0, 0), Vector3d::Zero());
  int num_met = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    constexpr double h = 0.01;
    const Vector3d v = 20 * RandomVector(&random);
    RigidTransform X = At(0, 0, 0.03 + 0.02 * RandomVector(&random).x());
    X.rotate(Eigen::AngleAxisd(3 * RandomVector(&random).x(),
                               RandomVector(&random).normalized()));
    const double reach =
        X.linear().row(2).cwiseAbs().dot(Vector3d(0.02, 0.015, 0.01)) + 0.001;
    const double gap = X.translation().z() - reach;
    if (gap < 0 || gap + h * v.z() > -1e-3) continue;
    ++num_met;
    const Found found = Sweep2(held, Moving(box, X, v), h);
    INFO(trial);
    REQUIRE(!found.points.empty());
    for (const ManifoldPoint& point : found.points) {
      CHECK(point.normal_W.z() > 0.99);
      CHECK(point.depth <= 0);
    }
  }
  CHECK(num_met > 200);
}

}  // namespace
}  // namespace tactus::contact
