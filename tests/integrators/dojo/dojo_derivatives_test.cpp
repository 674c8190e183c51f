#include <cmath>

#include "integrators/dojo/step_differences.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"

namespace tactus::integrators {
namespace {

using multibody::JointType;
using multibody::ModelBuilder;
using multibody::Parameter;
using multibody::test::Random;
using test::Case;
using test::CheckAll;
using test::CheckParameters;
using test::Differences;
using test::ModelPtr;
using test::Stepping;
using test::Tight;
using Kind = Parameter::Kind;

TEST_CASE("Dojo's derivatives: random trees in flight -> differences") {
  const int seed = GENERATE(range(0, 8));
  Random random(50 + seed);
  Case c;
  c.options = Tight(1e-4);
  c.h = 0.02;
  c.model = multibody::test::MakeRandomModel(700 + seed, {.num_bodies = 5});
  c.q = multibody::test::MakeRandomPositions(*c.model, &random);
  c.v = random.Vector(c.model->num_velocities(), 2);
  for (int b = 1; b < c.model->num_bodies(); ++b) {
    c.parameters.push_back({Kind::kMass, b, 0});
    c.parameters.push_back({Kind::kInertia, b, random.Index(6)});
    c.parameters.push_back({Kind::kCenterOfMass, b, random.Index(3)});
    c.parameters.push_back({Kind::kJointPosition, b - 1, random.Index(3)});
    c.inputs.spatial_forces.push_back({.body = b,
                                       .p_BoQ_B = random.Vector3(0.3),
                                       .F_Q_W = random.Vector(6, 3)});
  }
  Differences differences(c);
  CHECK(differences.ByPosition() < 1e-7);
  CHECK(differences.ByVelocity() < 1e-7);
  CHECK(differences.ByForce() < 1e-7);
  for (int k = 0; k < static_cast<int>(c.parameters.size()); ++k) {
    INFO(Describe(*c.model, c.parameters[k]));
    CHECK(differences.ByParameter(k, 1e-5) < 1e-6);
  }
}

// A solid of 1 kg on the ground, by the lowest point's height.
ModelPtr MakeSolid(const contact::Shape& shape) {
  ModelBuilder builder;
  const contact::Material ground{.static_friction = 0.7,
                                 .dynamic_friction = 0.7};
  const contact::Material rubber{.static_friction = 0.4,
                                 .dynamic_friction = 0.4};
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = ground});
  multibody::SpatialInertia inertia{
      .mass = 1,
      .p_BoBcm = Vector3d(0.01, -0.02, 0.01),
      .I_Bcm = Matrix3d(Vector3d(3e-3, 4e-3, 5e-3).asDiagonal())};
  inertia.I_Bcm(0, 1) = inertia.I_Bcm(1, 0) = 2e-4;
  const int body = builder.AddBody("solid", inertia);
  RigidTransform X_BG = RigidTransform::Identity();
  X_BG.translation() << 0.005, 0.01, -0.01;
  builder.AddGeometry({.name = "solid",
                       .body = body,
                       .X_BG = X_BG,
                       .shape = shape,
                       .material = rubber});
  return std::move(builder).Build();
}

const contact::Box kBox{Vector3d(0.1, 0.08, 0.06)};

std::vector<Parameter> AllOfSolid(bool is_box) {
  std::vector<Parameter> all = {{Kind::kMass, 1, 0},
                                {Kind::kFriction, 0, 0},
                                {Kind::kFriction, 1, 0},
                                {Kind::kGeometryPosition, 0, 2}};
  for (int k = 0; k < 3; ++k) {
    all.push_back({Kind::kCenterOfMass, 1, k});
    all.push_back({Kind::kGeometryPosition, 1, k});
    if (is_box) all.push_back({Kind::kHalfExtent, 1, k});
  }
  for (int k = 0; k < 6; ++k) all.push_back({Kind::kInertia, 1, k});
  if (!is_box) all.push_back({Kind::kRadius, 1, 0});
  return all;
}

// Height of the lowest point, slip, spin: about to touch, sticking, sliding.
TEST_CASE("Dojo's derivatives: solids that touch -> differences") {
  const auto [height, slip, load] = GENERATE(table<double, double, double>(
      {{0.02, 0.3, 0}, {1e-3, 0.0, 0.3}, {1e-3, 1.0, 0}}));
  const bool is_box = GENERATE(true, false);
  const FrictionCone cone = GENERATE(
      FrictionCone::kExact, FrictionCone::kLinear, FrictionCone::kNone);
  CAPTURE(height, slip, is_box, static_cast<int>(cone));
  Case c;
  c.options = Tight(1e-4, cone);
  c.model = is_box ? MakeSolid(kBox) : MakeSolid(contact::Sphere{0.08});
  c.q = c.model->default_positions();
  const double tilt = is_box ? 0.01 : 0.4;
  c.q.segment<4>(3) << std::cos(tilt), std::sin(tilt) * 0.6,
      std::sin(tilt) * 0.8, 0;
  c.q[2] = height + (is_box ? 0.075 : 0.09);
  c.v = VectorXd::Zero(6);
  c.v << 0.4, -0.3, 0.5, slip, -0.6 * slip, height < 0.01 ? -0.1 : -2.5;
  c.inputs.generalized_force = VectorXd::Zero(6);
  c.inputs.generalized_force[3] = load;
  c.parameters = AllOfSolid(is_box);
  CheckAll(c, 1e-6, 1e-6);
}

// What a contact pushes with changes by 1e7 N s per metre here, and most of
// what is summed for a backward product cancels.
TEST_CASE("Dojo's derivatives: stiff contact -> products of one matrix") {
  const FrictionCone cone =
      GENERATE(FrictionCone::kExact, FrictionCone::kLinear);
  Case c;
  c.h = 0.05;
  c.options = Tight(1e-8, cone);
  c.model = MakeSolid(kBox);
  c.q = c.model->default_positions();
  c.q[2] = 0.0755;
  c.v = VectorXd::Zero(6);
  c.v << 0.2, -0.1, 0.3, 0.5, -0.3, -0.4;
  c.parameters = AllOfSolid(true);
  CHECK(Differences(c).num_contacts() > 0);
}

// Deeper than gravity moves it in a step, so that its gap is held above what it
// rises to.
TEST_CASE("Dojo's derivatives: solids deep in the ground -> differences") {
  const bool is_box = GENERATE(true, false);
  const double slip = GENERATE(0.0, 1.0);
  CAPTURE(is_box, slip);
  Case c;
  c.options = Tight(1e-4);
  c.model = is_box ? MakeSolid(kBox) : MakeSolid(contact::Sphere{0.08});
  c.q = c.model->default_positions();
  const double tilt = is_box ? 0.01 : 0.4;
  c.q.segment<4>(3) << std::cos(tilt), std::sin(tilt) * 0.6,
      std::sin(tilt) * 0.8, 0;
  c.q[2] = (is_box ? 0.075 : 0.09) - 0.02;
  c.v = VectorXd::Zero(6);
  c.v << 0.4, -0.3, 0.5, slip, -0.6 * slip, -0.1;
  c.parameters = AllOfSolid(is_box);
  CheckAll(c, 1e-6, 1e-6);
}

// Two balls and a capsule: normals between centres, one on a face that moves.
TEST_CASE("Dojo's derivatives: bodies that meet in the air -> differences") {
  const bool on_face = GENERATE(false, true);
  // The linear one sees how tangents lie, which go with what turns.
  const FrictionCone cone =
      GENERATE(FrictionCone::kExact, FrictionCone::kLinear);
  CAPTURE(on_face, static_cast<int>(cone));
  ModelBuilder builder;
  Random random(8);
  const contact::Material material;
  const auto add = [&](const std::string& name, const contact::Shape& shape) {
    const int body = builder.AddBody(name, random.Inertia());
    builder.AddGeometry({.name = name,
                         .body = body,
                         .X_BG = random.Pose(),
                         .shape = shape,
                         .material = material});
    return body;
  };
  add("ball", contact::Sphere{0.3});
  if (on_face) {
    add("other", contact::Box{Vector3d(0.4, 0.3, 0.2)});
  } else {
    add("other", contact::Capsule{0.2, 0.3});
  }
  Case c;
  c.options = Tight(1e-4, cone);
  c.model = std::move(builder).Build();
  c.q = c.model->default_positions();
  c.v = random.Vector(12, 0.5);
  // The ball at the origin, 2 cm from a face, or from the end of the capsule.
  const RigidTransform& X_BG = c.model->geometries()[1].X_BG;
  const Vector3d p_G =
      on_face ? Vector3d(0.1, 0.05, 0.52) : Vector3d(0.1, 0, 0.3 + 0.5);
  c.q.segment<3>(0) = -c.model->geometries()[0].X_BG.translation();
  c.q.segment<3>(7) = -(X_BG * p_G);
  const Vector3d towards =
      X_BG.linear() * (on_face ? Vector3d(0, 0, 1) : Vector3d(0.1, 0, 0.5));
  c.v.segment<3>(9) += 3 * towards.normalized();
  for (int g = 0; g < 2; ++g) {
    c.parameters.push_back({Kind::kMass, g + 1, 0});
    c.parameters.push_back({Kind::kCenterOfMass, g + 1, 1});
    c.parameters.push_back({Kind::kGeometryPosition, g, 0});
    c.parameters.push_back({Kind::kGeometryPosition, g, 2});
    c.parameters.push_back({Kind::kFriction, g, 0});
  }
  c.parameters.push_back({Kind::kRadius, 0, 0});
  if (!on_face) c.parameters.push_back({Kind::kRadius, 1, 0});
  if (on_face) c.parameters.push_back({Kind::kHalfExtent, 1, 2});
  CheckAll(c, 1e-6, 1e-6);
}

// It follows from speeds and masses, and solids are cut to what is within it.
TEST_CASE("Dojo's derivatives: a little faster -> the same margin") {
  const ModelPtr model = MakeSolid(contact::Sphere{0.08});
  DojoStep dojo(Tight(1e-4));
  constexpr double kH = 0.01;
  for (double speed = 1; speed < 20; speed *= 1.3) {
    CAPTURE(speed);
    VectorXd v = VectorXd::Zero(6);
    v[3] = speed;
    const auto margin = [&] {
      return *dojo.contact_margin(*model, model->default_positions(), v, kH);
    };
    const double at_speed = margin();
    const double reach = 2 * kH * (speed + kH * model->gravity_W().norm());
    CHECK(at_speed >= reach);
    CHECK(at_speed <= 1.125 * reach);
    v *= 1 + 1e-6;
    CHECK(margin() == at_speed);
  }
}

// Of an arm of two links with a motor, a servo, a tendon and a tip that slides
// on the ground.
Case MakeArm(double height) {
  ModelBuilder builder;
  Random random(21);
  const contact::Material material{.static_friction = 0.3,
                                   .dynamic_friction = 0.3};
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = material});
  const int upper = builder.AddBody("upper", random.Inertia());
  const int lower = builder.AddBody("lower", random.Inertia());
  RigidTransform X_PF = RigidTransform::Identity();
  X_PF.translation() << 0, 0, height;
  const int shoulder = builder.AddJoint({.name = "shoulder",
                                         .type = JointType::kRevolute,
                                         .parent = 0,
                                         .child = upper,
                                         .X_PF = X_PF,
                                         .axis_F = Vector3d::UnitY(),
                                         .lower = -0.5,
                                         .upper = 0.31,
                                         .damping = 0.2,
                                         .dry_friction = 0.3,
                                         .armature = 0.05,
                                         .stiffness = 3});
  X_PF.translation() << 0.1, 0, -0.5;
  const int elbow = builder.AddJoint({.name = "elbow",
                                      .type = JointType::kRevolute,
                                      .parent = upper,
                                      .child = lower,
                                      .X_PF = X_PF,
                                      .axis_F = Vector3d::UnitY(),
                                      .armature = 0.02});
  RigidTransform X_BG = RigidTransform::Identity();
  X_BG.translation() << 0, 0.05, -0.5;
  builder.AddGeometry({.name = "tip",
                       .body = lower,
                       .X_BG = X_BG,
                       .shape = contact::Sphere{0.05},
                       .material = material});
  builder.AddActuator({.name = "motor",
                       .joint = shoulder,
                       .gear = 2,
                       .force_lower = -10,
                       .force_upper = 10});
  builder.AddActuator({.name = "servo",
                       .joint = elbow,
                       .gain = 30,
                       .bias1 = -30,
                       .bias2 = -2,
                       .force_lower = -4,
                       .force_upper = 4});
  builder.AddActuator(
      {.name = "thruster",
       .body = lower,
       .X_BS = X_BG,
       .wrench_S = (Vector6d() << 0, 1, 0, 1, 0, 0).finished()});
  builder.AddTendon({.name = "cord",
                     .terms = {{shoulder, 0.3}, {elbow, -0.2}},
                     .rest_lower = 0.02,
                     .rest_upper = 0.05,
                     .stiffness = 40,
                     .damping = 1});
  Case c;
  c.options = Tight(1e-4);
  c.model = std::move(builder).Build();
  c.inputs.actuation = VectorXd::Zero(3);
  c.parameters = {{Kind::kMass, 1, 0},
                  {Kind::kMass, 2, 0},
                  {Kind::kInertia, 2, 1},
                  {Kind::kCenterOfMass, 1, 0},
                  {Kind::kCenterOfMass, 2, 2},
                  {Kind::kJointPosition, 0, 2},
                  {Kind::kJointPosition, 1, 2},
                  {Kind::kJointPosition, 1, 0},
                  {Kind::kGeometryPosition, 1, 2},
                  {Kind::kRadius, 1, 0},
                  {Kind::kFriction, 1, 0}};
  return c;
}

TEST_CASE(
    "Dojo's derivatives: an arm with motors, limits and springs -> "
    "differences") {
  // Angle of the shoulder, control of the servo: free, at the limit,
  // saturated; and the height of the shoulder, where the tip touches or not.
  const auto [angle, servo, height] = GENERATE(table<double, double, double>(
      {{0.1, 0.2, 2}, {0.309, 0.2, 2}, {0.1, 2.0, 2}, {0.1, 0.2, 1.03}}));
  CAPTURE(angle, servo, height);
  Case c = MakeArm(height);
  c.q = (VectorXd(2) << angle, 0.15).finished();
  c.v = (VectorXd(2) << 0.8, -0.4).finished();
  c.inputs.actuation << 3, servo, 1.5;
  Differences differences(c);
  CHECK(differences.num_contacts() == (height < 1.1 ? 1 : 0));
  CHECK(differences.ByPosition(1e-7) < 1e-6);
  CHECK(differences.ByVelocity(1e-4) < 1e-6);
  CHECK(differences.ByForce(1e-4) < 1e-6);
  CHECK(differences.ByControl(1e-4) < 1e-6);
  CheckParameters(c, 1e-6, 1e-5, &differences);
}

TEST_CASE(
    "Dojo's derivatives: two kappas in one solve -> those of the larger") {
  Case c;
  c.model = MakeSolid(kBox);
  c.q = c.model->default_positions();
  c.q[2] = 0.08;
  c.v = VectorXd::Zero(6);
  c.v << 0, 0, 0, 0.5, 0, -1;
  const auto linearize = [&](const DojoOptions& options, StepResult* result) {
    Stepping stepping(c.model);
    stepping.q = c.q;
    stepping.v = c.v;
    DojoStep dojo(options);
    systems::Value memory = dojo.MakeMemory();
    dojo.StepAndLinearize(stepping.Prepare(&dojo, 0.01), {}, &memory, result);
    REQUIRE_FALSE(result->report.failure);
    StepDerivatives derivatives;
    dojo.CalcDerivatives(&derivatives);
    return derivatives;
  };
  DojoOptions both = Tight(1e-7);
  both.gradient_kappa = 1e-4;
  StepResult of_both, of_small, of_large;
  const StepDerivatives found = linearize(both, &of_both);
  const StepDerivatives large = linearize(Tight(1e-4), &of_large);
  linearize(Tight(1e-7), &of_small);
  CHECK((of_both.v - of_small.v).norm() < 1e-7);
  CHECK((of_both.v - of_large.v).norm() > 1e-4);
  CHECK((found.v.by_v - large.v.by_v).norm() < 1e-6);
  CHECK((found.q.by_q - large.q.by_q).norm() < 1e-6);
}

TEST_CASE("Dojo's derivatives: what has none, or comes too early -> refused") {
  DojoStep dojo;
  StepDerivatives derivatives;
  CHECK_THROWS_WITH(dojo.CalcDerivatives(&derivatives),
                    "Dojo: no step has been linearized");
  Case c;
  c.model = MakeSolid(kBox);
  Stepping stepping(c.model);
  systems::Value memory = dojo.MakeMemory();
  StepResult result;
  const std::vector<Parameter> radius = {{Kind::kRadius, 1, 0}};
  const StepProblem problem = stepping.Prepare(&dojo, 0.01);
  CHECK_THROWS_WITH(dojo.StepAndLinearize(problem, radius, &memory, &result),
                    "radius of geometry 'solid' does not exist");
}

}  // namespace
}  // namespace tactus::integrators
