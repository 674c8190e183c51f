#include "tactus/contact/geometry/approach.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

const Vector3d kHalf(0.3, 0.2, 0.1);

Vector3d MakeVector(std::mt19937* generator) {
  std::normal_distribution<double> normal;
  return {normal(*generator), normal(*generator), normal(*generator)};
}

MovingShape MakeMoving(const Shape& shape, std::mt19937* generator) {
  MovingShape moving{.shape = &shape,
                     .X_WG = RigidTransform::Identity(),
                     .path = {.p_WC = MakeVector(generator)}};
  moving.X_WG.translation() = MakeVector(generator);
  moving.X_WG.rotate(Eigen::AngleAxisd(1, MakeVector(generator).normalized()));
  moving.path.U << MakeVector(generator), MakeVector(generator);
  return moving;
}

/// Gives `b` the motion that it has where it lies on `a`, but for `rest`; it
/// goes on straight, as what flies does.
void Carry(const MovingShape& a, const Vector3d& rest, MovingShape* b) {
  b->path.p_WC = b->X_WG.translation();
  b->path.U.head<3>() = a.path.U.head<3>() + rest;
  b->path.U.tail<3>() = a.path.VelocityAt(b->path.p_WC, 0);
}

std::vector<Vector3d> CornersAt(const MovingShape& of, double t) {
  const RigidTransform X_WG = of.path.Advance(of.X_WG, t);
  std::vector<Vector3d> corners;
  for (int i = 0; i < 8; ++i) {
    const Vector3d signs((i & 1) ? 1 : -1, (i & 2) ? 1 : -1, (i & 4) ? 1 : -1);
    corners.push_back(X_WG * kHalf.cwiseProduct(signs));
  }
  return corners;
}

/// The fastest that two corners come nearer to each other within the sweep.
double FindFastest(const MovingShape& a, const MovingShape& b, double h) {
  constexpr double dt = 1e-6;
  double fastest = 0;
  for (int k = 0; k <= 8; ++k) {
    const double t = h * k / 8;
    const auto a0 = CornersAt(a, t), a1 = CornersAt(a, t + dt);
    const auto b0 = CornersAt(b, t), b1 = CornersAt(b, t + dt);
    for (int i = 0; i < 8; ++i) {
      for (int j = 0; j < 8; ++j) {
        const double before = (b0[j] - a0[i]).norm();
        const double after = (b1[j] - a1[i]).norm();
        fastest = std::max(fastest, (before - after) / dt);
      }
    }
  }
  return fastest;
}

TEST_CASE("Approach: random motions of two boxes -> no corners meet faster") {
  std::mt19937 generator(3);
  const Shape brick = Box{kHalf};
  for (int trial = 0; trial < 300; ++trial) {
    const MovingShape a = MakeMoving(brick, &generator);
    MovingShape b = MakeMoving(brick, &generator);
    if (trial % 3 != 0) Carry(a, 0.1 * MakeVector(&generator), &b);
    const double h = trial % 2 == 0 ? 0.3 : 0.01;
    const double fastest = FindFastest(a, b, h);
    CHECK(fastest < BoundApproach(a, b, h).speed() + 1e-6);
    CHECK(fastest < BoundApproach(b, a, h).speed() + 1e-6);
  }
}

TEST_CASE("Approach: a box that another carries -> as good as at rest") {
  std::mt19937 generator(7);
  const Shape brick = Box{kHalf};
  for (int trial = 0; trial < 30; ++trial) {
    const MovingShape a = MakeMoving(brick, &generator);
    MovingShape b = MakeMoving(brick, &generator);
    Carry(a, Vector3d::Zero(), &b);
    // It leaves its circle by h^2 / 2 times its acceleration.
    const double one = BoundApproach(a, b, 1e-3).speed();
    const double half = BoundApproach(b, a, 5e-4).speed();
    CHECK(one < 0.05);
    CHECK(half < 0.51 * one + 1e-12);
  }
}

TEST_CASE("Approach: exchanged boxes -> the opposite velocity") {
  std::mt19937 generator(11);
  const Shape brick = Box{kHalf};
  for (int trial = 0; trial < 30; ++trial) {
    const MovingShape a = MakeMoving(brick, &generator);
    MovingShape b = MakeMoving(brick, &generator);
    if (trial % 2 == 0) Carry(a, 0.1 * MakeVector(&generator), &b);
    const Approach ab = BoundApproach(a, b, 0.01);
    const Approach ba = BoundApproach(b, a, 0.01);
    CHECK((ab.v + ba.v).norm() < 1e-12 * ab.v.norm() + 1e-15);
    CHECK(ab.turning == Approx(ba.turning));
  }
}

// A half-space reaches everywhere: nothing seen from the ball bounds it.
TEST_CASE("Approach: a plane that turns under a ball -> the plane's speed") {
  const Shape ball = Sphere{0.1}, ground = HalfSpace{};
  MovingShape plane{
      .shape = &ground, .X_WG = RigidTransform::Identity(), .path = {}};
  plane.path.U << 0, 3, 0, 0, 0, 0;
  MovingShape above{
      .shape = &ball, .X_WG = RigidTransform::Identity(), .path = {}};
  above.X_WG.translation() = Vector3d(-2, 0, 0.2);
  above.path.p_WC = above.X_WG.translation();
  // At the ball the plane rises by |w| 2 m.
  const Approach bound = BoundApproach(plane, above, 1e-3);
  CHECK(bound.turning - bound.v.z() > 5.99);
  CHECK(bound.speed() < 6.2);
  CHECK(BoundApproach(above, plane, 1e-3).speed() == Approx(bound.speed()));
}

}  // namespace
}  // namespace tactus::contact
