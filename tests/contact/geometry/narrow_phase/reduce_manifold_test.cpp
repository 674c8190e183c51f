#include "tactus/contact/geometry/narrow_phase/reduce_manifold.h"

#include <cmath>
#include <random>

#include <catch2/catch.hpp>

namespace tactus::contact {
namespace {

ManifoldPoint Make(const Vector3d& p, double depth, double weight,
                   const Vector3d& normal = Vector3d::UnitZ()) {
  return {.p_WA = p + depth / 2 * normal,
          .p_WB = p - depth / 2 * normal,
          .normal_W = normal,
          .depth = depth,
          .weight = weight};
}

struct Wrench {
  Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero();
};

Wrench CalcWrench(const std::vector<ManifoldPoint>& points) {
  Wrench wrench;
  for (const ManifoldPoint& point : points) {
    const Vector3d f = point.weight * point.depth * point.normal_W;
    wrench.force += f;
    wrench.torque += ((point.p_WA + point.p_WB) / 2).cross(f);
  }
  return wrench;
}

std::vector<ManifoldPoint> MakeRing(int n) {
  std::vector<ManifoldPoint> ring;
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * M_PI * i / n;
    ring.push_back(Make({std::cos(angle), std::sin(angle), 0.3},
                        0.01 * (2 + std::cos(angle)), 4.0 / n));
  }
  return ring;
}

TEST_CASE("Reduce manifold: up to eight points -> as they are") {
  const std::vector<ManifoldPoint> ring = MakeRing(8);
  std::vector<ManifoldPoint> points = ring;
  ReduceManifold(0, &points);
  REQUIRE(points.size() == 8);
  for (int i = 0; i < 8; ++i) CHECK(points[i].p_WA == ring[i].p_WA);
}

TEST_CASE("Reduce manifold: a ring of many -> eight, the same wrench") {
  for (const int n : {9, 16, 46}) {
    const std::vector<ManifoldPoint> ring = MakeRing(n);
    std::vector<ManifoldPoint> points{Make({9, 9, 9}, 1, 1)};
    points.insert(points.end(), ring.begin(), ring.end());
    ReduceManifold(1, &points);
    REQUIRE(points.size() == 9);
    CHECK(points[0].p_WA == Make({9, 9, 9}, 1, 1).p_WA);
    points.erase(points.begin());
    const Wrench before = CalcWrench(ring), after = CalcWrench(points);
    CHECK((before.force - after.force).norm() < 1e-14);
    CHECK((before.torque - after.torque).norm() < 1e-14);
    double weight = 0, moment = 0, deepest = 0;
    for (const ManifoldPoint& point : points) {
      weight += point.weight;
      moment += point.weight * point.p_WA.head<2>().squaredNorm();
      deepest = std::max(deepest, point.depth);
      CHECK(
          point.depth ==
          Approx((point.p_WA - point.p_WB).dot(point.normal_W)).epsilon(1e-12));
    }
    CHECK(deepest == 0.03);
    CHECK(weight == Approx(4).epsilon(0.02));
    CHECK(moment == Approx(4).epsilon(0.1));
  }
}

TEST_CASE("Reduce manifold: two faces of many points -> both keep a normal") {
  const Vector3d other = Vector3d(1, 0, 1).normalized();
  std::vector<ManifoldPoint> points;
  for (int i = 0; i < 7; ++i) {
    points.push_back(Make({0.1 * i, 0, 0}, 0.01, 1));
    points.push_back(Make({0.1 * i, 0.01, 0}, 0.01, 1, other));
  }
  const Wrench before = CalcWrench(points);
  ReduceManifold(0, &points);
  REQUIRE(points.size() == 8);
  for (const ManifoldPoint& point : points) {
    CHECK(std::max(point.normal_W.z(), point.normal_W.dot(other)) ==
          Approx(1).epsilon(1e-12));
  }
  const Wrench after = CalcWrench(points);
  CHECK((before.force - after.force).norm() < 1e-14);
  CHECK((before.torque - after.torque).norm() < 1e-14);
}

TEST_CASE(
    "Reduce manifold: points that do not touch -> the room that is left") {
  for (const int num_touching : {0, 3, 8, 12}) {
    std::vector<ManifoldPoint> points;
    for (int i = 0; i < 12; ++i)
      points.push_back(Make({0.1 * i, 0.2 * (i % 3), 0},
                            i < num_touching ? 0.01 : -0.01 * i, 1));
    const std::vector<ManifoldPoint> all = points;
    ReduceManifold(0, &points);
    CHECK(points.size() == 8);
    const auto count = std::count_if(
        points.begin(), points.end(),
        [](const ManifoldPoint& point) { return point.depth > 0; });
    CHECK(count == std::min(num_touching, 8));
    for (int i = 0; i < std::min(num_touching, 7); ++i) {
      if (num_touching <= 8) CHECK(points[i].p_WA == all[i].p_WA);
    }
  }
}

}  // namespace
}  // namespace tactus::contact
