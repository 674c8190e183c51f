#include "tactus/contact/pressure/pressure_solids.h"

#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include "tactus/contact/geometry/round_facets.h"

namespace tactus::contact {
namespace {

using Kind = Compliance::Kind;

Geometry MakeGeometry(const std::string& name, int body, const Shape& shape,
                      const Compliance& compliance, double dissipation = 50) {
  Geometry geometry;
  geometry.name = name;
  geometry.body = body;
  geometry.shape = shape;
  geometry.material.compliance = compliance;
  geometry.material.dissipation = dissipation;
  return geometry;
}

const Box kBox{Vector3d::Constant(0.1)};
constexpr Compliance kRigid = {.kind = Kind::kRigid};

Compliance MakeSoft(double modulus) {
  return {.kind = Kind::kCompliant, .modulus = modulus};
}

// By index: two soft boxes, a rigid one, one that touches at points; a soft
// half-space and a rigid one.
std::vector<Geometry> MakeGeometries() {
  Compliance slab = MakeSoft(1e5);
  slab.slab_thickness = 0.1;
  return {MakeGeometry("soft", 1, kBox, MakeSoft(1e5), 10),
          MakeGeometry("softer", 2, kBox, MakeSoft(1e4), 40),
          MakeGeometry("rigid", 3, kBox, kRigid, 70),
          MakeGeometry("points", 4, kBox, {}),
          MakeGeometry("mat", 0, HalfSpace{}, slab),
          MakeGeometry("ground", 0, HalfSpace{}, kRigid)};
}

TEST_CASE("PressureSolids: pairs of all kinds -> a patch if one yields") {
  const PressureSolids solids(MakeGeometries());
  CHECK_FALSE(solids.empty());
  for (const auto& [a, b] :
       {std::pair(0, 1), {0, 2}, {2, 0}, {0, 4}, {0, 5}, {2, 4}})
    CHECK(solids.TouchByPatch(a, b));
  for (const auto& [a, b] : {std::pair(0, 3), {2, 3}, {2, 5}, {4, 5}, {3, 4}})
    CHECK_FALSE(solids.TouchByPatch(a, b));
}

TEST_CASE("PressureSolids: dissipations -> that of the softer counts more") {
  const PressureSolids solids(MakeGeometries());
  CHECK(solids.CombineDissipation(0, 1) ==
        Approx((1e4 * 10 + 1e5 * 40) / 1.1e5));
  CHECK(solids.CombineDissipation(1, 0) == solids.CombineDissipation(0, 1));
  CHECK(solids.CombineDissipation(0, 2) == 10);
  CHECK(solids.CombineDissipation(2, 0) == 10);
}

TEST_CASE("PressureSolids: one of two with centroids alone -> centroids") {
  using enum Compliance::Quadrature;
  std::vector<Geometry> geometries = MakeGeometries();
  geometries[1].material.compliance.quadrature = kCentroid;
  const PressureSolids solids(geometries);
  CHECK(solids.CombineQuadrature(0, 2) == kThreePoints);
  CHECK(solids.CombineQuadrature(0, 1) == kCentroid);
  CHECK(solids.CombineQuadrature(1, 0) == kCentroid);
  CHECK(solids.CombineQuadrature(1, 1) == kCentroid);
}

TEST_CASE("PressureSolids: no compliant solid -> nothing is made") {
  std::vector<Geometry> geometries = MakeGeometries();
  CHECK(PressureSolids(std::span(geometries).subspan(2, 2)).empty());
}

TEST_CASE("PressureSolids: a slab without thickness -> refused by name") {
  CHECK_THROWS_WITH(PressureSolids(std::vector{
                        MakeGeometry("mat", 0, HalfSpace{}, MakeSoft(1e5))}),
                    Catch::Contains("geometry 'mat'"));
}

// Three boxes in a row on a rigid ground: the soft one and the one of points
// 1 mm deep, another soft one apart.
TEST_CASE("PatchQuery: overlaps and others -> patches in place of overlaps") {
  std::vector<Geometry> geometries = {
      MakeGeometry("soft", 1, kBox, MakeSoft(1e5)),
      MakeGeometry("points", 2, kBox, {}),
      MakeGeometry("apart", 3, kBox, MakeSoft(1e5)),
      MakeGeometry("ground", 0, HalfSpace{}, kRigid)};
  geometries[3].material.stiffness = std::numeric_limits<double>::infinity();
  const CollisionEngine engine(geometries, {true, false, false, false}, {});
  std::vector<RigidTransform> X_WB(4, RigidTransform::Identity());
  X_WB[1].translation() = Vector3d(0, 0, 0.099);
  X_WB[2].translation() = Vector3d(1, 0, 0.099);
  X_WB[3].translation() = Vector3d(2, 0, 0.1005);
  ContactSet contacts;
  engine.FindContacts(X_WB, 1e-3, &contacts);
  REQUIRE(contacts.manifolds.size() == 3);
  const ContactSet before = contacts;
  PatchQuery query;
  query.ReplaceOverlaps(PressureSolids(geometries), geometries, X_WB,
                        &contacts);
  REQUIRE(contacts.manifolds.size() == 3);
  CHECK(contacts.manifolds[0].is_patch);
  CHECK(contacts.manifolds[0].num_points == 15);  // Of five polygons.
  for (int m = 1; m < 3; ++m) {
    const Manifold &now = contacts.manifolds[m], &then = before.manifolds[m];
    CHECK_FALSE(now.is_patch);
    REQUIRE(now.num_points == then.num_points);
    for (int i = 0; i < now.num_points; ++i)
      CHECK(contacts.points[now.first_point + i].depth ==
            before.points[then.first_point + i].depth);
  }
  constexpr double x = 1e-3;
  double force = 0, rises = 0;
  for (int i = 0; i < 15; ++i) {
    const ManifoldPoint& point = contacts.points[i];
    force += point.force * -point.normal_W.z();
    CHECK(point.depth <= x * (1 + 1e-9));
    rises += point.stiffness;
  }
  // (E/H) (L W x - (L + W) x^2 + 4 x^3 / 3), up on the box.
  const double expected = 1e6 * (0.04 * x - 0.4 * x * x + 4 * x * x * x / 3);
  CHECK(std::abs(force) == Approx(expected).epsilon(1e-9));
  // The box's sides press on the ground, too; all of it ends x above.
  CHECK(rises == Approx(expected / x).epsilon(1e-9));
}

// Two soft boxes, one 2 mm deep in the other.
struct Stack {
  std::vector<Geometry> geometries = {
      MakeGeometry("lower", 1, kBox, MakeSoft(1e5)),
      MakeGeometry("upper", 2, kBox, MakeSoft(3e5))};
  std::vector<RigidTransform> X_WB =
      std::vector<RigidTransform>(3, RigidTransform::Identity());
  ContactSet contacts;

  Stack() {
    X_WB[2].translation() = Vector3d(0, 0, 0.198);
    const CollisionEngine engine(geometries, {true, false, false}, {});
    engine.FindContacts(X_WB, 0, &contacts);
    REQUIRE(contacts.manifolds.size() == 1);
  }

  void Query() {
    PatchQuery().ReplaceOverlaps(PressureSolids(geometries), geometries, X_WB,
                                 &contacts);
  }
};

// The approach d makes the force k d of a point whose gradient is along its
// normal, whatever share of the load the point has.
TEST_CASE("PatchQuery: two soft solids -> force is stiffness times depth") {
  Stack stack;
  stack.Query();
  REQUIRE(stack.contacts.manifolds[0].is_patch);
  int num_checked = 0;
  for (const ManifoldPoint& point : stack.contacts.points) {
    if (std::abs(point.normal_W.z()) < 0.99 || point.force < 1e-6) continue;
    CHECK(point.force == Approx(point.depth * point.stiffness).epsilon(0.01));
    CHECK(point.depth == Approx(0.002).epsilon(0.01));
    ++num_checked;
  }
  CHECK(num_checked > 0);
}

// Of a pair, whose first body is held, pushed together by so much of a way.
double FindForce(const std::vector<Geometry>& geometries,
                 const Vector3d& p_WB) {
  const CollisionEngine engine(geometries, {true, true, false}, {});
  std::vector<RigidTransform> X_WB(3, RigidTransform::Identity());
  X_WB[2].translation() = p_WB;
  ContactSet contacts;
  engine.FindContacts(X_WB, &contacts);
  PatchQuery().ReplaceOverlaps(PressureSolids(geometries), geometries, X_WB,
                               &contacts);
  Vector3d force = Vector3d::Zero();
  for (const ManifoldPoint& point : contacts.points)
    force += std::max(point.force, 0.0) * point.normal_W;
  return force.norm();
}

// A wire of square section comes down with an edge first, where its circle has
// not yet come: from where the edge touches, force grows from nothing.
TEST_CASE("PatchQuery: a facet's corner comes first -> force without a jump") {
  constexpr double kRadius = 0.01;
  Compliance coarse = MakeSoft(1e5);
  coarse.resolution_hint = 1;
  const std::vector<Geometry> geometries = {
      MakeGeometry("block", 1, kBox, MakeSoft(1e5)),
      MakeGeometry("wire", 2, Capsule{kRadius, 0.05}, coarse)};
  std::vector<Geometry> turned = geometries;
  turned[1].X_BG.linear() =
      Eigen::AngleAxisd(std::acos(-1) / 2, Vector3d::UnitY()).matrix();
  const double corner = CalcFacetOverhang(turned[1].shape, coarse) + kRadius;
  REQUIRE(corner > 1.25 * kRadius);
  constexpr double kStep = 1e-5;
  double last = 0, most = 0, at_circle = 0;
  for (double x = -5 * kStep; x < corner - 0.9 * kRadius; x += kStep) {
    const double force = FindForce(turned, {0, 0, 0.1 + corner - x});
    if (x < -kStep / 2) CHECK(force == 0);
    most = std::max(most, std::abs(force - last));
    if (x <= corner - kRadius) at_circle = force;
    last = force;
  }
  CHECK(at_circle > 0.5);
  CHECK(most < at_circle / 50);
}

TEST_CASE("PatchQuery: apart, but nearer than facets reach -> points stay") {
  Compliance coarse = MakeSoft(1e5);
  coarse.resolution_hint = 1;
  const std::vector<Geometry> geometries = {
      MakeGeometry("block", 1, kBox, MakeSoft(1e5)),
      MakeGeometry("ball", 2, Sphere{0.01}, coarse)};
  const CollisionEngine engine(geometries, {true, true, false}, {});
  std::vector<RigidTransform> X_WB(3, RigidTransform::Identity());
  // A face of the octahedron is towards the block, its corners are not.
  const RigidTransform X_BG(
      Eigen::Quaterniond::FromTwoVectors(Vector3d::Ones(), -Vector3d::UnitZ()));
  X_WB[2].linear() = X_BG.linear();
  X_WB[2].translation() = Vector3d(0, 0, 0.111);
  ContactSet contacts;
  engine.FindContacts(X_WB, &contacts);
  REQUIRE(contacts.manifolds.size() == 1);
  PatchQuery().ReplaceOverlaps(PressureSolids(geometries), geometries, X_WB,
                               &contacts);
  REQUIRE(contacts.manifolds.size() == 1);
  CHECK_FALSE(contacts.manifolds[0].is_patch);
  CHECK(contacts.points[0].depth == Approx(-0.001));
}

// Its rim overlaps by slivers of 1e-18 m, and its end not at all.
TEST_CASE("PatchQuery: an overlap by round-off -> points, so that it is seen") {
  std::vector<RigidTransform> X_WB(2, RigidTransform::Identity());
  for (const auto& [half, deep] :
       {std::pair(0.01, 0.0), {0.05, 0.0}, {0.01, 1e-9}, {0.05, 1e-9}}) {
    const std::vector<Geometry> geometries = {
        MakeGeometry("ground", 0, HalfSpace{}, kRigid),
        MakeGeometry("can", 1, Cylinder{0.05, half}, MakeSoft(1e8))};
    const CollisionEngine engine(geometries, {true, false}, {});
    X_WB[1].translation() = Vector3d(0, 0, half - deep);
    ContactSet contacts;
    engine.FindContacts(X_WB, &contacts);
    if (deep == 0) {
      for (ManifoldPoint& point : contacts.points) point.depth = 1e-18;
    }
    PatchQuery().ReplaceOverlaps(PressureSolids(geometries), geometries, X_WB,
                                 &contacts);
    REQUIRE(contacts.manifolds.size() == 1);
    CHECK(contacts.manifolds[0].is_patch == (deep > 0));
    REQUIRE(contacts.manifolds[0].num_points >= 3);
    CHECK(static_cast<int>(contacts.points.size()) ==
          contacts.manifolds[0].num_points);
  }
}

TEST_CASE("PatchQuery: contact that is still to come -> points as they are") {
  Stack stack;
  stack.contacts.manifolds[0].time = 1e-3;
  stack.Query();
  CHECK_FALSE(stack.contacts.manifolds[0].is_patch);
}

}  // namespace
}  // namespace tactus::contact
