// Derivatives of Dojo's steps through couplers, and limits of ball joints.
#include "integrators/dojo/step_differences.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/constraint_rows.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::integrators {
namespace {

using multibody::JointCoupler;
using multibody::JointType;
using multibody::ModelBuilder;
using multibody::Parameter;
using multibody::Tendon;
using multibody::test::Random;
using test::Case;
using test::CheckAll;
using test::Tight;
using Kind = Parameter::Kind;

Tendon::Stop Point(int body, const Vector3d& p) {
  Tendon::Stop stop{.body = body};
  stop.X_BS.translation() = p;
  return stop;
}

// An arm of three hinges and a ball joint, and a cart on a rail, with a rope
// and a sum of angles, coupled as asked.
std::shared_ptr<const multibody::Model> BuildArm(const JointCoupler& coupler) {
  ModelBuilder builder;
  Random random(12);
  builder.set_gravity(random.Vector3(8));
  for (const char* name : {"upper", "lower", "hand", "cart"})
    builder.AddBody(name, random.Inertia());
  for (int i = 0; i < 4; ++i) {
    RigidTransform X_PF = RigidTransform::Identity();
    if (i > 0 && i < 3) X_PF.translation() << 0.1, 0.05, -0.4;
    builder.AddJoint({.name = "joint" + std::to_string(i),
                      .type = i == 3   ? JointType::kPrismatic
                              : i == 2 ? JointType::kBall
                                       : JointType::kRevolute,
                      .parent = i == 3 ? 0 : i,
                      .child = i + 1,
                      .X_PF = X_PF,
                      .axis_F = random.Vector3().normalized()});
  }
  builder.AddTendon(
      {.name = "rope",
       .path = {Point(0, {0.5, 0.2, 0.1}), Point(1, {0.1, 0.1, -0.3}),
                Point(3, {0.05, -0.1, -0.2}), Point(4, {0.1, 0.3, 0})}});
  builder.AddTendon({.name = "sum",
                     .terms = {{.joint = 0, .coefficient = 0.4},
                               {.joint = 3, .coefficient = -1.5}}});
  builder.AddCoupler(coupler);
  return std::move(builder).Build();
}

// Near to where the coupler is kept.
Case MakeArm(JointCoupler coupler) {
  Case c;
  c.options = Tight(1e-4);
  c.h = 0.02;
  c.model = BuildArm(coupler);
  Random random(5);
  c.q = multibody::test::MakeRandomPositions(*c.model, &random);
  c.v = random.Vector(c.model->num_velocities(), 1.5);
  coupler.reference_a =
      multibody::CalcCouplerError(*c.model, coupler, c.q).error + 1e-4;
  c.model = BuildArm(coupler);
  c.parameters = {{Kind::kMass, 2, 0},
                  {Kind::kCenterOfMass, 1, 0},
                  {Kind::kJointPosition, 1, 0},
                  {Kind::kJointPosition, 2, 1}};
  return c;
}

JointCoupler MakeCoupler(int joint_a, int joint_b, int tendon_a, int tendon_b) {
  return {.name = "coupler",
          .joint_a = joint_a,
          .joint_b = joint_b,
          .tendon_a = tendon_a,
          .tendon_b = tendon_b,
          .reference_b = -0.2,
          .coefficients = {0, 0.7, -0.8, 0.6, 0.25}};
}

TEST_CASE("Dojo's derivatives: curved couplers of joints -> differences") {
  CheckAll(MakeArm(MakeCoupler(0, 1, -1, -1)), 1e-6, 1e-5, false);
  CheckAll(MakeArm(MakeCoupler(1, 3, -1, -1)), 1e-6, 1e-5, false);
}

TEST_CASE("Dojo's derivatives: couplers of lengths of paths -> differences") {
  // Held as it is, by the sum, and the sum by it.
  CheckAll(MakeArm(MakeCoupler(-1, -1, 0, -1)), 1e-6, 1e-5, false);
  CheckAll(MakeArm(MakeCoupler(-1, -1, 0, 1)), 1e-6, 1e-5, false);
  CheckAll(MakeArm(MakeCoupler(-1, -1, 1, 0)), 1e-6, 1e-5, false);
}

// An arm on a hinge, and a hand on a ball joint that may turn by `max_angle`.
Case MakeShoulder(double max_angle, const Vector3d& turn) {
  ModelBuilder builder;
  Random random(9);
  builder.AddBody("arm", random.Inertia());
  builder.AddBody("hand", random.Inertia());
  builder.AddJoint({.name = "hinge",
                    .type = JointType::kRevolute,
                    .child = 1,
                    .axis_F = Vector3d::UnitY()});
  builder.AddJoint({.name = "shoulder",
                    .type = JointType::kBall,
                    .parent = 1,
                    .child = 2,
                    .X_PF = random.Pose(),
                    .X_CM = random.Pose(),
                    .max_angle = max_angle});
  Case c;
  c.options = Tight(1e-4);
  c.h = 0.02;
  c.model = std::move(builder).Build();
  c.q = VectorXd::Zero(5);
  c.q[0] = 0.4;
  const Eigen::Quaterniond R(Eigen::AngleAxisd(turn.norm(), turn.normalized()));
  c.q.tail<4>() << R.w(), R.vec();
  c.v = random.Vector(4, 1);
  c.v.tail<3>() += 1.5 * turn.normalized();
  c.parameters = {{Kind::kMass, 2, 0},
                  {Kind::kCenterOfMass, 2, 1},
                  {Kind::kJointPosition, 1, 0}};
  return c;
}

TEST_CASE("Dojo's derivatives: a ball joint and its limit -> differences") {
  const Vector3d turn(0.5, -0.6, 0.3);
  // Free, near, at and beyond the limit, and nearly half around.
  for (const double beyond : {0.5, 0.02, 1e-3, -1e-3}) {
    CAPTURE(beyond);
    CheckAll(MakeShoulder(turn.norm() + beyond, turn), 1e-6, 1e-5, false);
  }
  CheckAll(MakeShoulder(2.9, 2.88 * turn.normalized()), 1e-6, 1e-5, false);
}

}  // namespace
}  // namespace tactus::integrators
