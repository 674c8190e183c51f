#include "tactus/multibody/start_projection.h"

#include <cmath>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;

const SpatialInertia kInertia{.mass = 1,
                              .p_BoBcm = {0.01, 0, 0.02},
                              .I_Bcm = 0.01 * Matrix3d::Identity()};

ModelBuilder MakeTwo() {
  ModelBuilder builder;
  builder.AddBody("a", kInertia);
  builder.AddBody("b", {.mass = 4, .I_Bcm = 0.1 * Matrix3d::Identity()});
  return builder;
}

// Centres of mass that nothing pulls at stay where they are, and so the lighter
// body goes four times as far.
TEST_CASE(
    "ProjectToConstraints: bodies on a rod -> moved by the inverse of their "
    "masses") {
  ModelBuilder builder;
  builder.AddBody("a", {.mass = 1, .I_Bcm = 0.1 * Matrix3d::Identity()});
  builder.AddBody("b", {.mass = 4, .I_Bcm = 0.1 * Matrix3d::Identity()});
  builder.AddConstraint({.name = "rod",
                         .type = ConstraintType::kDistance,
                         .body_a = 1,
                         .body_b = 2,
                         .distance = 0.5});
  const auto model = std::move(builder).Build();
  VectorXd q = model->default_positions(), v = VectorXd::Zero(12);
  q[7] = 1.5;
  v[3] = 2;
  const auto corrected = ProjectToConstraints(*model, &q, &v);
  CHECK(q[0] == Approx(0.8).epsilon(1e-12));
  CHECK(q[7] == Approx(1.3).epsilon(1e-12));
  // The blow that ends the approach leaves both at the same speed.
  CHECK(v[3] == Approx(0.4).epsilon(1e-12));
  CHECK(v[9] == Approx(0.4).epsilon(1e-12));
  REQUIRE(corrected.size() == 2);
  CHECK(corrected[0].what == "the position of distance 'rod'");
  CHECK(corrected[0].unit == "m");
  CHECK(corrected[0].before == Approx(1));
  CHECK(corrected[0].after < 1e-12);
  CHECK(corrected[1].what == "the rate of the position of distance 'rod'");
  CHECK(corrected[1].unit == "m/s");
  CHECK(corrected[1].before == Approx(2));
  CHECK(ProjectToConstraints(*model, &q, &v).empty());
}

TEST_CASE(
    "ProjectToConstraints: a weld, half a metre and 150 degrees off -> "
    "closed") {
  ModelBuilder builder = MakeTwo();
  const RigidTransform X_BQ =
      Eigen::Translation3d(0.1, 0.2, -0.3) *
      Eigen::AngleAxisd(0.7, Vector3d(1, 2, 2).normalized());
  builder.AddConstraint(
      {.name = "glue", .body_a = 1, .body_b = 2, .X_BQ = X_BQ});
  const auto model = std::move(builder).Build();
  VectorXd q = model->default_positions(), v = VectorXd::Zero(12);
  q.segment<3>(7) << 0.3, -0.3, 0.25;
  q.segment<4>(10) << std::cos(1.3), 0, 0, std::sin(1.3);
  ProjectToConstraints(*model, &q, &v);
  PositionKinematics at;
  CalcPositionKinematics(*model, q, &at);
  CHECK((at.X_WB[1].matrix() - (at.X_WB[2] * X_BQ).matrix()).norm() < 1e-10);
  CHECK(q.segment<4>(3).norm() == Approx(1).epsilon(1e-14));
}

/// Sliders along x and y that a rod of 1 m joins, with upper limits.
std::shared_ptr<const Model> MakeSliders(const Vector2d& upper) {
  ModelBuilder builder;
  for (const int axis : {0, 1}) {
    const int body = builder.AddBody(axis == 0 ? "x" : "y", kInertia);
    builder.AddJoint({.name = axis == 0 ? "x" : "y",
                      .type = JointType::kPrismatic,
                      .parent = 0,
                      .child = body,
                      .axis_F = Vector3d::Unit(axis),
                      .upper = upper[axis]});
  }
  builder.AddConstraint({.name = "rod",
                         .type = ConstraintType::kDistance,
                         .body_a = 1,
                         .body_b = 2,
                         .distance = 1});
  return std::move(builder).Build();
}

TEST_CASE(
    "ProjectToConstraints: joints with limits -> on the rod, within the "
    "limits") {
  for (const double upper : {10.0, 0.65}) {
    const auto model = MakeSliders({upper, 10});
    VectorXd q = Vector2d(0.6, 0.3), v = VectorXd::Zero(2);
    const auto corrected = ProjectToConstraints(*model, &q, &v);
    CHECK(corrected.size() == 1);
    CHECK(q.norm() == Approx(1).epsilon(1e-9));
    CHECK(q[0] <= upper + 1e-9);
    if (upper < 1) CHECK(q[0] == Approx(upper).margin(1e-9));
  }
}

TEST_CASE(
    "ProjectToConstraints: a rod out of reach -> the errors that are left") {
  const auto model = MakeSliders({0.5, 0.5});
  VectorXd q = Vector2d(0.3, 0.2), v = VectorXd::Zero(2);
  const auto corrected = ProjectToConstraints(*model, &q, &v);
  REQUIRE(corrected.size() == 3);
  CHECK(corrected[0].what == "the position of distance 'rod'");
  CHECK(corrected[0].after > 0.1);
  CHECK(corrected[1].what == "a limit of joint 'x'");
  CHECK(corrected[2].what == "a limit of joint 'y'");
  CHECK(corrected[2].unit == "m");
  CHECK(corrected[2].before == 0);
  CHECK(corrected[2].after > 0.1);
  CHECK(q.allFinite());
}

TEST_CASE(
    "ProjectToConstraints: couplers and locks -> met, as are their rates") {
  ModelBuilder builder;
  int joints[3];
  for (int i = 0; i < 3; ++i) {
    const std::string name = "j" + std::to_string(i);
    const int body = builder.AddBody(name, kInertia);
    joints[i] = builder.AddJoint({.name = name,
                                  .type = JointType::kRevolute,
                                  .parent = 0,
                                  .child = body,
                                  .axis_F = Vector3d::UnitX(),
                                  .is_locked = i == 2,
                                  .default_position = i == 2 ? 0.4 : 0});
  }
  builder.AddCoupler({.name = "mimic",
                      .joint_a = joints[0],
                      .joint_b = joints[1],
                      .coefficients = {0.1, 2, 0.5, 0, 0}});
  const auto model = std::move(builder).Build();
  VectorXd q = Vector3d(1, 0.2, 0.7), v = Vector3d(1, 1, 1);
  const auto corrected = ProjectToConstraints(*model, &q, &v);
  CHECK(q[0] == Approx(0.1 + 2 * q[1] + 0.5 * q[1] * q[1]).epsilon(1e-12));
  CHECK(q[1] == 0.2);  // What leads stays.
  CHECK(v[1] == 1);
  CHECK(q[2] == Approx(0.4).epsilon(1e-12));
  CHECK(v[0] == Approx((2 + q[1]) * v[1]).epsilon(1e-12));
  CHECK(std::abs(v[2]) < 1e-12);
  REQUIRE(corrected.size() == 4);
  CHECK_THAT(corrected[0].what, Contains("coupler 'mimic' of joint 'j0'"));
  CHECK(corrected[0].before == Approx(1 - 0.1 - 0.4 - 0.02));
  CHECK(corrected[1].what == "the lock of joint 'j2'");
  CHECK(corrected[1].before == Approx(0.3));
}

// A chain of joints, heavy at its end, so that the least kinetic energy would
// move what leads by far more than what follows.
class Followers {
 public:
  Followers() {
    for (int i = 0; i < 4; ++i) {
      const std::string name = "j" + std::to_string(i);
      const int body = builder_.AddBody(
          name, {.mass = 1, .I_Bcm = (1 + 10 * i) * Matrix3d::Identity()});
      joints_[i] = builder_.AddJoint({.name = name,
                                      .type = JointType::kRevolute,
                                      .parent = body - 1,
                                      .child = body,
                                      .axis_F = Vector3d::UnitX(),
                                      .lower = -1.5,
                                      .upper = 1.5});
    }
  }
  // q of the joint a is to be `factor` times that of b.
  void Couple(int a, int b, double factor) {
    builder_.AddCoupler({.name = "c" + std::to_string(a) + std::to_string(b),
                         .joint_a = joints_[a],
                         .joint_b = joints_[b],
                         .coefficients = {0, factor, 0, 0, 0}});
  }
  void Project(VectorXd* q, VectorXd* v) {
    ProjectToConstraints(*std::move(builder_).Build(), q, v);
  }

 private:
  ModelBuilder builder_;
  int joints_[4];
};

TEST_CASE("ProjectToConstraints: followers in a row -> what leads stays") {
  Followers followers;
  followers.Couple(3, 2, -2);  // 1 leads 2, and 2 leads 3.
  followers.Couple(2, 1, 0.5);
  VectorXd q = Eigen::Vector4d(0.3, 0.8, 0, 0), v = Eigen::Vector4d(1, 2, 0, 0);
  followers.Project(&q, &v);
  CHECK((q - Eigen::Vector4d(0.3, 0.8, 0.4, -0.8)).norm() < 1e-15);
  CHECK((v - Eigen::Vector4d(1, 2, 1, -2)).norm() < 1e-14);
}

// Not farther than that the follower is at its limit.
TEST_CASE("ProjectToConstraints: a follower at its limit -> what leads moves") {
  Followers followers;
  followers.Couple(1, 0, 3);
  VectorXd q = Eigen::Vector4d(0.8, 0, 0.2, 0), v = VectorXd::Zero(4);
  followers.Project(&q, &v);
  CHECK(q[0] == Approx(0.5).epsilon(1e-8));
  CHECK(q[1] == Approx(1.5).epsilon(1e-8));
}

// q0 = 2 q1 and q1 = 2 q0 in a circle, and q3 of two leaders: each way holds
// in the end.
TEST_CASE("ProjectToConstraints: leaders in a circle -> all couplers hold") {
  Followers followers;
  followers.Couple(0, 1, 2);
  followers.Couple(1, 0, 2);
  followers.Couple(3, 2, 1);
  followers.Couple(3, 0, 1);
  VectorXd q = Eigen::Vector4d(0.5, 0.4, 0.3, 0.2), v = q;
  followers.Project(&q, &v);
  CHECK(q.norm() < 1e-8);
  CHECK(v.norm() < 1e-8);
}

// A bar between two that are fixed to it already: rows repeat each other.
TEST_CASE("ProjectToConstraints: constraints that repeat each other -> met") {
  ModelBuilder builder = MakeTwo();
  for (const char* name : {"once", "twice"}) {
    builder.AddConstraint({.name = name, .body_a = 1, .body_b = 2});
  }
  const auto model = std::move(builder).Build();
  VectorXd q = model->default_positions(), v = VectorXd::Zero(12);
  q[8] = 0.5;
  const auto corrected = ProjectToConstraints(*model, &q, &v);
  REQUIRE(corrected.size() == 2);
  for (const auto& each : corrected) CHECK(each.after < 1e-12);
  CHECK((q.segment<3>(7) - q.head<3>()).norm() < 1e-12);
}

// A bob on a ball joint, tied to a point that its limit keeps it away from, and
// then to one on the limit.
TEST_CASE(
    "ProjectToConstraints: a hook at a ball joint's limit -> met, beyond it "
    "not") {
  for (const double reach : {0.7, 0.5}) {
    ModelBuilder builder;
    const int body = builder.AddBody("bob", kInertia);
    builder.AddJoint({.name = "ball",
                      .type = JointType::kBall,
                      .parent = 0,
                      .child = body,
                      .max_angle = 0.5});
    const Vector3d tip(0, 0, -1);
    builder.AddConstraint(
        {.name = "hook",
         .type = ConstraintType::kBall,
         .body_a = 0,
         .body_b = body,
         .X_AP = RigidTransform(Eigen::Translation3d(
             Eigen::AngleAxisd(reach, Vector3d::UnitX()) * tip)),
         .X_BQ = RigidTransform(Eigen::Translation3d(tip))});
    const auto model = std::move(builder).Build();
    VectorXd q = model->default_positions(), v = VectorXd::Zero(3);
    const auto corrected = ProjectToConstraints(*model, &q, &v);
    const double angle = 2 * std::acos(q[0] / q.norm());
    REQUIRE(!corrected.empty());
    CHECK_FALSE(corrected[0].is_rate);
    double most = 0;
    for (const auto& each : corrected) most = std::max(most, each.after);
    if (reach > 0.5) {
      // Both give way.
      CHECK(most > 0.05);
      CHECK(angle > 0.5 + 0.05);
      CHECK(angle < reach - 0.05);
    } else {
      CHECK(corrected.size() == 1);
      CHECK(most < 1e-9);
      CHECK(angle == Approx(0.5).epsilon(1e-9));
    }
  }
}

// Two sliders of 1 and 4 kg on one tendon x + 2 y. Of least kinetic energy is
// the way along M^-1 (1, 2) = (1, 1/2), on which the length grows by 2.
TEST_CASE(
    "ProjectToConstraints: a tendon too long -> shortened onto its limit") {
  ModelBuilder builder;
  std::vector<Tendon::Term> terms;
  for (const double mass : {1.0, 4.0}) {
    const std::string name = "slider" + std::to_string(terms.size());
    const int body = builder.AddBody(
        name, {.mass = mass, .I_Bcm = 0.01 * Matrix3d::Identity()});
    const int joint = builder.AddJoint({.name = name,
                                        .type = JointType::kPrismatic,
                                        .parent = 0,
                                        .child = body,
                                        .axis_F = Vector3d::UnitX()});
    terms.push_back({.joint = joint, .coefficient = mass == 1 ? 1.0 : 2.0});
  }
  builder.AddTendon({.name = "rope", .terms = terms, .lower = -1, .upper = 1});
  const auto model = std::move(builder).Build();

  VectorXd q(2), v(2);
  q << 3, 1;  // L = 5, 4 too long
  v << 0.3, 0.4;
  const auto corrected = ProjectToConstraints(*model, &q, &v);
  CHECK(q[0] == Approx(1).epsilon(1e-9));
  CHECK(std::abs(q[1]) < 1e-9);
  CHECK(v == Eigen::Vector2d(0.3, 0.4));
  REQUIRE(corrected.size() == 1);
  CHECK(corrected[0].what == "a limit of tendon 'rope'");
  CHECK(corrected[0].unit == "m");
  CHECK(corrected[0].before == Approx(4));
  CHECK(corrected[0].after < 1e-9);
  CHECK(ProjectToConstraints(*model, &q, &v).empty());

  q << -3, -1;
  CHECK(ProjectToConstraints(*model, &q, &v).size() == 1);
  CHECK(q[0] == Approx(-1).epsilon(1e-9));
}

// Three metres of links, a gram and ten tonnes among them, whose end is two
// metres from the pin that it belongs on.
TEST_CASE("ProjectToConstraints: long chains of any masses -> closed") {
  for (const bool has_extremes : {false, true}) {
    ModelBuilder builder;
    int parent = 0;
    VectorXd q(30);
    for (int i = 0; i < 30; ++i) {
      const double m = !has_extremes ? 0.1
                       : i == 5      ? 1e-3
                       : i == 15     ? 1e4
                                     : 0.1;
      const std::string name = "link" + std::to_string(i);
      const int link =
          builder.AddBody(name, {.mass = m,
                                 .p_BoBcm = {0.05, 0, 0},
                                 .I_Bcm = 1e-3 * m * Matrix3d::Identity()});
      builder.AddJoint(
          {.name = name,
           .type = JointType::kRevolute,
           .parent = parent,
           .child = link,
           .X_PF = RigidTransform(Eigen::Translation3d(i > 0 ? 0.1 : 0, 0, 0)),
           .axis_F = Vector3d::UnitY()});
      parent = link;
      q[i] = i < 5 ? 0.3 : i > 20 ? -0.2 : -0.02;
    }
    builder.AddConstraint(
        {.name = "pin",
         .type = ConstraintType::kBall,
         .body_a = 0,
         .body_b = parent,
         .X_AP = RigidTransform(Eigen::Translation3d(2.4, 0, -0.2)),
         .X_BQ = RigidTransform(Eigen::Translation3d(0.1, 0, 0))});
    const auto model = std::move(builder).Build();
    VectorXd v = VectorXd::Zero(30);
    const auto corrected = ProjectToConstraints(*model, &q, &v);
    REQUIRE(corrected.size() == 1);
    CHECK(corrected[0].before > 2);
    CHECK(corrected[0].after < 1e-9);
  }
}

}  // namespace
}  // namespace tactus::multibody
