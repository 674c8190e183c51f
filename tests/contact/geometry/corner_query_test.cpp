#include "tactus/contact/geometry/corner_query.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "contact/geometry/narrow_phase/pair_cases.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/narrow_phase/narrow_phase.h"
#include "tactus/contact/geometry/shapes/convex_hull.h"

namespace tactus::contact::test {
namespace {

Geometry MakeGeometry(int body, const Shape& shape) {
  Geometry geometry;
  geometry.name = "of body " + std::to_string(body);
  geometry.body = body;
  geometry.shape = shape;
  return geometry;
}

// Solids of bodies 1, 2, ... over the plane z = 0, each at its pose.
struct Ground {
  std::vector<Geometry> geometries = {MakeGeometry(0, HalfSpace{})};
  std::vector<RigidTransform> X_WB = {RigidTransform::Identity()};
  std::vector<GeometryPair> pairs = {};
  ContactSet contacts = {};

  void Add(const Shape& shape, const RigidTransform& X) {
    geometries.push_back(
        MakeGeometry(static_cast<int>(geometries.size()), shape));
    X_WB.push_back(X);
  }

  void Find(double margin) {
    std::vector<bool> anchored(X_WB.size(), false);
    anchored[0] = true;
    const CollisionEngine engine(geometries, anchored, {}, pairs);
    engine.FindContacts(X_WB, margin, &contacts);
    CornerQuery query;
    query.ReplacePoints(engine, X_WB, margin, &contacts);
  }
};

RigidTransform At(double z, const Quaterniond& R = Quaterniond::Identity()) {
  return MakePose(R, {0.3, -0.2, z});
}

TEST_CASE("Corner query: a margin by manifold -> corners of each within its") {
  Ground ground;
  ground.Add(Box{{0.1, 0.2, 0.3}}, At(0.31));
  ground.Add(Box{{0.1, 0.2, 0.3}}, At(0.31));
  ground.contacts = {};
  std::vector<ManifoldPoint>& points = ground.contacts.points;
  for (const int body : {1, 2}) {
    const int first = static_cast<int>(points.size());
    AppendManifold(HalfSpace{}, ground.X_WB[0], ground.geometries[body].shape,
                   ground.X_WB[body], 0.1, &points);
    ground.contacts.manifolds.push_back(
        {0, body, first, static_cast<int>(points.size()) - first});
  }
  CornerQuery query;
  query.ReplacePoints(
      ground.geometries, ground.X_WB,
      [](const Manifold& manifold) {
        return manifold.geometry_b == 1 ? 0.1 : 0.62;
      },
      &ground.contacts);
  REQUIRE(ground.contacts.manifolds.size() == 2);
  CHECK(ground.contacts.manifolds[0].num_points == 4);
  CHECK(ground.contacts.manifolds[1].num_points == 8);
}

TEST_CASE(
    "Corner query: a flat box -> four corners, or all within the margin") {
  Ground ground;
  ground.Add(Box{{0.1, 0.2, 0.3}}, At(0.31));
  ground.Find(0.1);
  CHECK(ground.contacts.points.size() == 4);
  ground.Find(0.6);
  CHECK(ground.contacts.points.size() == 4);
  ground.Find(0.62);
  REQUIRE(ground.contacts.points.size() == 8);
  REQUIRE(ground.contacts.manifolds.size() == 1);
  CHECK(ground.contacts.manifolds[0].num_points == 8);
  std::multiset<int> heights;
  for (const ManifoldPoint& point : ground.contacts.points) {
    CHECK(std::abs(std::abs(point.p_WB.x() - 0.3) - 0.1) < 1e-15);
    CHECK(std::abs(std::abs(point.p_WB.y() + 0.2) - 0.2) < 1e-15);
    CHECK(point.p_WA.z() == Approx(0).margin(1e-15));
    CHECK(point.normal_W == Vector3d::UnitZ());
    CHECK(point.depth == -point.p_WB.z());
    CHECK(point.weight == 1);
    heights.insert(static_cast<int>(std::lround(100 * point.p_WB.z())));
  }
  CHECK(heights.count(1) == 4);
  CHECK(heights.count(61) == 4);
}

// A pair's margin takes the place of its geometries', be it wider or narrower.
TEST_CASE("Corner query: a pair with a margin of its own -> corners up to it") {
  for (const double of_geometries : {0.1, 0.63}) {
    for (const double of_pair : {0.1, 0.63}) {
      INFO(of_geometries << ", " << of_pair);
      Ground ground;
      ground.Add(Box{{0.1, 0.2, 0.3}}, At(0.31));
      for (Geometry& geometry : ground.geometries)
        geometry.margin = of_geometries;
      ground.pairs = {{.geometry_a = 0,
                       .geometry_b = 1,
                       .material_a = {},
                       .material_b = {},
                       .margin = of_pair}};
      ground.Find(0.05);
      CHECK(ground.contacts.points.size() == (of_pair == 0.1 ? 4 : 8));
    }
  }
}

// Its upper end will not touch first, and may within a long step.
TEST_CASE(
    "Corner query: an upright capsule -> both ends, below their centres") {
  Ground ground;
  ground.Add(Capsule{.radius = 0.1, .half_length = 0.2}, At(0.35));
  ground.Find(0.5);
  REQUIRE(ground.contacts.points.size() == 2);
  CHECK((ground.contacts.points[0].p_WB - Vector3d(0.3, -0.2, 0.05)).norm() <
        1e-15);
  CHECK((ground.contacts.points[1].p_WB - Vector3d(0.3, -0.2, 0.45)).norm() <
        1e-15);
}

TEST_CASE("Corner query: a mesh -> its vertices, none joined") {
  Random random(3);
  std::vector<Vector3d> cloud;
  for (int i = 0; i < 24; ++i)
    cloud.push_back(0.2 * RandomVector(&random, -1, 1).normalized());
  const ConvexMesh mesh = MakeMesh(cloud);
  Ground ground;
  ground.Add(mesh, At(0.15, RandomRotation(&random)));
  ground.Find(1);
  CHECK(ground.contacts.points.size() == mesh.hull->vertices().size());
  for (const ManifoldPoint& point : ground.contacts.points) {
    const Vector3d p_B = ground.X_WB[1].inverse() * point.p_WB;
    CHECK(std::ranges::any_of(mesh.hull->vertices(), [&](const Vector3d& p) {
      return (p - p_B).norm() < 1e-12;
    }));
  }
}

TEST_CASE("Corner query: many vertices -> one of each group, and the lowest") {
  Random random(5);
  std::vector<Vector3d> cloud;
  for (int i = 0; i < 300; ++i)
    cloud.push_back(RandomVector(&random, -1, 1).normalized());
  const ConvexMesh mesh = MakeMesh(cloud);
  for (int turn = 0; turn < 20; ++turn) {
    Ground ground;
    ground.Add(mesh, At(0.95, RandomRotation(&random)));
    ground.Find(3);
    double lowest = 1, found = 1;
    for (const Vector3d& p : mesh.hull->vertices())
      lowest = std::min(lowest, (ground.X_WB[1] * p).z());
    for (const ManifoldPoint& point : ground.contacts.points)
      found = std::min(found, -point.depth);
    CHECK(found == Approx(lowest).margin(1e-12));
    CHECK(ground.contacts.points.size() == mesh.hull->groups().size());
  }
}

TEST_CASE("Corner query: the plane second -> normals from A into B") {
  Ground ground;
  ground.geometries = {MakeGeometry(1, Box{{0.1, 0.1, 0.1}}),
                       MakeGeometry(0, HalfSpace{})};
  ground.X_WB.push_back(At(0.09));
  ground.Find(0.01);
  REQUIRE(ground.contacts.points.size() == 4);
  for (const ManifoldPoint& point : ground.contacts.points) {
    CHECK(point.normal_W == -Vector3d::UnitZ());
    CHECK(point.p_WA.z() == Approx(-0.01));
    CHECK(point.p_WB.z() == Approx(0).margin(1e-15));
    CHECK(point.depth == Approx(0.01));
  }
}

TEST_CASE("Corner query: other pairs -> as they were, in their order") {
  Ground ground;
  ground.Add(Sphere{0.1}, At(0.09));
  ground.Add(Box{{0.1, 0.1, 0.1}}, At(0.28));
  ground.Add(Capsule{0.1, 0.2},
             MakePose(Quaterniond::Identity(), {9, 9, 0.25}));
  const double margin = 0.5;
  std::vector<bool> anchored = {true, false, false, false};
  ContactSet plain;
  CollisionEngine(ground.geometries, anchored, {})
      .FindContacts(ground.X_WB, margin, &plain);
  ground.Find(margin);
  REQUIRE(ground.contacts.manifolds.size() == plain.manifolds.size());
  int next = 0;
  for (std::size_t i = 0; i < plain.manifolds.size(); ++i) {
    const Manifold& before = plain.manifolds[i];
    const Manifold& after = ground.contacts.manifolds[i];
    CHECK(after.geometry_a == before.geometry_a);
    CHECK(after.geometry_b == before.geometry_b);
    CHECK(after.first_point == next);
    next += after.num_points;
    if (before.geometry_a == 0 && before.geometry_b != 1) continue;
    REQUIRE(after.num_points == before.num_points);
    for (int k = 0; k < after.num_points; ++k) {
      CHECK(ground.contacts.points[after.first_point + k].p_WB ==
            plain.points[before.first_point + k].p_WB);
    }
  }
  CHECK(next == static_cast<int>(ground.contacts.points.size()));
}

}  // namespace
}  // namespace tactus::contact::test
