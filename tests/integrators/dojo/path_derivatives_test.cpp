// Derivatives of Dojo's steps through paths of tendons, and through muscles.
#include <string>

#include "integrators/dojo/step_differences.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"
#include "tactus/multibody/tendon_branch.h"

namespace tactus::integrators {
namespace {

using multibody::Actuator;
using multibody::JointType;
using multibody::ModelBuilder;
using multibody::Parameter;
using multibody::Tendon;
using multibody::TendonSpan;
using multibody::test::Random;
using test::Case;
using test::CheckParameters;
using test::Differences;
using test::Tight;
using Kind = Parameter::Kind;

Tendon::Stop Point(int body, const Vector3d& p) {
  Tendon::Stop stop{.body = body};
  stop.X_BS.translation() = p;
  return stop;
}

// Two links on a hinge and a ball joint, a body that floats, and for each law a
// rope from the world past the second link to the third body, its end over a
// pulley. The hinge has a limit, whose row has terms of its own.
Case MakeCase(const std::vector<Tendon>& laws, std::vector<Actuator> actuators,
              const std::vector<Tendon::Stop>& shapes = {}) {
  ModelBuilder builder;
  Random random(8);
  const int upper = builder.AddBody("upper", random.Inertia());
  const int lower = builder.AddBody("lower", random.Inertia());
  const int loose = builder.AddBody("loose", random.Inertia());
  builder.AddJoint({.name = "shoulder",
                    .type = JointType::kRevolute,
                    .child = upper,
                    .axis_F = Vector3d::UnitY(),
                    .lower = -2,
                    .upper = 2});
  RigidTransform X_PF = RigidTransform::Identity();
  X_PF.translation() << 0.1, 0.05, -0.5;
  builder.AddJoint({.name = "elbow",
                    .type = JointType::kBall,
                    .parent = upper,
                    .child = lower,
                    .X_PF = X_PF});
  for (const Tendon& law : laws) {
    Tendon rope = law;
    rope.name =
        "rope" + (&law == &laws[0] ? "" : std::to_string(&law - &laws[0]));
    rope.terms = {{.joint = 0, .coefficient = 0.2}};
    rope.path = {Point(0, {0.5, 0.2, 0.1}),
                 Point(upper, {0.1, 0.1, -0.3}),
                 Point(lower, {0.05, -0.1, -0.2}),
                 Point(loose, {0.1, 0.1, 0}),
                 {.kind = Tendon::Stop::Kind::kPulley, .divisor = 2},
                 Point(loose, {-0.1, 0.05, 0.1}),
                 Point(0, {1, 0, 0.3})};
    // Behind the second point, and the first behind the pulley.
    for (int i = 0; i < std::ssize(shapes); ++i)
      rope.path.insert(rope.path.begin() + 5 * i + 2, shapes[i]);
    builder.AddTendon(rope);
  }
  for (Actuator& actuator : actuators) {
    actuator.tendon = 0;
    actuator.joint = -1;
    builder.AddActuator(actuator);
  }
  Case c;
  c.options = Tight(1e-4);
  c.model = std::move(builder).Build();
  c.q = c.model->default_positions();
  c.q[0] = 0.4;
  c.q.segment<4>(1) = random.Rotation().coeffs();
  multibody::RetractPositions(*c.model, VectorXd(c.q),
                              random.Vector(c.model->num_velocities(), 0.5),
                              &c.q);
  c.v = random.Vector(c.model->num_velocities(), 1.5);
  c.inputs.actuation = VectorXd::Zero(c.model->num_actuators());
  c.parameters = {{Kind::kMass, lower, 0},
                  {Kind::kCenterOfMass, upper, 0},
                  {Kind::kJointPosition, 0, 0},
                  {Kind::kJointPosition, 1, 1},
                  {Kind::kJointPosition, 1, 2}};
  return c;
}

double LengthOf(const Case& c) {
  multibody::TendonKinematics at;
  multibody::CalcTendon(*c.model, c.model->tendons()[0], c.q, &at);
  return at.length;
}

double RateOf(const Case& c) {
  multibody::TendonKinematics at;
  multibody::CalcTendon(*c.model, c.model->tendons()[0], c.q, &at);
  return contact::CalcRate(at.terms, c.v);
}

void Check(const Case& c) {
  Differences differences(c);
  CHECK(differences.ByPosition(1e-5) < 1e-6);
  CHECK(differences.ByVelocity(1e-4) < 1e-6);
  CHECK(differences.ByForce(1e-4) < 1e-6);
  if (c.model->num_actuators() > 0) CHECK(differences.ByControl(1e-4) < 1e-6);
  CheckParameters(c, 1e-5, 1e-5, &differences);
}

// The same rope at the state of a case: its laws are about its length there.
Case Make(const std::function<Tendon(double)>& law_at,
          const std::vector<Actuator>& actuators = {}) {
  const double length = LengthOf(MakeCase({{.stiffness = 1}}, {}));
  return MakeCase({law_at(length)}, actuators);
}

TEST_CASE("Dojo's derivatives: a spring and damper on a path -> differences") {
  // Stretched, slack, and damped alone.
  Check(Make([](double L) {
    return Tendon{.rest_lower = L - 0.2,
                  .rest_upper = L - 0.1,
                  .stiffness = 200,
                  .damping = 20};
  }));
  Check(Make([](double L) {
    return Tendon{.rest_lower = L - 0.2,
                  .rest_upper = L + 0.1,
                  .stiffness = 200,
                  .damping = 20};
  }));
}

TEST_CASE("Dojo's derivatives: a path at its limits -> differences") {
  Case c =
      Make([](double L) { return Tendon{.lower = L - 5, .upper = L + 1e-3}; });
  if (RateOf(c) < 0) c.v = -c.v;
  Check(c);
  c = Make([](double L) { return Tendon{.lower = L - 1e-3, .upper = L + 5}; });
  if (RateOf(c) > 0) c.v = -c.v;
  Check(c);
}

TEST_CASE("Dojo's derivatives: dry friction along a path -> differences") {
  for (const double friction : {0.5, 30.0}) {
    Check(Make([&](double) { return Tendon{.dry_friction = friction}; }));
  }
}

TEST_CASE("Dojo's derivatives: motors on a path -> differences") {
  const auto spring = [](double L) {
    return Tendon{.rest_upper = L - 0.1, .stiffness = 20};
  };
  // A motor, a servo, one at its limit, and one that only follows the speed
  // and drives.
  const Actuator motor{.name = "motor", .gear = 1.5};
  const Actuator servo{
      .name = "servo", .gear = 0.7, .gain = 30, .bias1 = -30, .bias2 = -2};
  Actuator limited = servo;
  limited.force_upper = 1;
  limited.force_lower = -1;
  const Actuator driving{.name = "driving", .gain = 2, .bias2 = 1.5};
  // Gains that follow length and speed, which damp, are at their limit, drive.
  const Actuator varying{.name = "varying",
                         .gear = 0.7,
                         .gain = 10,
                         .gain1 = -15,
                         .gain2 = -2,
                         .bias1 = -5};
  Actuator limited_gain = varying;
  limited_gain.force_upper = 1;
  limited_gain.force_lower = -1;
  Actuator driving_gain = varying;
  driving_gain.gain1 = 0;
  driving_gain.gain2 = 1.5;
  driving_gain.bias1 = 0;
  for (const Actuator& actuator :
       {motor, servo, limited, driving, varying, limited_gain, driving_gain}) {
    INFO(actuator.name << " " << actuator.force_upper);
    Case c = Make(spring, {actuator});
    c.inputs.actuation[0] = 1.2;
    Check(c);
  }
}

Actuator MakeMuscle(double length, double L, double speed) {
  multibody::Muscle muscle{.peak_force = 60};
  const double L0 = length / 2;
  muscle.max_velocity = speed / L0;
  // L = 0.75 at length_lower, 1.05 at length_upper.
  muscle.length_lower = length - (L - 0.75) * L0;
  muscle.length_upper = muscle.length_lower + 0.3 * L0;
  return {.name = "muscle",
          .control_lower = 0,
          .control_upper = 1,
          .muscle = muscle};
}

TEST_CASE("Dojo's derivatives: muscles on a path -> differences") {
  const double length = LengthOf(MakeCase({{.stiffness = 1}}, {}));
  // Short and long, slow and fast, rested and tense; shortening and not.
  const auto [L, speed, u] = GENERATE(table<double, double, double>(
      {{0.7, 3, 0.6}, {0.9, 3, 0.3}, {1.2, 3, 0.9}, {1.4, 8, 0.5}}));
  const double sign = GENERATE(-1.0, 1.0);
  CAPTURE(L, speed, u, sign);
  Case c = MakeCase({{.stiffness = 1}}, {MakeMuscle(length, L, speed)});
  c.inputs.actuation[0] = u;
  if (RateOf(c) * sign < 0) c.v = -c.v;
  Check(c);
}

TEST_CASE("Dojo's derivatives: a muscle at its limit -> differences") {
  const double length = LengthOf(MakeCase({{.stiffness = 1}}, {}));
  Actuator muscle = MakeMuscle(length, 1.2, 3);
  muscle.force_lower = -8;
  muscle.gear = 1.1;
  Case c = MakeCase({{.stiffness = 1}}, {muscle});
  c.inputs.actuation[0] = 0.7;
  Check(c);
}

// A hinge, and a slider on the link that it carries, each with the muscle; the
// hand on the slider touches the ground or does not.
Case MakeArm(Actuator muscle, double length, double height) {
  ModelBuilder builder;
  Random random(5);
  builder.AddGeometry(
      {.name = "ground",
       .body = 0,
       .shape = contact::HalfSpace{},
       .material = {.static_friction = 0.6, .dynamic_friction = 0.6}});
  RigidTransform X_PF = RigidTransform::Identity();
  X_PF.translation().z() = height;
  const int upper = builder.AddBody("upper", random.Inertia());
  const int hand = builder.AddBody("hand", random.Inertia());
  builder.AddJoint({.name = "shoulder",
                    .type = JointType::kRevolute,
                    .parent = 0,
                    .child = upper,
                    .X_PF = X_PF,
                    .axis_F = Vector3d::UnitY(),
                    .damping = 0.3});
  builder.AddJoint({.name = "slide",
                    .type = JointType::kPrismatic,
                    .parent = upper,
                    .child = hand,
                    .axis_F = Vector3d(0.6, 0, -0.8),
                    .damping = 0.2});
  builder.AddGeometry(
      {.name = "hand",
       .body = hand,
       .shape = contact::Sphere{0.05},
       .material = {.static_friction = 0.6, .dynamic_friction = 0.6}});
  for (const int joint : {0, 1}) {
    muscle.name = "muscle" + std::to_string(joint);
    muscle.joint = joint;
    builder.AddActuator(muscle);
  }
  Case c;
  c.options = Tight(1e-4);
  c.model = std::move(builder).Build();
  c.q = VectorXd::Constant(2, length / muscle.gear);
  c.v = Vector2d(1.3, -0.9);
  c.inputs.actuation = VectorXd::Zero(2);
  c.parameters = {{Kind::kMass, hand, 0},
                  {Kind::kCenterOfMass, upper, 0},
                  {Kind::kJointPosition, 1, 2},
                  {Kind::kGeometryPosition, 1, 0}};
  return c;
}

TEST_CASE("Dojo's derivatives: muscles on joints -> differences") {
  // As above, in flight and on the ground; a gear makes lengths of angles.
  const auto [L, speed, u] = GENERATE(table<double, double, double>(
      {{0.7, 3, 0.6}, {0.9, 3, 0.3}, {1.2, 3, 0.9}, {1.4, 8, 0.5}}));
  const double sign = GENERATE(-1.0, 1.0);
  const bool touches = GENERATE(false, true);
  CAPTURE(L, speed, u, sign, touches);
  constexpr double kLength = 0.4;
  Actuator muscle = MakeMuscle(kLength, L, speed);
  muscle.gear = 2;
  Case c = MakeArm(muscle, kLength, touches ? 0.232 : 2);
  c.inputs.actuation.setConstant(u);
  c.v *= sign;
  CHECK(Differences(c).num_contacts() == (touches ? 1 : 0));
  Check(c);
}

// Around a sphere on the second link, and a cylinder of the world, in the
// middle of the segments that they stand in, and a bit beside.
TEST_CASE("Dojo's derivatives: a path around shapes -> differences") {
  using StopKind = Tendon::Stop::Kind;
  const Case bare = MakeCase({{.stiffness = 1}}, {});
  multibody::PositionKinematics position;
  CalcPositionKinematics(*bare.model, bare.q, &position);
  const auto spans = CalcTendonSpans(position, bare.model->tendons()[0]);
  const auto make = [&](StopKind kind, int body, const TendonSpan& span) {
    Tendon::Stop shape{.kind = kind, .body = body, .radius = 0.06};
    shape.X_BS = Random(2).Pose();
    shape.X_BS.translation() =
        position.X_WB[body].inverse() * ((span.a.p_W + span.b.p_W) / 2) +
        Vector3d(0.01, -0.02, 0.015);
    return shape;
  };
  const std::vector<Tendon::Stop> shapes = {
      make(StopKind::kSphere, 2, spans[1]),
      make(StopKind::kCylinder, 0, spans[3])};
  const double length = LengthOf(MakeCase({{.stiffness = 1}}, {}, shapes));
  const Tendon spring{.rest_lower = length - 0.2,
                      .rest_upper = length - 0.1,
                      .stiffness = 200,
                      .damping = 20};
  const Tendon taut{.lower = length - 5, .upper = length + 1e-3};
  for (const Tendon& law : {spring, taut}) {
    Case c = MakeCase({law}, {}, shapes);
    CalcPositionKinematics(*c.model, c.q, &position);
    int num_around = 0;
    for (const auto& span : CalcTendonSpans(position, c.model->tendons()[0]))
      num_around += span.around.has_value();
    CHECK(num_around == 2);
    if (RateOf(c) < 0) c.v = -c.v;
    Check(c);
  }
}

// Rows are told apart by their tendon, not by their numbers alone.
TEST_CASE("Dojo's derivatives: two ropes on one path -> differences") {
  const double length = LengthOf(MakeCase({{.stiffness = 1}}, {}));
  Check(MakeCase({{.rest_upper = length - 0.1, .stiffness = 100, .damping = 5},
                  {.dry_friction = 0.7},
                  {.lower = length - 5, .upper = length + 0.01, .damping = 2}},
                 {}));
}

// Nothing else ties the trees together, so that they are islands of their own,
// and the pull on each turns with the other.
TEST_CASE("Dojo's derivatives: a motor alone between trees -> differences") {
  Case c = MakeCase({Tendon{}}, {{.name = "motor", .gear = 1.5}});
  c.inputs.actuation[0] = 4;
  Check(c);
}

}  // namespace
}  // namespace tactus::integrators
