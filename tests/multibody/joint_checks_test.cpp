#include "tactus/multibody/joint_checks.h"

#include "multibody/checked_elements.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using Catch::Contains;
using test::CheckJoint;
using test::kCheckedBodies;
using test::kNan;
using test::MakeCheckedHinge;

TEST_CASE(
    "RequireValidJoints: a name used twice or bodies that are none -> "
    "refused") {
  CHECK_NOTHROW(CheckJoint(MakeCheckedHinge()));
  CHECK_THROWS_WITH(RequireValidJoints(std::vector<Joint>{MakeCheckedHinge(),
                                                          MakeCheckedHinge()},
                                       kCheckedBodies),
                    "the joint name 'hinge' is used twice");
  for (const int wrong : {-1, 3}) {
    Joint joint = MakeCheckedHinge();
    joint.parent = wrong;
    CHECK_THROWS_WITH(CheckJoint(joint),
                      Contains("joint 'hinge' refers to body"));
    joint = MakeCheckedHinge();
    joint.child = wrong;
    CHECK_THROWS_WITH(CheckJoint(joint), Contains("there are 3"));
  }
}

TEST_CASE(
    "RequireValidJoints: an axis not of unit length -> refused where it is "
    "used") {
  Joint joint = MakeCheckedHinge();
  joint.axis_F << 1, 1, 0;
  CHECK_THROWS_WITH(
      CheckJoint(joint),
      Contains("joint 'hinge': the axis (1, 1, 0)") && Contains("1.41421"));
  joint.axis_F.setZero();
  CHECK_THROWS_WITH(CheckJoint(joint), Contains("has length 0"));
  joint.axis_F.setConstant(kNan);
  CHECK_THROWS_WITH(CheckJoint(joint), Contains("axis"));
  joint.type = JointType::kBall;
  CHECK_NOTHROW(CheckJoint(joint));
}

TEST_CASE(
    "RequireValidJoints: bounds out of order, numbers out of range -> "
    "refused") {
  Joint joint = MakeCheckedHinge();
  joint.lower = joint.upper = 0.5;
  CHECK_NOTHROW(CheckJoint(joint));
  joint.lower = 1;
  CHECK_THROWS_WITH(
      CheckJoint(joint),
      "joint 'hinge': the lower bound 1 is above the upper bound 0.5");
  joint.lower = kNan;
  CHECK_THROWS_WITH(CheckJoint(joint), Contains("lower bound nan"));

  joint = MakeCheckedHinge();
  joint.damping = -0.1;
  CHECK_THROWS_WITH(CheckJoint(joint),
                    Contains("joint 'hinge': the damping is -0.1"));
  joint = MakeCheckedHinge();
  joint.dry_friction = -0.2;
  CHECK_THROWS_WITH(CheckJoint(joint),
                    Contains("joint 'hinge': the dry friction is -0.2"));
  joint.dry_friction = 0.2;
  for (const JointType type : {JointType::kBall, JointType::kFloating}) {
    joint.type = type;
    CHECK_NOTHROW(CheckJoint(joint));
  }
  joint.type = JointType::kWeld;
  CHECK_THROWS_WITH(CheckJoint(joint),
                    Contains("joint 'hinge': a weld does not slide"));
  joint = MakeCheckedHinge();
  joint.armature = -2;
  CHECK_THROWS_WITH(CheckJoint(joint),
                    Contains("joint 'hinge': the armature is -2"));
  joint.armature = kNan;
  CHECK_THROWS_WITH(CheckJoint(joint), Contains("armature is nan"));
  for (double Joint::*member : {&Joint::stiffness, &Joint::spring_reference,
                                &Joint::default_position}) {
    joint = MakeCheckedHinge();
    joint.*member = kNan;
    CHECK_THROWS_WITH(CheckJoint(joint),
                      Contains("'hinge'") && Contains("finite"));
  }
}

TEST_CASE(
    "RequireValidJoints: a ball's bounds, spring or default position -> "
    "refused") {
  for (double Joint::*member : {&Joint::lower, &Joint::upper, &Joint::stiffness,
                                &Joint::default_position}) {
    Joint joint = MakeCheckedHinge();
    joint.*member = 0.1;
    CHECK_NOTHROW(CheckJoint(joint));
    joint.type = JointType::kBall;
    CHECK_THROWS_WITH(CheckJoint(joint), Contains("joint 'hinge'") &&
                                             Contains("this one is ball"));
  }
}

TEST_CASE(
    "RequireValidJoints: a pitch where none belongs, or none -> refused") {
  const std::vector<Body> bodies = {{.name = "world"}, {.name = "b"}};
  const auto check = [&](JointType type, double pitch) {
    Joint joint;
    joint.name = "j";
    joint.child = 1;
    joint.type = type;
    joint.screw_pitch = pitch;
    RequireValidJoints(std::vector<Joint>{joint}, bodies);
  };
  CHECK_NOTHROW(check(JointType::kScrew, -0.01));
  CHECK_THROWS_WITH(check(JointType::kScrew, 0),
                    Contains("joint 'j': the screw pitch is 0"));
  CHECK_THROWS_WITH(check(JointType::kScrew, kNan),
                    Contains("the screw pitch is nan"));
  CHECK_THROWS_WITH(check(JointType::kRevolute, 0.01),
                    Contains("a screw pitch is for screw joints; this one is "
                             "revolute"));
}

TEST_CASE(
    "RequireValidJoints: bounds of each position, a largest angle -> refused "
    "where they do not belong") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const auto check = [](Joint joint) {
    const std::vector<Body> bodies = {{.name = "world"}, {.name = "b"}};
    joint.name = "j";
    joint.child = 1;
    RequireValidJoints(std::vector<Joint>{joint}, bodies);
  };
  Joint universal;
  universal.type = JointType::kUniversal;
  universal.lower_each = {-1, -2, -kInfinity};
  CHECK_NOTHROW(check(universal));
  universal.upper_each[1] = -3;
  CHECK_THROWS_WITH(check(universal), Contains("the lower bound -2 is above"));
  universal.upper_each = {kInfinity, kInfinity, 1};
  CHECK_THROWS_WITH(check(universal), Contains("this one is universal"));
  Joint ball;
  ball.type = JointType::kBall;
  ball.lower_each[0] = 0;
  CHECK_THROWS_WITH(check(ball), Contains("this one is ball"));
  ball.lower_each[0] = -kInfinity;
  ball.max_angle = 1;
  CHECK_NOTHROW(check(ball));
  for (const double wrong : {0.0, -1.0, 3.5, kNan}) {
    ball.max_angle = wrong;
    CHECK_THROWS_WITH(check(ball), Contains("joint 'j': the largest angle"));
  }
  Joint floating;
  floating.max_angle = 1;
  CHECK_THROWS_WITH(check(floating), Contains("this one is floating"));
}

}  // namespace
}  // namespace tactus::multibody
