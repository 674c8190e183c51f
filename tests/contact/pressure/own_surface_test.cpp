// Meshes that are not convex as pressure solids: not their hulls.
#include <cmath>
#include <numbers>
#include <string>

#include "contact/pressure/pressure_cases.h"
#include "contact/pressure/surface_cases.h"
#include <catch2/catch.hpp>

#include "tactus/contact/pressure/pressure_solids.h"

namespace tactus::contact {
namespace {

using test::At;
using Kind = Compliance::Kind;

constexpr double kPi = std::numbers::pi;
constexpr double kSlope = 1e7 / 0.5;  // Of the ground [Pa/m].

ConvexMesh MakeShape(const TriangleMesh& mesh) {
  return {std::make_shared<const ConvexHull>(
      std::make_shared<const TriangleMesh>(mesh))};
}

PressureSolid MakeGround() {
  return PressureField::MakeHalfSpace(1e7, 0.5);
}

SurfaceForce SinkIntoGround(const PressureSolid& solid,
                            const RigidTransform& X) {
  return CalcForce(test::FindSurface(MakeGround(), At(0, 0, 0), solid, X));
}

TEST_CASE("ConvexHull: surfaces -> those that are not convex are kept") {
  CHECK(MakeShape(test::MakeCube(1)).hull->solid() == nullptr);
  CHECK(MakeShape(test::TurnRound(test::MakeCube(1))).hull->solid() == nullptr);
  CHECK(MakeShape(test::MakeBall(1, 24)).hull->solid() == nullptr);
  const ConvexMesh cup = MakeShape(test::MakeCup(0.04, 0.1, 0.005, 24));
  REQUIRE(cup.hull->solid() != nullptr);
  CHECK(HasOwnSurface(cup));
  CHECK(cup.hull->WithoutSolid().solid() == nullptr);
  CHECK((cup.hull->WithoutSolid().vertices() == cup.hull->vertices()));
  CHECK_FALSE(HasOwnSurface(Box{{1, 1, 1}}));
  TriangleMesh open = test::MakeCube(1);
  open.triangles.resize(10);
  CHECK(HasOwnSurface(MakeShape(open)));
  open.triangles.clear();
  CHECK_FALSE(HasOwnSurface(MakeShape(open)));
}

// All that is below the equator of a ring looks down; its hull would displace
// the hole too. By Pappus, of a regular polygon with n sides, half sunk:
// V = 2 pi R A, but for the facets around the axis.
TEST_CASE("ContactSurface: a rigid torus half in soft ground -> Archimedes") {
  constexpr double kMajor = 0.3, kMinor = 0.1;
  constexpr int kCount = 64;
  const TriangleMesh torus = test::MakeTorus(kMajor, kMinor, kCount);
  const SurfaceForce f =
      SinkIntoGround(MakeRigidSurface(MakeShape(torus)), At(0, 0, 0));
  const double volume = test::CalcEnclosed(torus) / 2;
  CHECK(f.force.z() == Approx(kSlope * volume).epsilon(1e-10));
  CHECK(f.force.z() ==
        Approx(kSlope * kPi * kPi * kMajor * kMinor * kMinor).epsilon(0.01));
  CHECK(f.force.head<2>().norm() < 1e-10 * f.force.z());
  CHECK(f.moment.norm() < 1e-10 * f.force.z());
}

// What presses is its rim, of area pi (R^2 - (R - t)^2).
TEST_CASE("ContactSurface: a rigid cup upside down -> its rim alone") {
  constexpr double kRadius = 0.04, kWall = 0.005, kDepth = 0.002;
  RigidTransform X = At(0, 0, 0.1 - kDepth);
  X.rotate(Eigen::AngleAxisd(kPi, Vector3d::UnitX()));
  const SurfaceForce f = SinkIntoGround(
      MakeRigidSurface(MakeShape(test::MakeCup(kRadius, 0.1, kWall, 400))), X);
  const double inner = kRadius - kWall;
  const double area = kPi * (kRadius * kRadius - inner * inner);
  CHECK(f.force.z() == Approx(kSlope * area * kDepth).epsilon(1e-3));
}

// F = 2 pi R (E/r) (q r - s^2 asinh(q/s)), s = r - x, q^2 = r^2 - s^2: that of
// a lying cylinder of radius r, by Pappus.
double CalcTorusForce(double x) {
  constexpr double kMajor = 0.3, kMinor = 0.1;
  const double s = kMinor - x, q = std::sqrt(kMinor * kMinor - s * s);
  return 2 * kPi * kMajor / kMinor * (q * kMinor - s * s * std::asinh(q / s));
}

TEST_CASE("ContactSurface: a soft torus on a rigid plane -> the closed form") {
  const ConvexMesh torus = MakeShape(test::MakeTorus(0.3, 0.1, 160));
  double before = 1;
  for (const double hint : {0.04, 0.02}) {
    const PressureSolid solid =
        MakePressureField(torus, {.modulus = 1, .resolution_hint = hint});
    double error = 0;
    for (const double x : {0.04, 0.05, 0.06}) {
      const SurfaceForce f = test::Sink(solid, 0.1 - x, At(0, 0, 0));
      error += std::abs(f.force.z() / CalcTorusForce(x) - 1) / 3;
    }
    INFO(hint << ": " << error);
    CHECK(error < before / 2);
    before = error;
  }
  CHECK(before < 0.012);
}

Geometry MakeGeometry(const std::string& name, int body, const Shape& shape,
                      const Compliance& compliance) {
  Geometry geometry;
  geometry.name = name;
  geometry.body = body;
  geometry.shape = shape;
  geometry.material.compliance = compliance;
  return geometry;
}

constexpr Compliance kRigid = {.kind = Kind::kRigid};
constexpr Compliance kSoft = {.kind = Kind::kCompliant, .modulus = 1e6};

/// A ball of 1 cm in a bowl of 10 cm whose rim is at z = 0.
struct BallInBowl {
  BallInBowl(const Compliance& of_bowl, const Compliance& of_ball)
      : geometries{MakeGeometry("bowl", 0,
                                MakeShape(test::MakeBowl(0.1, 0.02, 48)),
                                of_bowl),
                   MakeGeometry("ball", 1, Sphere{0.01}, of_ball)},
        engine(geometries, {true, false}, {}),
        solids(geometries) {}

  ContactSet Find(double height, double margin) {
    ContactSet contacts;
    const std::vector<RigidTransform> X_WB = {At(0, 0, 0), At(0, 0, height)};
    engine.FindContacts(X_WB, margin, &contacts);
    PatchQuery().ReplaceOverlaps(solids, geometries, X_WB, &contacts);
    return contacts;
  }

  std::vector<Geometry> geometries;
  CollisionEngine engine;
  PressureSolids solids;
};

TEST_CASE("PatchQuery: a ball in a bowl -> patches of the bowl, not its hull") {
  for (const auto& [of_bowl, of_ball] :
       {std::pair(kRigid, kSoft), {kSoft, kRigid}, {kSoft, kSoft}}) {
    BallInBowl scene(of_bowl, of_ball);
    // Free inside of the hull, and about to touch it from above.
    CHECK(scene.Find(-0.04, 0).manifolds.empty());
    CHECK(scene.Find(0.0105, 1e-3).manifolds.empty());
    // 1 mm deep at the bottom, whose inside is at z = -0.08.
    const ContactSet contacts = scene.Find(-0.071, 0);
    REQUIRE(contacts.manifolds.size() == 1);
    CHECK(contacts.manifolds[0].is_patch);
    Vector3d force = Vector3d::Zero();
    for (const ManifoldPoint& p : contacts.points) {
      CHECK(p.p_WA.z() < -0.075);
      force += p.force * p.normal_W;
    }
    CHECK(force.z() > 0.1);
    CHECK(force.head<2>().norm() < 0.05 * force.z());
  }
}

TEST_CASE("PatchQuery: a bowl over a half-space -> as near as its hull") {
  const std::vector<Geometry> geometries = {
      MakeGeometry("ground", 0, HalfSpace{}, kRigid),
      MakeGeometry("bowl", 1, MakeShape(test::MakeBowl(0.1, 0.02, 48)), kSoft)};
  const CollisionEngine engine(geometries, {true, false}, {});
  const std::vector<RigidTransform> X_WB = {At(0, 0, 0), At(0, 0, 0.1005)};
  ContactSet contacts;
  engine.FindContacts(X_WB, 1e-3, &contacts);
  PatchQuery().ReplaceOverlaps(PressureSolids(geometries), geometries, X_WB,
                               &contacts);
  CHECK(contacts.manifolds.size() == 1);
}

TEST_CASE("PressureSolids: a mesh that is open -> refused by name, if soft") {
  TriangleMesh cup = test::MakeCup(0.04, 0.03, 0.005, 24);
  cup.triangles.resize(cup.triangles.size() - 24);  // The floor's inside.
  const Shape open = MakeShape(cup);
  CHECK_THROWS_WITH(
      PressureSolids(std::vector{MakeGeometry("cup", 1, open, kSoft)}),
      Catch::Contains("geometry 'cup': the mesh is open at 24 edges"));
  CHECK_NOTHROW(PressureSolids(
      std::vector{MakeGeometry("cup", 1, open, kRigid),
                  MakeGeometry("box", 2, Box{{1, 1, 1}}, kSoft)}));
  const auto own = ExamineSolid(open);
  REQUIRE(own);
  CHECK(own->flaw.find("open at 24 edges") != std::string::npos);
}

TEST_CASE("ExamineSolid: a small hole -> no flaw, and its edges") {
  TriangleMesh torus = test::MakeTorus(0.3, 0.1, 48);
  torus.triangles.pop_back();
  const auto own = ExamineSolid(MakeShape(torus));
  REQUIRE(own);
  CHECK(own->flaw.empty());
  CHECK(own->num_open == 3);
  CHECK(own->num_holes == 1);
}

}  // namespace
}  // namespace tactus::contact
