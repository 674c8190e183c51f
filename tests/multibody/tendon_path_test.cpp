#include "tactus/multibody/tendon_path.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include <catch2/catch.hpp>

#include "tactus/multibody/constraint_rows.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/tendon_branch.h"

namespace tactus::multibody {
namespace {

using Stop = Tendon::Stop;

Stop Point(int body, const Vector3d& p) {
  Stop stop{.body = body};
  stop.X_BS.translation() = p;
  return stop;
}

Stop Shape(Stop::Kind kind, int body, const Vector3d& p, double radius) {
  Stop stop = Point(body, p);
  stop.kind = kind;
  stop.radius = radius;
  stop.X_BS.linear() =
      Eigen::AngleAxisd(0.2, Vector3d(1, 2, 0).normalized()).matrix();
  return stop;
}

// Two links on hinges, a ball joint, and a body that floats.
struct Scene {
  ModelBuilder builder;
  int upper, lower, hand, loose;

  explicit Scene(double elbow_angle = -0.3) {
    const SpatialInertia inertia{.mass = 1,
                                 .I_Bcm = 0.1 * Matrix3d::Identity()};
    upper = builder.AddBody("upper", inertia);
    lower = builder.AddBody("lower", inertia);
    hand = builder.AddBody("hand", inertia);
    loose = builder.AddBody("loose", inertia);
    builder.AddJoint(
        {.name = "a", .type = JointType::kRevolute, .child = upper});
    Joint elbow{.name = "b",
                .type = JointType::kRevolute,
                .parent = upper,
                .child = lower,
                .default_position = elbow_angle};
    elbow.X_PF.translation() << 1, 0, 0;
    builder.AddJoint(elbow);
    Joint wrist{
        .name = "c", .type = JointType::kBall, .parent = lower, .child = hand};
    wrist.X_PF.translation() << 1, 0, 0;
    builder.AddJoint(wrist);
    builder.AddJoint(
        {.name = "d", .type = JointType::kFloating, .child = loose});
  }
};

Tendon AroundElbow(const Scene& s, Stop::Kind kind) {
  return {.name = "t",
          .path = {Point(0, {0.4, 0.2, 0.1}),
                   Shape(kind, s.upper, {1, 0, 0.05}, 0.3),
                   Point(s.lower, {0.8, 0.1, -0.1}),
                   Point(s.hand, {0.2, 0.3, 0.1})},
          .stiffness = 3};
}

// J v against differences of L along v, and the arcs that were there.
void CheckAgainstDifferences(const Model& model, int num_arcs) {
  const Tendon& tendon = model.tendons()[0];
  const VectorXd q = model.default_positions();
  TendonKinematics at;
  CalcTendon(model, tendon, q, &at);
  VectorXd J = VectorXd::Zero(model.num_velocities());
  for (const auto& term : at.terms) J[term.dof] += term.coefficient;
  const double h = 1e-5;
  for (int i = 0; i < model.num_velocities(); ++i) {
    VectorXd plus, minus;
    const VectorXd v = VectorXd::Unit(model.num_velocities(), i);
    IntegratePositions(model, q, v, h, &plus);
    IntegratePositions(model, q, v, -h, &minus);
    const double slope = (CalcTendonLength(model, tendon, plus) -
                          CalcTendonLength(model, tendon, minus)) /
                         (2 * h);
    CHECK(J[i] == Approx(slope).margin(1e-8).epsilon(1e-6));
  }
  PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  int num_corners = 0;
  double length = 0;
  for (const auto& [divisor, line] :
       CalcTendonBranches(position, tendon, 1e-3)) {
    for (std::size_t i = 1; i < line.size(); ++i)
      length += (line[i].p_W - line[i - 1].p_W).norm();
    num_corners += static_cast<int>(line.size());
  }
  CHECK((num_corners > 100) == (num_arcs > 0));
  const bool has_pulley = std::ranges::any_of(
      tendon.path, [](const Stop& s) { return s.kind == Stop::Kind::kPulley; });
  if (!has_pulley && tendon.terms.empty())
    CHECK(length == Approx(at.length).epsilon(1e-6));
}

TEST_CASE("CalcTendon: a path around a shape -> J is the derivative of L") {
  const auto kind = GENERATE(Stop::Kind::kSphere, Stop::Kind::kCylinder);
  const int side = GENERATE(0, 1, 2);  // None, across, inside.
  Scene s(side == 2 ? 1.5 : -0.3);
  Tendon tendon = AroundElbow(s, kind);
  if (side > 0) tendon.path[1].side_body = s.upper;
  tendon.path[1].p_BSide =
      side == 1 ? Vector3d(1, -0.9, 0.1) : Vector3d(1.05, 0.05, 0.05);
  if (side == 2) tendon.path[1].radius = 0.1;
  s.builder.AddTendon(tendon);
  CheckAgainstDifferences(*std::move(s.builder).Build(), side < 2 ? 1 : 0);
}

TEST_CASE(
    "CalcTendon: pulleys, joints and two trees -> J is the derivative "
    "of L") {
  Scene s;
  Tendon tendon = AroundElbow(s, Stop::Kind::kSphere);
  tendon.path.push_back({.kind = Stop::Kind::kPulley, .divisor = 3});
  tendon.path.push_back(Point(s.lower, {0.1, 0.2, 0.3}));
  tendon.path.push_back(Point(s.loose, {0.2, 3, 0.1}));
  tendon.terms = {{.joint = 1, .coefficient = 0.7}};
  tendon.offset = 0.3;
  s.builder.AddTendon(tendon);
  CheckAgainstDifferences(*std::move(s.builder).Build(), 1);
}

TEST_CASE("CalcTendon: a pulley -> a branch counts by its divisor") {
  ModelBuilder builder;
  builder.AddTendon({.path = {Point(0, {0, 0, 0}),
                              Point(0, {0, 0, 2}),
                              {.kind = Stop::Kind::kPulley, .divisor = 4},
                              Point(0, {1, 0, 0}),
                              Point(0, {4, 0, 0})},
                     .offset = 0.5});
  const auto model = std::move(builder).Build();
  TendonKinematics at;
  CalcTendon(*model, model->tendons()[0], VectorXd(), &at);
  CHECK(at.length == 0.5 + 2 + 0.75);
  CHECK(at.terms.empty());
}

TEST_CASE("CalcTendonBranches: corners -> their bodies, pulleys -> divisors") {
  Scene s;
  Tendon tendon = AroundElbow(s, Stop::Kind::kSphere);
  tendon.path.push_back({.kind = Stop::Kind::kPulley, .divisor = 3});
  tendon.path.push_back(Point(s.lower, {0.1, 0.2, 0.3}));
  tendon.path.push_back(Point(s.loose, {0.2, 3, 0.1}));
  s.builder.AddTendon(tendon);
  const auto model = std::move(s.builder).Build();
  PositionKinematics position;
  CalcPositionKinematics(*model, model->default_positions(), &position);
  const auto& path = model->tendons()[0].path;
  const auto branches = CalcTendonBranches(position, model->tendons()[0]);
  REQUIRE(branches.size() == 2);
  CHECK(branches[0].divisor == 1);
  CHECK(branches[1].divisor == 3);
  const auto& corners = branches[0].corners;
  REQUIRE(corners.size() > 3);
  CHECK(corners.front().body == path[0].body);
  const std::size_t last = corners.size() - 1;
  CHECK(corners[last - 1].body == path[2].body);
  CHECK(corners[last].body == path[3].body);
  const Vector3d center =
      position.X_WB[path[1].body] * path[1].X_BS.translation();
  for (std::size_t i = 1; i + 1 < last; ++i) {
    CHECK(corners[i].body == path[1].body);
    CHECK((corners[i].p_W - center).norm() == Approx(path[1].radius));
  }
  CHECK(branches[1].corners[1].p_W ==
        position.X_WB[path[6].body] * path[6].X_BS.translation());
}

TEST_CASE("CalcTendon: a shape -> in the way of the one segment it stands in") {
  ModelBuilder builder;
  builder.AddTendon({.path = {Point(0, {-1, 0, 0}),
                              Shape(Stop::Kind::kSphere, 0, {0, 0, 0}, 0.5),
                              Point(0, {1, 0, 0}), Point(0, {-1, 0, 0})}});
  const auto model = std::move(builder).Build();
  const double around =
      2 * std::sqrt(0.75) + 0.5 * (std::acos(-1) - 2 * std::acos(0.5));
  CHECK(CalcTendonLength(*model, model->tendons()[0], VectorXd()) ==
        Approx(around + 2));
}

// What is welded to the world comes first in a model, whenever it was added.
TEST_CASE(
    "CalcTendon: bodies in another order than their trees' -> the same "
    "path") {
  ModelBuilder builder;
  const SpatialInertia inertia{.mass = 1, .I_Bcm = Matrix3d::Identity()};
  const int arm = builder.AddBody("arm", inertia);
  const int post = builder.AddBody("post", inertia);
  builder.AddJoint({.name = "a", .type = JointType::kRevolute, .child = arm});
  Joint weld{.name = "w", .type = JointType::kWeld, .child = post};
  weld.X_PF.translation() << 0, 3, 0;
  builder.AddJoint(weld);
  Stop ball = Shape(Stop::Kind::kSphere, arm, {2, 0, 0}, 0.5);
  ball.side_body = post;
  ball.p_BSide << 2, 7, 0;
  builder.AddTendon(
      {.path = {Point(arm, {4, 0, 0}), ball, Point(post, {0, -3, 0})}});
  const auto model = std::move(builder).Build();
  const double around =
      2 * std::sqrt(3.75) + 0.5 * (std::acos(-1) - 2 * std::acos(0.25));
  CHECK(CalcTendonLength(*model, model->tendons()[0], VectorXd::Zero(1)) ==
        Approx(around));
  PositionKinematics position;
  CalcPositionKinematics(*model, VectorXd::Zero(1), &position);
  const auto corners =
      CalcTendonBranches(position, model->tendons()[0])[0].corners;
  CHECK(corners[corners.size() / 2].p_W.y() > 0.4);
}

// What moves all of a path together has no part in its length.
TEST_CASE("CalcTendon: dofs -> terms of those between its bodies alone") {
  Scene s;
  s.builder.AddTendon(
      {.path = {Point(s.upper, {0, 1, 0}), Point(s.lower, {1, 0, 0})}});
  const auto model = std::move(s.builder).Build();
  TendonKinematics at;
  CalcTendon(*model, model->tendons()[0], model->default_positions(), &at);
  REQUIRE(at.terms.size() == 1);
  CHECK(at.terms[0].dof == model->joints()[1].v_start);
}

TEST_CASE(
    "Tendon forces: a spring on a path -> minus the gradient of its "
    "energy") {
  Scene s;
  Tendon tendon = AroundElbow(s, Stop::Kind::kSphere);
  tendon.rest_lower = 0.2;
  tendon.rest_upper = 0.5;
  s.builder.AddTendon(tendon);
  s.builder.set_gravity(Vector3d::Zero());
  const auto model = std::move(s.builder).Build();
  const VectorXd q = model->default_positions();
  VectorXd tau = VectorXd::Zero(model->num_velocities());
  AddTendonForces(*model, q, tau, &tau);
  const auto energy = [&](double h, int i) {
    VectorXd moved;
    IntegratePositions(*model, q, VectorXd::Unit(tau.size(), i), h, &moved);
    PositionKinematics position;
    CalcPositionKinematics(*model, moved, &position);
    return CalcPotentialEnergy(*model, position, moved);
  };
  CHECK(tau.norm() > 0.1);
  for (int i = 0; i < tau.size(); ++i) {
    const double slope = (energy(1e-5, i) - energy(-1e-5, i)) / 2e-5;
    CHECK(tau[i] == Approx(-slope).margin(1e-8).epsilon(1e-6));
  }
}

TEST_CASE("Build: paths that cannot be -> refused by name") {
  const auto build = [](std::vector<Stop> path) {
    ModelBuilder builder;
    builder.AddTendon({.name = "rope", .path = std::move(path)});
    std::move(builder).Build();
  };
  const Stop a = Point(0, {0, 0, 0}), b = Point(0, {1, 0, 0});
  const Stop ball = Shape(Stop::Kind::kSphere, 0, {0, 0, 0}, 1);
  const Stop pulley{.kind = Stop::Kind::kPulley, .divisor = 2};
  CHECK_NOTHROW(build({a, ball, b}));
  CHECK_NOTHROW(build({a, b, pulley, a, b}));
  CHECK_THROWS_WITH(build({a}), Catch::Contains("'rope'"));
  CHECK_THROWS_WITH(build({a, ball}), Catch::Contains("two points"));
  CHECK_THROWS_WITH(build({ball, a, b}), Catch::Contains("between two points"));
  CHECK_THROWS_WITH(build({a, ball, ball, b}),
                    Catch::Contains("between two points"));
  CHECK_THROWS_WITH(build({a, b, pulley}), Catch::Contains("two points"));
  CHECK_THROWS_WITH(
      build({a, b, {.kind = Stop::Kind::kPulley, .divisor = 0}, a, b}),
      Catch::Contains("divisor"));
  CHECK_THROWS_WITH(build({a, Point(7, {0, 0, 0})}), Catch::Contains("7"));
  CHECK_THROWS_WITH(build({a, Shape(Stop::Kind::kSphere, 0, {0, 0, 0}, 0), b}),
                    Catch::Contains("radius"));
}

}  // namespace
}  // namespace tactus::multibody
