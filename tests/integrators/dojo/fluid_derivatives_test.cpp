// Derivatives of Dojo's steps through what a fluid does.
#include "integrators/dojo/step_differences.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::integrators {
namespace {

using multibody::JointType;
using multibody::ModelBuilder;
using multibody::test::Random;
using test::Case;
using test::CheckAll;
using test::Tight;
using Kind = multibody::Parameter::Kind;

// Trees of three bodies on random joints, the third of each an ellipsoid, in a
// current that is not slow: it takes much of their motion within a step.
Case MakeSwimmers(unsigned seed) {
  Random random(seed);
  ModelBuilder builder;
  test::AddRandomTrees(&random, &builder);
  for (const int body : {3, 6})
    builder.AddFluidEllipsoid(
        {.body = body, .X_BE = random.Pose(), .radii = {0.3, 0.2, 0.1}});
  builder.set_fluid({.density = 100, .viscosity = 3, .wind_W = {1, 2, -1}});
  return test::MakeRandomCase(std::move(builder).Build(), &random);
}

TEST_CASE("Dojo's derivatives: random trees in a fluid -> differences") {
  const unsigned seed = GENERATE(range(0, 8));
  CAPTURE(seed);
  CheckAll(MakeSwimmers(seed), 1e-6, 2e-6, false);
}

// A link on a hinge above the ground, whose foot touches it, in water.
TEST_CASE("Dojo's derivatives: a foot on the ground in water -> differences") {
  const double speed = GENERATE(0.0, 3.0);
  CAPTURE(speed);
  Random random(7);
  ModelBuilder builder;
  const contact::Material material{.static_friction = 0.5,
                                   .dynamic_friction = 0.5};
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = material});
  const int base = builder.AddBody("base", random.Inertia());
  const int leg = builder.AddBody("leg", random.Inertia());
  builder.AddJoint(
      {.name = "free", .type = JointType::kFloating, .child = base});
  builder.AddJoint({.name = "hip",
                    .type = JointType::kRevolute,
                    .parent = base,
                    .child = leg,
                    .axis_F = Vector3d::UnitY()});
  RigidTransform X_BG = RigidTransform::Identity();
  X_BG.translation() << 0.1, 0, -0.4;
  builder.AddGeometry({.name = "foot",
                       .body = leg,
                       .X_BG = X_BG,
                       .shape = contact::Sphere{0.05},
                       .material = material});
  builder.set_fluid({.density = 200, .viscosity = 1});
  Case c;
  c.options = Tight(1e-4);
  c.model = std::move(builder).Build();
  c.q = c.model->default_positions();
  c.q[2] = 0.46;  // Its foot is 2 mm up.
  c.q[7] = 0.1;
  c.v = VectorXd::Zero(7);
  c.v[3] = speed;
  c.v[5] = -1;
  c.parameters = {
      {Kind::kMass, leg, 0},          {Kind::kInertia, leg, 1},
      {Kind::kCenterOfMass, base, 0}, {Kind::kGeometryPosition, 1, 2},
      {Kind::kRadius, 1, 0},          {Kind::kFriction, 1, 0}};
  CheckAll(c, 1e-6, 1e-6);
}

}  // namespace
}  // namespace tactus::integrators
