// Derivatives of steps that reviews have added contacts to, which slide with
// the end of the solution before.
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "integrators/dojo/step_differences.h"
#include <catch2/catch.hpp>

#include "tactus/contact/geometry/narrow_phase/narrow_phase.h"
#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::integrators {
namespace {

using contact::Shape;
using multibody::ModelBuilder;
using multibody::Parameter;
using multibody::test::Random;
using test::Case;
using test::Stepping;
using test::Tight;
using Kind = Parameter::Kind;

constexpr double kGap = 1e-3;  // [m]
const Shape kBox = contact::Box{Vector3d(0.08, 0.06, 0.1)};
const Shape kCylinder = contact::Cylinder{0.06, 0.08};

Shape MakeHull(Random* random) {
  std::vector<Vector3d> points;
  for (int i = 0; i < 12; ++i)
    points.emplace_back(0.1 * random->Vector3(1).normalized());
  return contact::ConvexMesh{
      std::make_shared<contact::ConvexHull>(std::span<const Vector3d>(points))};
}

// Two solids near each other.
struct Meeting {
  double h = 0.02;         // [s]
  bool is_b_held = false;  // By the world.
};

// A free body of one geometry; where that is on it.
RigidTransform AddSolid(const std::string& name, const Shape& shape,
                        Random* random, ModelBuilder* builder) {
  const int body = builder->AddBody(
      name, {.mass = 1,
             .p_BoBcm = random->Vector3(0.02),
             .I_Bcm = Matrix3d(Vector3d(3e-3, 4e-3, 5e-3).asDiagonal())});
  RigidTransform X_BG = random->Pose();
  X_BG.translation() = random->Vector3(0.03);
  builder->AddGeometry(
      {.name = name,
       .body = body,
       .X_BG = X_BG,
       .shape = shape,
       .material = {.static_friction = 0.5, .dynamic_friction = 0.5}});
  return X_BG;
}

VectorXd CoordinatesOf(const RigidTransform& X) {
  const Quaterniond R(X.linear());
  VectorXd q(7);
  q << X.translation(), R.w(), R.x(), R.y(), R.z();
  return q;
}

// Two solids near each other that turn fast, so that other features meet within
// a step than its start has found.
Case MakeMeeting(const Shape& a, const Shape& b, Random* random,
                 const Meeting& meeting = {}) {
  Case c;
  c.options = Tight(1e-4);
  c.h = meeting.h;
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  const RigidTransform X_AG = AddSolid("a", a, random, &builder),
                       X_BG = meeting.is_b_held
                                  ? random->Pose()
                                  : AddSolid("b", b, random, &builder);
  RigidTransform X_WA = RigidTransform::Identity(), X_WB = X_WA;
  X_WA.linear() = random->Pose().linear();
  X_WB.linear() = random->Pose().linear();
  const Vector3d way = random->Vector3(1).normalized();
  double low = 0, high = 1;
  for (int i = 0; i < 50; ++i) {
    X_WB.translation() = (low + high) / 2 * way;
    std::vector<contact::ManifoldPoint> points;
    contact::AppendManifold(a, X_WA * X_AG, b, X_WB * X_BG, kGap, &points);
    (points.empty() ? high : low) = (low + high) / 2;
  }
  X_WB.translation() = low * way;
  if (meeting.is_b_held) {
    builder.AddGeometry(
        {.name = "b",
         .body = 0,
         .X_BG = X_WB * X_BG,
         .shape = b,
         .material = {.static_friction = 0.5, .dynamic_friction = 0.5}});
    c.model = std::move(builder).Build();
    c.q = CoordinatesOf(X_WA);
    c.v = random->Vector(6, 6);
    c.v.tail<3>() += 2 * way;
    c.parameters = {{Kind::kMass, 1, 0},
                    {Kind::kCenterOfMass, 1, 0},
                    {Kind::kGeometryPosition, 0, 0},
                    {Kind::kGeometryPosition, 1, 1},
                    {Kind::kFriction, 0, 0}};
    return c;
  }
  c.model = std::move(builder).Build();
  c.q.resize(14);
  c.q << CoordinatesOf(X_WA), CoordinatesOf(X_WB);
  c.v = random->Vector(12, 6);
  c.v.tail<3>() -= 2 * way;
  c.parameters = {{Kind::kMass, 1, 0},
                  {Kind::kCenterOfMass, 1, 0},
                  {Kind::kCenterOfMass, 2, 1},
                  {Kind::kGeometryPosition, 0, 0},
                  {Kind::kGeometryPosition, 1, 1},
                  {Kind::kFriction, 0, 0},
                  {Kind::kJointPosition, 1, 0}};
  return c;
}

int CountReviews(const Case& c) {
  Stepping stepping(c.model);
  stepping.q = c.q;
  stepping.v = c.v;
  DojoStep dojo(c.options);
  stepping.Step(&dojo, c.h);
  REQUIRE(stepping.failure() == "");
  return dojo.reviews();
}

void CheckReviewed(const Shape& a, const Shape& b, Random* random) {
  const Case c = MakeMeeting(a, b, random);
  REQUIRE(CountReviews(c) > 0);
  test::CheckAll(c, 1e-6, 1e-6);
}

// A plane of the one that moves holds the other: the normal goes with it.
TEST_CASE("Dojo's derivatives: reviews against what stands -> differences") {
  int num_reviewed = 0;
  for (int seed = 0; seed < 12; ++seed) {
    INFO("seed " << seed);
    Random random(1200 + seed);
    const Case c = MakeMeeting(kBox, kBox, &random, {.is_b_held = true});
    if (CountReviews(c) == 0) continue;
    test::CheckAll(c, 1e-6, 1e-6);
    ++num_reviewed;
  }
  CHECK(num_reviewed >= 3);
}

// Where no solution is found with what a review has added, the one before
// stands, with its derivatives.
TEST_CASE("Dojo's derivatives: reviews without a solution -> those before") {
  const auto [shape, h] = GENERATE(table<Shape, double>(
      {{contact::Capsule{0.04, 0.1}, 0.05}, {kCylinder, 0.05}, {kBox, 0.05}}));
  for (int seed = 0; seed < 200; ++seed) {
    INFO("seed " << seed);
    Random random(1300 + seed);
    const Case c =
        MakeMeeting(shape, shape, &random, {.h = h, .is_b_held = true});
    Stepping stepping(c.model);
    stepping.q = c.q;
    stepping.v = c.v;
    DojoStep plain(c.options), dojo(c.options);
    StepResult result;
    systems::Value memory = dojo.MakeMemory();
    dojo.StepAndLinearize(stepping.Prepare(&dojo, c.h), c.parameters, &memory,
                          &result);
    stepping.Step(&plain, c.h);
    if (stepping.failure() == "") CHECK_FALSE(result.report.failure);
  }
}

TEST_CASE("Dojo's derivatives: boxes that a review holds -> differences") {
  const int seed = GENERATE(0, 2, 9);
  CAPTURE(seed);
  Random random(900 + seed);
  CheckReviewed(kBox, kBox, &random);
}

TEST_CASE("Dojo's derivatives: hulls that a review holds -> differences") {
  const int seed = GENERATE(0, 7, 9);
  CAPTURE(seed);
  Random random(1000 + seed);
  const Shape hull = MakeHull(&random);
  CheckReviewed(kBox, hull, &random);
}

TEST_CASE("Dojo's derivatives: cylinders that a review holds -> differences") {
  const int seed = GENERATE(0, 1, 11);
  CAPTURE(seed);
  Random random(1100 + seed);
  CheckReviewed(kBox, kCylinder, &random);
}

}  // namespace
}  // namespace tactus::integrators
