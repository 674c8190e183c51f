#include <cmath>
#include <limits>

#include "integrators/dojo/step_differences.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::integrators {
namespace {

using multibody::Constraint;
using multibody::ConstraintType;
using multibody::JointType;
using multibody::ModelBuilder;
using multibody::Parameter;
using multibody::test::Random;
using test::Case;
using test::CheckAll;
using test::CheckParameters;
using test::Differences;
using test::Tight;
using Kind = Parameter::Kind;

// Trees that `ties` hold together, nearly where they are: off by some 1e-4.
struct TiedTrees {
  int num_bodies = 6, per_tree = 3;
  std::vector<Constraint> ties;
};

std::shared_ptr<const multibody::Model> BuildTied(const TiedTrees& trees,
                                                  unsigned seed) {
  Random random(seed);
  const multibody::test::RandomModelOptions options{
      .types = {JointType::kBall, JointType::kPlanar, JointType::kUniversal,
                JointType::kWeld, JointType::kRevolute, JointType::kScrew},
      .per_tree = trees.per_tree};
  // What is tied can give way.
  auto loose = options;
  loose.types = {JointType::kFloating};
  ModelBuilder builder;
  builder.set_gravity(random.Vector3(10));
  for (int b = 1; b <= trees.num_bodies; ++b) {
    builder.AddBody("body" + std::to_string(b), random.Inertia());
    builder.AddJoint(MakeRandomJoint(b, b % 3 == 0 ? loose : options, &random));
  }
  for (const Constraint& tie : trees.ties) builder.AddConstraint(tie);
  return std::move(builder).Build();
}

Constraint MakeTie(ConstraintType type, int a, int b, bool is_spring,
                   Random* random) {
  Constraint tie{.name = "tie", .type = type, .body_a = a, .body_b = b};
  tie.X_AP = random->Pose();
  tie.X_BQ = random->Pose();
  if (type == ConstraintType::kDistance) tie.distance = 0.3;
  if (is_spring) {
    tie.stiffness = 40;
    tie.damping = 0.7;
  }
  return tie;
}

// Q where P is, and a bit off, or at the length of a rod; a spring stays.
void Close(const multibody::Model& model, const VectorXd& q, Random* random,
           Constraint* tie) {
  if (std::isfinite(tie->stiffness)) return;
  multibody::PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  RigidTransform off = RigidTransform::Identity();
  off.linear() = Eigen::AngleAxisd(1e-4, random->Vector3().normalized())
                     .toRotationMatrix();
  off.translation() = random->Vector3(1e-4);
  if (tie->type == ConstraintType::kDistance)
    off.translation() += tie->distance * random->Vector3().normalized();
  tie->X_BQ = position.X_WB[tie->body_b].inverse() *
              position.X_WB[tie->body_a] * tie->X_AP * off;
}

TEST_CASE("Dojo's derivatives: random trees with loops -> differences") {
  const auto [type, is_spring] = GENERATE(
      table<ConstraintType, bool>({{ConstraintType::kBall, false},
                                   {ConstraintType::kWeld, false},
                                   {ConstraintType::kDistance, false},
                                   {ConstraintType::kDistance, true}}));
  // Within one tree, between two, from the world and to it.
  const auto [a, b] =
      GENERATE(table<int, int>({{1, 3}, {2, 6}, {0, 3}, {6, 0}}));
  const unsigned seed = 900 + GENERATE(range(0, 3));
  CAPTURE(to_string(type), is_spring, a, b, seed);
  Random random(seed);
  TiedTrees trees;
  trees.ties = {MakeTie(type, a, b, is_spring, &random)};
  Case c;
  c.options = Tight(1e-4);
  c.h = 0.02;
  c.model = BuildTied(trees, seed);
  c.q = multibody::test::MakeRandomPositions(*c.model, &random);
  c.v = random.Vector(c.model->num_velocities(), 0.5);
  Close(*c.model, c.q, &random, &trees.ties[0]);
  c.model = BuildTied(trees, seed);
  for (int body = 1; body < c.model->num_bodies(); ++body) {
    // What is welded to the world is moved by the weld's rounding alone.
    const bool is_held = a * b == 0 && body == a + b;
    if (type == ConstraintType::kWeld && is_held) continue;
    c.parameters.push_back({Kind::kMass, body, 0});
    c.parameters.push_back({Kind::kCenterOfMass, body, random.Index(3)});
    c.parameters.push_back({Kind::kJointPosition, body - 1, random.Index(3)});
  }
  CheckAll(c, 1e-6, 5e-6, false);
}

// A crank, a bar and a rocker in the plane of x and z, closed by a ball between
// bar and rocker, with a motor, a limit, and a foot under the bar:
//
//     crank from (0, 0, h) to (0.2, 0, h + 0.2), bar on to (0.8, 0, h + 0.3),
//     rocker from there to (0.7, 0, h).
Case MakeFourBar(double height, double limit) {
  ModelBuilder builder;
  const contact::Material material{.static_friction = 0.4,
                                   .dynamic_friction = 0.4};
  builder.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = material});
  const auto add = [&](const std::string& name, int parent,
                       const Vector3d& p_PF, const Vector3d& p_BoBcm) {
    multibody::SpatialInertia inertia{
        .mass = 0.5,
        .p_BoBcm = p_BoBcm,
        .I_Bcm = Matrix3d(Vector3d(2e-3, 4e-3, 5e-3).asDiagonal())};
    const int body = builder.AddBody(name, inertia);
    RigidTransform X_PF = RigidTransform::Identity();
    X_PF.translation() = p_PF;
    builder.AddJoint({.name = name + "_joint",
                      .type = JointType::kRevolute,
                      .parent = parent,
                      .child = body,
                      .X_PF = X_PF,
                      .axis_F = Vector3d::UnitY(),
                      .lower = body == 3 ? -limit : -3,
                      .damping = 0.01});
    return body;
  };
  const int crank = add("crank", 0, {0, 0, height}, {0.1, 0, 0.1});
  const int bar = add("bar", crank, {0.2, 0, 0.2}, {0.3, 0.01, 0.05});
  const int rocker = add("rocker", 0, {0.7, 0, height}, {0.05, 0, 0.15});
  Constraint pin{.name = "pin",
                 .type = ConstraintType::kBall,
                 .body_a = bar,
                 .body_b = rocker};
  pin.X_AP.translation() << 0.6, 0, 0.1;
  pin.X_BQ.translation() << 0.1, 0, 0.3;
  builder.AddConstraint(pin);
  RigidTransform X_BG = RigidTransform::Identity();
  X_BG.translation() << 0.3, 0, -0.1;
  builder.AddGeometry({.name = "foot",
                       .body = bar,
                       .X_BG = X_BG,
                       .shape = contact::Sphere{0.05},
                       .material = material});
  builder.AddActuator({.name = "motor",
                       .joint = 0,
                       .gain = 30,
                       .bias1 = -30,
                       .bias2 = -2,
                       .force_lower = -4,
                       .force_upper = 4});
  Case c;
  c.options = Tight(1e-4);
  c.model = std::move(builder).Build();
  c.q = VectorXd::Zero(3);
  c.inputs.actuation = VectorXd::Zero(1);
  for (int body = 1; body < 4; ++body) {
    c.parameters.push_back({Kind::kMass, body, 0});
    c.parameters.push_back({Kind::kCenterOfMass, body, 2});
    c.parameters.push_back({Kind::kJointPosition, body - 1, 0});
    c.parameters.push_back({Kind::kJointPosition, body - 1, 2});
  }
  c.parameters.push_back({Kind::kRadius, 1, 0});
  c.parameters.push_back({Kind::kGeometryPosition, 1, 2});
  c.parameters.push_back({Kind::kFriction, 1, 0});
  return c;
}

// The rates of a four-bar linkage that moves: the pin's from both sides, a
// revolute joint about y moving p by w (p_z, -p_x).
VectorXd MoveFourBar(double crank) {
  const auto turn = [](const Vector2d& p) {
    return Vector2d(p.y(), -p.x());
  };
  Eigen::Matrix2d sides;
  sides.col(0) = turn({0.6, 0.1});
  sides.col(1) = -turn({0.1, 0.3});
  const Vector2d rest = -crank * turn({0.8, 0.3});
  const Vector2d others = sides.lu().solve(rest);
  return Vector3d(crank, others[0], others[1]);
}

TEST_CASE("Dojo's derivatives: a driven loop that touches -> differences") {
  // Height of the crank, limit of the rocker, target of the motor, speed:
  // in the air, at the limit, saturated, sliding, sticking with a motor that
  // is, all at once.
  const auto [height, limit, target, speed] =
      GENERATE(table<double, double, double, double>({{1, 3, 0.05, -1},
                                                      {1, 1e-3, 0.05, -1},
                                                      {1, 3, 2, -1},
                                                      {-0.049, 3, 0.05, 2},
                                                      {-0.049, 3, 0.5, 0},
                                                      {-0.049, 0.02, 2, 1}}));
  CAPTURE(height, limit, target, speed);
  Case c = MakeFourBar(height, limit);
  c.v = MoveFourBar(speed);
  c.inputs.actuation[0] = target;
  CheckAll(c, 1e-6, 5e-6, height < 0);
  CHECK(Differences(c).ByControl(1e-5) < 1e-6);
  // The compliance of rigid rows goes with an inverse mass, whose own change
  // derivatives leave out: here it is seen where little else changes.
  c.parameters.clear();
  for (int body = 1; body < 4; ++body)
    c.parameters.push_back({Kind::kInertia, body, 1});
  Differences differences(c);
  CheckParameters(c, 5e-6, 1e-5, &differences);
}

// Why a step of a body in the state q has no derivatives.
void CheckRefused(std::shared_ptr<const multibody::Model> model,
                  const VectorXd& q, const std::string& why) {
  test::Stepping stepping(std::move(model));
  stepping.q = q;
  DojoStep dojo;
  systems::Value memory = dojo.MakeMemory();
  StepResult result;
  const StepProblem problem = stepping.Prepare(&dojo, 0.01);
  CHECK_THROWS_WITH(dojo.StepAndLinearize(problem, {}, &memory, &result),
                    "Dojo's derivatives do not pass through " + why);
}

TEST_CASE("Dojo's derivatives: ends of a spring that coincide -> refused") {
  ModelBuilder builder;
  builder.AddBody("ball", Random(4).Inertia());
  builder.AddConstraint({.name = "spring",
                         .type = ConstraintType::kDistance,
                         .body_a = 0,
                         .body_b = 1,
                         .distance = 0.1,
                         .stiffness = 1});
  const auto model = std::move(builder).Build();
  CheckRefused(model, model->default_positions(),
               "'spring', whose ends coincide");
}

}  // namespace
}  // namespace tactus::integrators
