#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/geometry/narrow_phase/touching_pair.h"

// What a margin adds to the manifolds: the points of solids that are apart, by
// less than it, and of those that overlap the points that do not.
namespace tactus::contact::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The least signed distance.
double DistanceOf(const std::vector<ManifoldPoint>& points) {
  double least = kInfinity;
  for (const ManifoldPoint& p : points) least = std::min(least, -p.depth);
  return least;
}

std::vector<ManifoldPoint> FindWithin(const Pair& pair, double margin) {
  return FindManifold(pair.a, pair.X_WA, pair.b, pair.X_WB, margin);
}

/// Of surfaces that are lifted by the margin.
Wrench LiftedWrench(std::vector<ManifoldPoint> points, double margin) {
  for (ManifoldPoint& p : points) p.depth += margin;
  return CalcWrench(points);
}

/// B moved by x along a direction.
Pair Moved(Pair pair, const Vector3d& direction, double x) {
  pair.X_WB.translation() += x * direction;
  return pair;
}

RigidTransform At(double x, double y, double z) {
  return MakePose(Quaterniond::Identity(), {x, y, z});
}

TEST_CASE(
    "FindManifold: solids over a plane -> the height, above and below zero") {
  Random random(1);
  for (const Kind kind : kAllKinds) {
    if (kind == Kind::kHalfSpace) continue;
    INFO(NameOf(kind));
    for (int i = 0; i < 20; ++i) {
      Pair pair =
          MakeTouchingPair(Kind::kHalfSpace, kind, 0, Attitude::kAny, &random);
      for (const double z : {-1e-3, -1e-6, -1e-12, 0., 1e-12, 1e-6, 1e-3}) {
        const auto points = FindWithin(Moved(pair, pair.away, z), 2e-3);
        CHECK(DistanceOf(points) == Approx(z).margin(1e-9));
        for (const ManifoldPoint& p : points) {
          CHECK((p.normal_W - pair.away).norm() < 1e-12);
        }
      }
      CHECK(FindWithin(Moved(pair, pair.away, 3e-3), 2e-3).empty());
    }
  }
}

TEST_CASE(
    "FindManifold: a cube that hovers -> four corners within the margin") {
  const Box cube{{0.05, 0.05, 0.05}};
  const auto check = [](const std::vector<ManifoldPoint>& points) {
    REQUIRE(points.size() == 4);
    for (const ManifoldPoint& p : points) {
      CHECK(p.depth == Approx(-1e-3));
      CHECK(p.weight == Approx(1));
      CHECK(std::abs(p.p_WA.x()) == Approx(0.05));
      CHECK(std::abs(p.p_WA.y()) == Approx(0.05));
      CHECK(p.p_WA.z() == Approx(0).margin(1e-12));
      CHECK(p.p_WB.z() == Approx(1e-3));
      CHECK((p.p_WA - p.p_WB).dot(p.normal_W) == Approx(p.depth));
    }
  };
  const RigidTransform X = At(0, 0, 0.051), origin = At(0, 0, 0);
  check(FindManifold(HalfSpace{}, origin, cube, X, 2e-3));
  check(FindManifold(Box{{1, 1, 0.5}}, At(0, 0, -0.5), cube, X, 2e-3));
  check(FindManifold(MakeBoxMesh({1, 1, 0.5}), At(0, 0, -0.5), cube, X, 2e-3));
  check(FindManifold(Box{{1, 1, 0.5}}, At(0, 0, -0.5),
                     MakeBoxMesh(cube.half_extents), X, 2e-3));
  CHECK(FindManifold(HalfSpace{}, origin, cube, X, 0.9e-3).empty());
  CHECK(FindManifold(HalfSpace{}, origin, cube, X, 0).empty());
}

TEST_CASE("FindManifold: solids within a margin -> distances in closed form") {
  const Sphere ball{0.1};
  const Capsule pill{0.1, 0.2};
  const Cylinder can{0.1, 0.2};
  const Ellipsoid egg{{0.1, 0.2, 0.3}};
  const Box cube{{0.1, 0.1, 0.1}};
  const auto check = [](const Shape& a, const Shape& b, const Vector3d& away,
                        double touching, const Quaterniond& R_WB) {
    for (const double x : {-1e-4, -1e-9, 0., 1e-9, 1e-4, 9e-4}) {
      INFO("kinds " << a.index() << " " << b.index() << ", apart by " << x);
      const RigidTransform X = MakePose(R_WB, (touching + x) * away);
      const auto points = FindManifold(a, At(0, 0, 0), b, X, 1e-3);
      REQUIRE(!points.empty());
      CHECK(DistanceOf(points) == Approx(x).margin(1e-12));
      for (const ManifoldPoint& p : points) {
        CHECK((p.normal_W - away).norm() < 1e-9);
      }
    }
  };
  const Quaterniond level = Quaterniond::Identity();
  const Quaterniond lying(
      Eigen::AngleAxisd(std::numbers::pi / 2, Vector3d::UnitY()));
  const Vector3d x = Vector3d::UnitX(), z = Vector3d::UnitZ();
  check(ball, ball, Vector3d(1, 2, 2) / 3, 0.2, level);
  check(pill, pill, x, 0.2, level);
  check(pill, pill, z, 0.4, lying);
  check(can, can, x, 0.2, level);
  check(can, can, z, 0.4, level);
  check(can, can, z, 0.3, lying);
  check(egg, egg, x, 0.2, level);
  check(egg, egg, z, 0.4, lying);
  check(egg, can, z, 0.5, level);
  check(cube, egg, z, 0.4, level);
  check(cube, Capsule{0.1, 0.08}, z, 0.2, lying);
  check(cube, can, z, 0.3, level);
  check(cube, can, z, 0.2, lying);
  // Edge across edge, and corner on corner.
  const Quaterniond on_edge(
      Eigen::AngleAxisd(std::numbers::pi / 4, Vector3d::UnitX()));
  const Quaterniond on_other_edge(
      Eigen::AngleAxisd(std::numbers::pi / 4, Vector3d::UnitY()));
  check(Box{{0.1, 0.2, 0.1}}, cube, z, 0.1 + 0.1 * std::sqrt(2.0), on_edge);
  const auto edges = FindManifold(
      cube, MakePose(on_other_edge, {0, 0, 0}), cube,
      MakePose(on_edge, {0, 0, 0.2 * std::sqrt(2.0) + 1e-4}), 1e-3);
  CHECK(DistanceOf(edges) == Approx(1e-4));
  const Vector3d diagonal = Vector3d(1, 1, 1) / std::sqrt(3.0);
  const auto corners = FindManifold(
      cube, At(0, 0, 0), cube,
      MakePose(level, Vector3d(0.2, 0.2, 0.2) + 5e-4 * diagonal), 1e-3);
  CHECK(DistanceOf(corners) == Approx(5e-4));
  CHECK((corners.front().normal_W - diagonal).norm() < 1e-9);
}

TEST_CASE(
    "FindManifold: moved along the normal -> the distance changes as much") {
  Random random(2);
  ForEachPair([&random](Kind a, Kind b) {
    for (int i = 0; i < 20; ++i) {
      const Attitude attitude = i % 2 ? Attitude::kAny : Attitude::kFlush;
      const Pair pair = MakeTouchingPair(a, b, 0, attitude, &random);
      const double margin = 4e-3;
      const auto points = FindWithin(Moved(pair, pair.away, 1e-3), margin);
      REQUIRE(!points.empty());
      const auto deepest = std::ranges::max_element(
          points, {}, [](const ManifoldPoint& p) { return p.depth; });
      const Vector3d n = deepest->normal_W;
      const double start = -deepest->depth;
      INFO("distance " << start);
      CHECK(start > 0);
      CHECK(start < 1e-3 + 1e-12);
      // Moving along the normal from the nearest points keeps both.
      for (const double x : {-0.5 * start, 0.5e-3, 1e-3}) {
        const auto moved =
            FindWithin(Moved(Moved(pair, pair.away, 1e-3), n, x), margin);
        CHECK(DistanceOf(moved) == Approx(start + x).margin(1e-9));
      }
    }
  });
}

TEST_CASE(
    "FindManifold: pairs within a margin -> consistent points, exchanged too") {
  Random random(3);
  ForEachPair([&random](Kind a, Kind b) {
    for (int i = 0; i < 30; ++i) {
      const double x = Uniform(&random, -2e-3, 2e-3);
      const Pair pair = MakeTouchingPair(a, b, x, Attitude::kAny, &random);
      const double margin = 3e-3;
      const auto points = FindWithin(pair, margin);
      CHECK(!points.empty());
      for (const ManifoldPoint& p : points) {
        CHECK(p.depth > -margin);
        CHECK(p.weight > 0);
        CHECK(p.normal_W.norm() == Approx(1));
        CHECK((p.p_WA - p.p_WB).dot(p.normal_W) ==
              Approx(p.depth).margin(1e-12));
        CHECK((p.p_WA - p.p_WB).cross(p.normal_W).norm() < 1e-12);
      }
      // Of points that are next to each other either may have the weight.
      const Wrench one = LiftedWrench(points, margin);
      const Wrench two = LiftedWrench(FindExchanged(pair, margin), margin);
      CHECK((one.force - two.force).norm() < 1e-6 * one.force.norm());
      CHECK((one.torque - two.torque).norm() < 1e-6 * one.force.norm());
    }
  });
}

TEST_CASE("FindManifold: bodies lying flat -> the same depths with a margin") {
  const Shape shapes[] = {
      Sphere{0.05},         Box{{0.05, 0.06, 0.07}},
      Capsule{0.05, 0.1},   Cylinder{0.05, 0.1},
      Ellipsoid{{1, 2, 3}}, MakeBoxMesh({0.05, 0.06, 0.07})};
  const Shape supports[] = {HalfSpace{}, Box{{3, 3, 1}}, MakeBoxMesh({3, 3, 1}),
                            Cylinder{3, 1}};
  const double heights[] = {0.05, 0.07, 0.15, 0.1, 3, 0.07};
  for (const Shape& support : supports) {
    const double top = std::holds_alternative<HalfSpace>(support) ? 0 : 1;
    for (std::size_t i = 0; i < std::size(shapes); ++i) {
      INFO("support " << support.index() << ", shape " << shapes[i].index());
      const RigidTransform X = At(0.1, 0.2, top + heights[i] - 1e-4);
      const auto without = FindManifold(support, At(0, 0, 0), shapes[i], X);
      const auto with = FindManifold(support, At(0, 0, 0), shapes[i], X, 1e-3);
      REQUIRE(!without.empty());
      REQUIRE(with.size() == without.size());
      for (std::size_t k = 0; k < with.size(); ++k) {
        CHECK(with[k].depth == Approx(without[k].depth).margin(1e-12));
        CHECK(with[k].weight == Approx(without[k].weight).margin(1e-9));
        CHECK((with[k].normal_W - without[k].normal_W).norm() < 1e-9);
      }
    }
  }
}

TEST_CASE("FindManifold: solids that come apart -> the normal does not turn") {
  Random random(4);
  ForEachPair([&random](Kind a, Kind b) {
    for (int i = 0; i < 20; ++i) {
      const Pair touching = MakeTouchingPair(a, b, 0, Attitude::kAny, &random);
      const auto normal_at = [&](double x) {
        const auto points = FindWithin(Moved(touching, touching.away, x), 1e-3);
        REQUIRE(!points.empty());
        return std::ranges::max_element(
                   points, {}, [](const ManifoldPoint& p) { return p.depth; })
            ->normal_W;
      };
      const Vector3d before = normal_at(-1e-9), after = normal_at(1e-9);
      CHECK((before - after).norm() < 1e-4);
      CHECK((normal_at(0) - after).norm() < 1e-4);
    }
  });
}

}  // namespace
}  // namespace tactus::contact::test
