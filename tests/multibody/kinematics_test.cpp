#include "tactus/multibody/kinematics.h"

#include "multibody/constant_velocity.h"
#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/joint_kinematics.h"

namespace tactus::multibody {
namespace {

using test::MakeRandomModel;
using test::Random;

RigidTransform PoseAt(const Model& model, const VectorXd& q, int body) {
  PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  return position.X_WB[body];
}

TEST_CASE(
    "CalcPositionKinematics: random models -> products of transforms on the "
    "path") {
  for (unsigned seed = 0; seed < 5; ++seed) {
    const auto model = MakeRandomModel(seed, {.num_bodies = 30});
    Random random(seed);
    const VectorXd q = test::MakeRandomPositions(*model, &random);
    PositionKinematics position;
    CalcPositionKinematics(*model, q, &position);
    CHECK(position.X_WB[0].matrix() == Eigen::Matrix4d::Identity());
    for (int b = 1; b < model->num_bodies(); ++b) {
      RigidTransform X_WB = RigidTransform::Identity();
      for (int a = b; a > 0; a = model->joints()[a - 1].parent) {
        const Joint& joint = model->joints()[a - 1];
        const JointPose pose = CalcJointPose(joint, q);
        RigidTransform X_FM = RigidTransform::Identity();
        X_FM.linear() = pose.R_FM;
        X_FM.translation() = pose.p_FM;
        X_WB = joint.X_PF * X_FM * joint.X_CM.inverse() * X_WB;
      }
      CHECK((position.X_WB[b].matrix() - X_WB.matrix()).norm() < 1e-13);

      const Joint& joint = model->joints()[b - 1];
      const RigidTransform& X_WP = position.X_WB[joint.parent];
      CHECK((position.p_PoBo_W[b] - (X_WB.translation() - X_WP.translation()))
                .norm() < 1e-13);
      const Vector3d p_WMo = (X_WB * joint.X_CM).translation();
      CHECK((position.p_MoBo_W[b] - (X_WB.translation() - p_WMo)).norm() <
            1e-13);
      const Matrix6d moments =
          model->bodies()[b]
              .inertia.ReExpressedIn(RigidTransform(X_WB.linear()))
              .CalcMatrix();
      CHECK((position.moments_W[b].ToMatrix() - moments).norm() < 1e-13);
    }
  }
}

TEST_CASE(
    "CalcPositionKinematics: quaternions of any length -> the unit ones' "
    "poses") {
  const auto model = MakeRandomModel(
      7, {.num_bodies = 6, .types = {JointType::kBall, JointType::kFloating}});
  Random random(7);
  const VectorXd q = test::MakeRandomPositions(*model, &random);
  VectorXd q_long = q;
  for (const Joint& joint : model->joints()) {
    q_long.segment<4>(QuaternionStart(joint)) *= random.Uniform(0.2, 5);
  }
  CHECK((PoseAt(*model, q, 6).matrix() - PoseAt(*model, q_long, 6).matrix())
            .norm() < 1e-14);
  NormalizeQuaternions(*model, &q_long);
  CHECK((q_long - q).norm() < 1e-15);
}

TEST_CASE(
    "CalcVelocityKinematics: motion at constant v -> derivatives of poses") {
  for (unsigned seed = 0; seed < 8; ++seed) {
    const auto model = MakeRandomModel(seed, {.num_bodies = 12, .per_tree = 6});
    Random random(seed);
    const VectorXd q = test::MakeRandomPositions(*model, &random);
    const VectorXd v = random.Vector(model->num_velocities());
    PositionKinematics position;
    VelocityKinematics velocity;
    CalcPositionKinematics(*model, q, &position);
    CalcVelocityKinematics(*model, position, v, &velocity);
    CHECK(velocity.V_WB[0].isZero(0));
    CHECK(velocity.A0_WB[0].isZero(0));
    for (int b = 1; b < model->num_bodies(); ++b) {
      const auto X_WB = [&](double t) {
        return PoseAt(*model, test::Advance(*model, q, v, t), b);
      };
      INFO("seed " << seed << ", body " << b);
      CHECK((velocity.V_WB[b] - test::VelocityOf(X_WB)).norm() < 1e-8);
      CHECK((velocity.A0_WB[b] - test::AccelerationOf(X_WB)).norm() < 1e-7);
    }
  }
}

TEST_CASE(
    "CalcBodyJacobian: each velocity -> the derivative of the body's pose") {
  for (unsigned seed = 20; seed < 24; ++seed) {
    const auto model = MakeRandomModel(seed, {.num_bodies = 10, .per_tree = 5});
    Random random(seed);
    const VectorXd q = test::MakeRandomPositions(*model, &random);
    PositionKinematics position;
    CalcPositionKinematics(*model, q, &position);
    for (int b = 1; b < model->num_bodies(); ++b) {
      Matrix6Xd J;
      CalcBodyJacobian(*model, position, b, &J);
      const int t = model->bodies()[b].tree;
      if (t < 0) {
        CHECK(J.cols() == 0);
        continue;
      }
      const Tree& tree = model->trees()[t];
      REQUIRE(J.cols() == tree.nv);
      for (int k = 0; k < model->num_velocities(); ++k) {
        const VectorXd e = VectorXd::Unit(model->num_velocities(), k);
        const Vector6d V = test::VelocityOf([&](double time) {
          return PoseAt(*model, test::Advance(*model, q, e, time), b);
        });
        const bool own = k >= tree.v_start && k < tree.v_start + tree.nv;
        const Vector6d column =
            own ? Vector6d(J.col(k - tree.v_start)) : Vector6d::Zero();
        CHECK((column - V).norm() < 1e-10);
      }
    }
  }
}

TEST_CASE("CalcBodyJacobian: a free body -> the identity") {
  ModelBuilder builder;
  Random random(1);
  builder.AddBody("ball", random.Inertia());
  const auto model = std::move(builder).Build();
  PositionKinematics position;
  CalcPositionKinematics(*model, test::MakeRandomPositions(*model, &random),
                         &position);
  Matrix6Xd J;
  CalcBodyJacobian(*model, position, 1, &J);
  CHECK(J == Matrix6d::Identity());
  CHECK(model->trees()[0].is_free_body);
}

TEST_CASE(
    "MapVelocityToQDot: a random model -> joints' velocities are a left "
    "inverse") {
  const auto model = MakeRandomModel(3, {.num_bodies = 30});
  Random random(3);
  const VectorXd q = random.Vector(model->num_positions(), 2);
  const VectorXd v = random.Vector(model->num_velocities());
  VectorXd qdot, v_back(model->num_velocities());
  MapVelocityToQDot(*model, q, v, &qdot);
  REQUIRE(qdot.size() == model->num_positions());
  for (const Joint& joint : model->joints())
    CalcJointVelocity(joint, q, qdot, &v_back);
  CHECK((v_back - v).norm() < 1e-13);
}

TEST_CASE(
    "IntegratePositions: a step h -> unit quaternions, an error of order h³") {
  const auto model = MakeRandomModel(4, {.num_bodies = 20});
  Random random(4);
  const VectorXd q = test::MakeRandomPositions(*model, &random);
  const VectorXd v = random.Vector(model->num_velocities());
  const auto error = [&](double h) {
    VectorXd q_next, difference;
    IntegratePositions(*model, q, v, h, &q_next);
    for (const Joint& joint : model->joints()) {
      const int s = QuaternionStart(joint);
      if (s >= 0) CHECK(std::abs(q_next.segment<4>(s).norm() - 1) < 1e-15);
    }
    CalcPositionDifference(*model, q, q_next, &difference);
    return (difference - h * v).norm();
  };
  // (1, w/2 h) normalised turns by 2 atan(w h / 2): an error of third order.
  CHECK(error(0.1) > 1e-5);
  CHECK(error(0.05) / error(0.1) == Approx(1.0 / 8).epsilon(0.02));
  CHECK(error(0) < 1e-15);
}

TEST_CASE("CalcPositionDifference: positions moved by v for unit time -> v") {
  const auto model = MakeRandomModel(5, {.num_bodies = 20});
  Random random(5);
  const VectorXd q_a = test::MakeRandomPositions(*model, &random);
  const VectorXd v = random.Vector(model->num_velocities());
  VectorXd difference;
  CalcPositionDifference(*model, q_a, test::Advance(*model, q_a, v, 1),
                         &difference);
  CHECK((difference - v).norm() < 1e-12);
}

}  // namespace
}  // namespace tactus::multibody
