#include "tactus/multibody/joint_kinematics.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "multibody/constant_velocity.h"
#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

using test::Random;

constexpr JointType kAllTypes[] = {
    JointType::kWeld,        JointType::kRevolute, JointType::kPrismatic,
    JointType::kBall,        JointType::kPlanar,   JointType::kUniversal,
    JointType::kTranslation, JointType::kFloating, JointType::kScrew};

Joint MakeJoint(JointType type) {
  return {.name = "joint",
          .type = type,
          .axis_F = Vector3d(1, -2, 2) / 3,
          .screw_pitch = type == JointType::kScrew ? 0.7 : 0,
          .q_start = 0,
          .v_start = 0};
}

// The pose of M in F by the words of model.h, in Eigen's rotations.
RigidTransform MakePose(const Joint& joint, const VectorXd& q) {
  using Eigen::AngleAxisd, Eigen::Translation3d;
  RigidTransform X = RigidTransform::Identity();
  switch (joint.type) {
    case JointType::kWeld:
      break;
    case JointType::kRevolute:
      X.rotate(AngleAxisd(q[0], joint.axis_F));
      break;
    case JointType::kPrismatic:
      X.translate(q[0] * joint.axis_F);
      break;
    case JointType::kBall:
      X.rotate(Quaterniond(q[0], q[1], q[2], q[3]).normalized());
      break;
    case JointType::kPlanar:
      X.translate(Vector3d(q[0], q[1], 0));
      X.rotate(AngleAxisd(q[2], Vector3d::UnitZ()));
      break;
    case JointType::kUniversal:
      X.rotate(AngleAxisd(q[0], Vector3d::UnitX()));
      X.rotate(AngleAxisd(q[1], Vector3d::UnitY()));
      break;
    case JointType::kTranslation:
      X.translate(q.head<3>());
      break;
    case JointType::kScrew:
      X.rotate(AngleAxisd(q[0], joint.axis_F));
      X.translate(0.7 * q[0] / (2 * M_PI) * joint.axis_F);
      break;
    case JointType::kFloating:
      X.translate(q.head<3>());
      X.rotate(Quaterniond(q[3], q[4], q[5], q[6]).normalized());
      break;
  }
  return X;
}

TEST_CASE("CalcJointPose: each type of joint -> the pose that model.h says") {
  Random random(1);
  for (const JointType type : kAllTypes) {
    const Joint joint = MakeJoint(type);
    for (int i = 0; i < 5; ++i) {
      const VectorXd q = random.Vector(joint.nq(), 3);
      const JointPose pose = CalcJointPose(joint, q);
      const RigidTransform expected = MakePose(joint, q);
      INFO(to_string(type));
      CHECK((pose.R_FM - expected.linear()).norm() < 1e-14);
      CHECK((pose.p_FM - expected.translation()).norm() < 1e-15);
    }
  }
}

// H v against the motion of Bo, fixed in M, with F turned in the world.
TEST_CASE(
    "CalcMotionSubspace: each type of joint -> the derivative of the pose") {
  Random random(2);
  for (const JointType type : kAllTypes) {
    const Joint joint = MakeJoint(type);
    ModelBuilder builder;
    Joint added = joint;
    added.child = builder.AddBody("body", random.Inertia());
    builder.AddJoint(added);
    const auto model = std::move(builder).Build();

    const VectorXd q = test::MakeRandomPositions(*model, &random);
    const VectorXd v = random.Vector(joint.nv());
    const RigidTransform X_WF = random.Pose(), X_MB = random.Pose();
    const auto X_WB = [&](double t) -> RigidTransform {
      const JointPose pose =
          CalcJointPose(joint, test::Advance(*model, q, v, t));
      RigidTransform X_FM = RigidTransform::Identity();
      X_FM.linear() = pose.R_FM;
      X_FM.translation() = pose.p_FM;
      return X_WF * X_FM * X_MB;
    };
    const Matrix3d R_WM = X_WF.linear() * CalcJointPose(joint, q).R_FM;
    Matrix6Xd H(6, joint.nv());
    CalcMotionSubspace(joint, X_WF.linear(), R_WM, R_WM * X_MB.translation(),
                       &H);
    INFO(to_string(type));
    CHECK((H * v - test::VelocityOf(X_WB)).norm() < 1e-11);
  }
}

TEST_CASE("CalcJointQDot: any length of quaternion -> the pose moves with v") {
  Random random(3);
  for (const JointType type : kAllTypes) {
    const Joint joint = MakeJoint(type);
    const VectorXd v = random.Vector(joint.nv());
    for (const double length : {1.0, 0.3, 7.0}) {
      VectorXd q = random.Vector(joint.nq());
      const int start = QuaternionStart(joint);
      if (start >= 0)
        q.segment<4>(start) *= length / q.segment<4>(start).norm();

      VectorXd qdot(joint.nq()), v_back(joint.nv());
      CalcJointQDot(joint, q, v, &qdot);
      // The rotation of q + t qdot, normalised, turns with v.
      const auto X_FM = [&](double t) {
        return MakePose(joint, q + t * qdot);
      };
      const JointPose pose = CalcJointPose(joint, q);
      Matrix6Xd H(6, joint.nv());
      CalcMotionSubspace(joint, Matrix3d::Identity(), pose.R_FM,
                         Vector3d::Zero(), &H);
      INFO(to_string(type));
      CHECK((H * v - test::VelocityOf(X_FM)).norm() < 1e-11);
      if (start >= 0) {
        CHECK(std::abs(q.segment<4>(start).dot(qdot.segment<4>(start))) <
              1e-15 * length * length);
      }
      CalcJointVelocity(joint, q, qdot, &v_back);
      CHECK((v_back - v).norm() < 1e-14);
    }
  }
}

TEST_CASE("CalcJointDifference: motion at constant v for t -> t v") {
  Random random(4);
  for (const JointType type : kAllTypes) {
    ModelBuilder builder;
    Joint added = MakeJoint(type);
    added.child = builder.AddBody("body", random.Inertia());
    builder.AddJoint(added);
    const auto model = std::move(builder).Build();
    const VectorXd q = test::MakeRandomPositions(*model, &random);
    const VectorXd v = random.Vector(model->num_velocities()).normalized();
    // From far below the switch to a series up to almost half a turn.
    for (const double t : {0.0, 1e-12, 1e-9, 1e-8, 3e-8, 1e-3, 1.0, 3.14}) {
      const VectorXd q_b = test::Advance(*model, q, v, t);
      VectorXd difference(model->num_velocities());
      CalcJointDifference(model->joints()[0], q, q_b, &difference);
      INFO(to_string(type) << " after " << t);
      CHECK((difference - t * v).norm() < 1e-13);
    }
  }
}

TEST_CASE("CalcJointDifference: quaternions of either sign -> the short way") {
  const Joint joint = MakeJoint(JointType::kBall);
  Eigen::Vector4d q_a(1, 0, 0, 0), q_b(std::cos(0.2), 0, 0, std::sin(0.2));
  for (const double sign_a : {1.0, -1.0}) {
    for (const double sign_b : {1.0, -1.0}) {
      VectorXd difference(3);
      CalcJointDifference(joint, 3 * sign_a * q_a, sign_b * q_b, &difference);
      CHECK((difference - Vector3d(0, 0, 0.4)).norm() < 1e-15);
    }
  }
  // 350 degrees forward are 10 degrees back.
  const double half = 175 * M_PI / 180;
  q_b << std::cos(half), std::sin(half), 0, 0;
  VectorXd difference(3);
  CalcJointDifference(joint, q_a, q_b, &difference);
  CHECK((difference - Vector3d(-10 * M_PI / 180, 0, 0)).norm() < 1e-14);
}

TEST_CASE("SetFloatingPose: any pose -> CalcJointPose returns it") {
  Random random(5);
  const Joint joint = MakeJoint(JointType::kFloating);
  for (int i = 0; i < 10; ++i) {
    const RigidTransform X_FM = random.Pose();
    VectorXd q = VectorXd::Zero(7);
    SetFloatingPose(joint, X_FM, &q);
    const JointPose pose = CalcJointPose(joint, q);
    CHECK((pose.R_FM - X_FM.linear()).norm() < 1e-14);
    CHECK(pose.p_FM == X_FM.translation());
  }
}

TEST_CASE(
    "QuaternionStart: each type of joint -> none but for ball and floating") {
  for (const JointType type : kAllTypes) {
    Joint joint = MakeJoint(type);
    joint.q_start = 5;
    const int expected = type == JointType::kBall       ? 5
                         : type == JointType::kFloating ? 8
                                                        : -1;
    CHECK(QuaternionStart(joint) == expected);
  }
}

TEST_CASE("Coordinate names: any joint -> one per position and velocity") {
  for (const JointType type : kAllTypes) {
    const Joint joint = MakeJoint(type);
    CAPTURE(to_string(type));
    CHECK(std::ssize(PositionNames(type)) == joint.nq());
    CHECK(std::ssize(VelocityNames(type)) == joint.nv());
  }
}

TEST_CASE("Velocity names: a joint at zero -> the row of H_FM in which it is") {
  const std::vector<std::string> rows = {"wx", "wy", "wz", "vx", "vy", "vz"};
  for (const JointType type : kAllTypes) {
    const Joint joint = MakeJoint(type);
    Matrix6Xd H = Matrix6Xd::Zero(6, joint.nv());
    CalcMotionSubspace(joint, Matrix3d::Identity(), Matrix3d::Identity(),
                       Vector3d::Zero(), &H);
    const std::vector<std::string> names = VelocityNames(type);
    for (int j = 0; j < joint.nv(); ++j) {
      if (names[j].empty()) continue;  // It may move along any axis.
      CAPTURE(to_string(type), names[j]);
      const auto row = std::ranges::find(rows, names[j]) - rows.begin();
      REQUIRE(row < 6);
      CHECK(H.col(j) == Vector6d(Vector6d::Unit(row)));
    }
  }
}

}  // namespace
}  // namespace tactus::multibody
