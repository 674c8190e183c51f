#include "tactus/contact/geometry/narrow_phase/reduce_manifold.h"

#include <algorithm>
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

// Ward's criterion as the header has it: every pair, again and again, but for
// the deepest point. For points that all overlap.
void ReduceByAllPairs(std::vector<ManifoldPoint>* points) {
  const auto force = [](const ManifoldPoint& x) {
    return x.weight * x.depth;
  };
  const auto middle = [](const ManifoldPoint& x) -> Vector3d {
    return (x.p_WA + x.p_WB) / 2;
  };
  double total = 0, moment = 0;
  Vector3d mean = Vector3d::Zero();
  for (const ManifoldPoint& x : *points) total += force(x);
  for (const ManifoldPoint& x : *points) mean += force(x) / total * middle(x);
  for (const ManifoldPoint& x : *points)
    moment += force(x) * (middle(x) - mean).squaredNorm();
  const auto cost = [&](const ManifoldPoint& a, const ManifoldPoint& b) {
    return force(a) * force(b) / (force(a) + force(b)) *
           ((middle(a) - middle(b)).squaredNorm() +
            moment / total * (a.normal_W - b.normal_W).squaredNorm());
  };
  const auto deepest = std::max_element(
      points->begin(), points->end(),
      [](const auto& a, const auto& b) { return a.depth < b.depth; });
  std::rotate(points->begin(), deepest, deepest + 1);
  while (points->size() > kMaxManifoldPoints) {
    std::size_t best_i = 1, best_j = 2;
    for (std::size_t i = 1; i < points->size(); ++i) {
      for (std::size_t j = i + 1; j < points->size(); ++j) {
        if (cost((*points)[i], (*points)[j]) <
            cost((*points)[best_i], (*points)[best_j])) {
          best_i = i;
          best_j = j;
        }
      }
    }
    ManifoldPoint& a = (*points)[best_i];
    const ManifoldPoint& b = (*points)[best_j];
    const double f = force(a) + force(b), part = force(b) / f;
    const double depth = (1 - part) * a.depth + part * b.depth;
    a = Make((1 - part) * middle(a) + part * middle(b), depth, f / depth,
             ((1 - part) * a.normal_W + part * b.normal_W).normalized());
    points->erase(points->begin() + static_cast<std::ptrdiff_t>(best_j));
  }
}

TEST_CASE("Reduce manifold: clouds of points -> what all pairs give") {
  std::mt19937 random(3);
  std::uniform_real_distribution<> in(-1, 1);
  for (int n = 9; n < 70; ++n) {
    std::vector<ManifoldPoint> cloud;
    for (int i = 0; i < n; ++i) {
      cloud.push_back(
          Make({in(random), in(random), in(random)}, 1.1 + in(random),
               1.1 + in(random),
               Vector3d(in(random), in(random), 2 + in(random)).normalized()));
    }
    std::vector<ManifoldPoint> reduced = cloud, expected = cloud;
    ReduceManifold(0, &reduced);
    ReduceByAllPairs(&expected);
    REQUIRE(reduced.size() == kMaxManifoldPoints);
    for (const ManifoldPoint& each : expected) {
      INFO(n);
      CHECK(std::ranges::any_of(reduced, [&](const ManifoldPoint& point) {
        return (point.p_WA - each.p_WA).norm() < 1e-9 &&
               std::abs(point.weight - each.weight) < 1e-9 * each.weight;
      }));
    }
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
