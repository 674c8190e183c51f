#include "tactus/integrators/diagram/control_slopes.h"

#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::integrators {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using multibody::Actuator;
using multibody::Model;
using multibody::ModelBuilder;

// A chain of hinges with these actuators, damping 3 and stiffness 5 each.
std::shared_ptr<const Model> MakeChain(const std::vector<Actuator>& actuators) {
  ModelBuilder builder;
  int parent = 0;
  std::vector<int> joints;
  for (std::size_t i = 0; i < actuators.size(); ++i) {
    const std::string name = "link" + std::to_string(i);
    const int link =
        builder.AddBody(name, {.mass = 1, .I_Bcm = 0.1 * Matrix3d::Identity()});
    joints.push_back(builder.AddJoint({.name = "joint" + std::to_string(i),
                                       .type = multibody::JointType::kRevolute,
                                       .parent = parent,
                                       .child = link,
                                       .axis_F = Vector3d::UnitY(),
                                       .damping = 3,
                                       .stiffness = 5}));
    parent = link;
  }
  for (std::size_t i = 0; i < actuators.size(); ++i) {
    Actuator actuator = actuators[i];
    actuator.name = "motor" + std::to_string(i);
    actuator.joint = joints[i];
    builder.AddActuator(actuator);
  }
  return std::move(builder).Build();
}

const std::vector<bool> kFree(2, true), kHeld(3, false);
const VectorXd kTimes = VectorXd::Constant(3, 0.1);

MatrixXd Square(double a, double b, double c, double d) {
  MatrixXd m(2, 2);
  m << a, b, c, d;
  return m;
}

TEST_CASE(
    "Control slopes: gains that follow the state, muscles, servos on tendons "
    "-> "
    "not linear") {
  CHECK(IsLinear({.name = "m", .joint = 0}));
  CHECK(IsLinear({.name = "m", .joint = 0, .bias1 = -10, .bias2 = -1}));
  CHECK_FALSE(IsLinear({.name = "m", .joint = 0, .gain1 = 1}));
  CHECK_FALSE(IsLinear({.name = "m", .joint = 0, .gain2 = 1}));
  CHECK_FALSE(IsLinear({.name = "m", .body = 1}));
  CHECK(IsLinear({.name = "m", .tendon = 0}));
  CHECK_FALSE(IsLinear({.name = "m", .tendon = 0, .bias2 = -1}));
}

TEST_CASE(
    "Control slopes: free motors that couple joints -> all of it is force, "
    "gear times gain at their joints") {
  const auto model = MakeChain({{.name = "m", .gear = 2, .gain = 3},
                                {.name = "m", .gear = -1, .gain = 1}});
  const ControlSlopes controls{.model = *model,
                               .tendons = {},
                               .is_free = kFree,
                               .S = Square(1, 4, 7, -2)};
  const VectorXd own = CalcOwnSlopes(controls, kTimes);
  CHECK(own.isZero(0));
  const MatrixXd slope = CalcEffortSlope(controls, own);
  CHECK(slope == Square(6, 24, -7, 2));
  MatrixXd G = Square(1, 0, 0, 0);
  AddEffortSlope(controls, slope, &G);
  CHECK(G == Square(7, 24, -7, 2));
}

TEST_CASE("Control slopes: motors at limits -> their own slopes alone") {
  const auto model = MakeChain({{.name = "m"}, {.name = "m"}});
  const ControlSlopes controls{.model = *model,
                               .tendons = {},
                               .is_free = kHeld,
                               .S = Square(3, 0.1, 0.1, -2)};
  const VectorXd own = CalcOwnSlopes(controls, kTimes);
  CHECK(own == Vector2d(3, -2));
  CHECK(CalcEffortSlope(controls, own).isZero(0));
}

// diag(G)^-1 G of all ones has the eigenvalue 3, beyond which diag(G) alone
// would swing.
TEST_CASE(
    "Control slopes: motors at limits under strong coupling -> more than half "
    "of the largest eigenvalue") {
  const Actuator motor{.name = "m"};
  const auto model = MakeChain({motor, motor, motor});
  const ControlSlopes controls{.model = *model,
                               .tendons = {},
                               .is_free = kHeld,
                               .S = MatrixXd::Constant(3, 3, 5)};
  CHECK(CalcOwnSlopes(controls, kTimes)
            .isApprox(VectorXd::Constant(3, 5 * 0.6 * 3)));
}

// c = 20 + 0.1 100 = 30 by the length of gear -2: 120 by the joint's rate.
TEST_CASE("Control slopes: a free servo -> its law and its control are force") {
  const auto model = MakeChain(
      {{.name = "m", .gear = -2, .gain = 50, .bias1 = -100, .bias2 = -20}});
  for (const double slope : {0.0, 1.2, -0.7}) {
    const ControlSlopes controls{.model = *model,
                                 .tendons = {},
                                 .is_free = kFree,
                                 .S = MatrixXd::Constant(1, 1, slope)};
    const VectorXd own = CalcOwnSlopes(controls, kTimes);
    CHECK(50 * own[0] / -2 == Approx(-30));
    CHECK(CalcEffortSlope(controls, own)(0, 0) ==
          Approx(120 + -2 * 50 * slope));
  }
}

// As a regulator has it that balances a pole by its cart.
TEST_CASE(
    "Control slopes: a motor that follows joints which have none -> its "
    "own joint's alone") {
  const auto model = MakeChain({{.name = "m"}, {.name = "m"}});
  ControlSlopes controls{.model = *model,
                         .tendons = {},
                         .is_free = kFree,
                         .S = Square(3, -50, 0, 0)};
  const VectorXd own = CalcOwnSlopes(controls, kTimes);
  CHECK(CalcEffortSlope(controls, own) == Square(3, 0, 0, 0));
  controls.S(1, 0) = -0.04;  // Below a thousandth of the other.
  CHECK(CalcEffortSlope(controls, own) == Square(3, 0, -0.04, 0));
  controls.S(1, 0) = -0.06;
  CHECK(CalcEffortSlope(controls, own) == controls.S);
  MatrixXd G = Square(3, -50, 0, 1);
  KeepMutual(&G);
  CHECK(G == Square(3, 0, 0, 1));
}

// On a path between points of the world, and on one that starts with a sheave.
TEST_CASE("Control slopes: tendons that move nothing -> no followed velocity") {
  const auto model = MakeChain({{.name = "m"}, {.name = "m"}});
  const std::vector<multibody::TendonKinematics> tendons = {
      {.length = 1, .terms = {}},
      {.length = 1,
       .terms = {{.dof = 0, .coefficient = 0}, {.dof = 1, .coefficient = 2}}},
      {.length = 1, .terms = {{.dof = 7, .coefficient = 1}}}};
  const ControlSlopes controls{.model = *model,
                               .tendons = tendons,
                               .is_free = kFree,
                               .S = Square(1, 2, 3, 4)};
  const auto find = [&](int tendon) {
    return FindFollowedDof(controls, {.name = "t", .tendon = tendon});
  };
  CHECK(find(0) == -1);
  CHECK(find(1) == 1);
  CHECK(find(2) == -1);
}

TEST_CASE("Control slopes: not a number -> no slope") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto model = MakeChain({{.name = "m"}, {.name = "m"}});
  for (const auto& is_free : {kFree, kHeld}) {
    const ControlSlopes controls{.model = *model,
                                 .tendons = {},
                                 .is_free = is_free,
                                 .S = Square(nan, nan, 0, 1)};
    const VectorXd own = CalcOwnSlopes(controls, kTimes);
    CHECK(own[0] == 0);
    CHECK(CalcEffortSlope(controls, own).row(0).isZero(0));
  }
}

// Springs of 5 within 0.1 s resist with 0.5, and the servo's with 0.8.
TEST_CASE(
    "Control slopes: pushes along springs -> undone, joints' first, no more "
    "than all") {
  const auto model =
      MakeChain({{.name = "m", .gear = 2, .gain = 3, .bias1 = -2},
                 {.name = "m", .gear = -1}});
  const std::vector<bool> held(2, false);
  const auto controls = [&](const std::vector<bool>& is_free) {
    return ControlSlopes{.model = *model,
                         .tendons = {},
                         .is_free = is_free,
                         .S = Square(0, 0, 0, 0)};
  };
  const auto find = [&](const MatrixXd& by_motors, double a, double b) {
    return CalcUndoneSprings(controls(kFree), by_motors, Vector2d(a, b), 0.1);
  };
  const MatrixXd none = MatrixXd::Zero(2, 2);
  UndoneSprings undone = find(none, 0.3, 7);
  CHECK(undone.joints.isApprox(Vector2d(0.3, 0.5)));
  CHECK(undone.servos.isZero(0));
  undone = find(none, 7, -1);
  CHECK(undone.joints.isApprox(Vector2d(0.5, 0)));
  CHECK(undone.servos.isApprox(Vector2d(0.8, 0)));
  CHECK(find(none, -1, 1e-8).joints.isZero(0));
  CHECK(
      find(Square(0.02, 9, 9, 0.02), 0, 0).joints.isApprox(Vector2d(0.12, 0)));
  CHECK(find(Square(0, 9, 9, -0.2), 0.1, 0.1)
            .joints.isApprox(Vector2d(0.1, 0.3)));
  CHECK(CalcUndoneSprings(controls(kFree), {}, {}, 0.1).joints.isZero(0));
  // Motors at their limits undo nothing, and nothing of them is undone.
  undone = CalcUndoneSprings(controls(held), Square(0.02, 0, 0, 0),
                             Vector2d::Zero(), 0.1);
  CHECK(undone.joints.isZero(0));
  undone = CalcUndoneSprings(controls(held), none, Vector2d(7, 0), 0.1);
  CHECK(undone.servos.isZero(0));
}

// On the second of two joints, on a tendon over both, on one that moves nothing
// and on a body.
TEST_CASE(
    "Control slopes: shares by velocity -> by actuator, the greatest of a "
    "tendon's") {
  ModelBuilder builder;
  std::vector<int> joints;
  for (const char* name : {"first", "second"}) {
    const int link =
        builder.AddBody(name, {.mass = 1, .I_Bcm = 0.1 * Matrix3d::Identity()});
    joints.push_back(builder.AddJoint({.name = name,
                                       .type = multibody::JointType::kRevolute,
                                       .child = link,
                                       .axis_F = Vector3d::UnitY()}));
  }
  const int tendon = builder.AddTendon(
      {.name = "t", .terms = {{joints[0], 1.0}, {joints[1], 2.0}}});
  builder.AddActuator({.name = "joint", .joint = joints[1]});
  builder.AddActuator({.name = "tendon", .tendon = tendon});
  builder.AddActuator({.name = "thruster", .body = 1});
  const auto model = std::move(builder).Build();
  std::vector<multibody::TendonKinematics> tendons = {
      {.length = 1, .terms = {{.dof = 0}, {.dof = 1, .coefficient = 2}}}};
  CHECK(CalcLengthShares(*model, tendons, {}) == Vector3d(1, 1, 1));
  const SpringShares shares{.actuators = Vector2d(0.5, 0.25)};
  CHECK(CalcLengthShares(*model, tendons, shares) == Vector3d(0.25, 0.5, 1));
  CHECK(SharesByVelocity(Vector3d(1, 2, 3), 2) == Vector2d(1, 2));
  CHECK(SharesByVelocity({}, 2) == Vector2d(1, 1));
}

TEST_CASE("Control slopes: joints -> damping and what they stiffen within dt") {
  const auto model = MakeChain({{.name = "m"}, {.name = "m"}});
  CHECK(CalcJointResistance(*model, Vector2d(0.1, 0.05)) ==
        Vector2d(3.5, 3.25));
}

}  // namespace
}  // namespace tactus::integrators
