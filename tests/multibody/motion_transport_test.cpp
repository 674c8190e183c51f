#include "tactus/multibody/motion_transport.h"

#include <numbers>

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using test::Random;

PositionKinematics PositionAt(const Model& model, const VectorXd& q) {
  PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  return position;
}

Vector6d MotionOf(const Model& model, const PositionKinematics& position,
                  int body, const VectorXd& v) {
  Matrix6Xd J;
  CalcBodyJacobian(model, position, body, &J);
  return J * v;
}

// Two rods on ball joints, the second at the end of the first; their axes are
// z.
std::shared_ptr<const Model> MakeRods() {
  ModelBuilder builder;
  int parent = 0;
  RigidTransform X_PF = RigidTransform::Identity();
  for (int i = 0; i < 2; ++i) {
    const std::string name = "rod" + std::to_string(i);
    const int rod = builder.AddBody(
        name, {.mass = 1,
               .p_BoBcm = {0, 0, -0.2},
               .I_Bcm = Vector3d(0.01, 0.01, 1e-5).asDiagonal()});
    builder.AddJoint({.name = "ball" + std::to_string(i),
                      .type = JointType::kBall,
                      .parent = parent,
                      .child = rod,
                      .X_PF = X_PF});
    parent = rod;
    X_PF = RigidTransform(Eigen::Translation3d(0, 0, -0.4));
  }
  return std::move(builder).Build();
}

TEST_CASE("Motion transport: to where it starts -> the same velocities") {
  Random random(1);
  const auto model = test::MakeRandomModel(1);
  const PositionKinematics position =
      PositionAt(*model, test::MakeRandomPositions(*model, &random));
  MatrixXd T;
  for (const Tree& tree : model->trees()) {
    CalcMotionTransport(*model, tree, position, position, &T);
    CHECK(T.isIdentity(1e-10));
  }
}

TEST_CASE("Motion transport: a free body -> its spin turns with it") {
  Random random(2);
  ModelBuilder builder;
  builder.AddBody("body", random.Inertia());
  const auto model = std::move(builder).Build();
  const Tree& tree = model->trees()[0];
  const PositionKinematics before =
      PositionAt(*model, test::MakeRandomPositions(*model, &random));
  const PositionKinematics after =
      PositionAt(*model, test::MakeRandomPositions(*model, &random));
  MatrixXd T;
  CalcMotionTransport(*model, tree, before, after, &T);
  const VectorXd v = random.Vector(6);
  const Matrix3d R =
      after.X_WB[1].linear() * before.X_WB[1].linear().transpose();
  const Vector6d V0 = MotionOf(*model, before, 1, v);
  const Vector6d V1 = MotionOf(*model, after, 1, T * v);
  CHECK((V1.head<3>() - R * V0.head<3>()).norm() < 1e-12);
  const auto center_velocity = [](const Vector6d& V,
                                  const PositionKinematics& position) {
    const MassMoments& moments = position.moments_W[1];
    const Vector3d c = moments.first / moments.mass;
    return Vector3d(V.tail<3>() + V.head<3>().cross(c));
  };
  CHECK((center_velocity(V1, after) - center_velocity(V0, before)).norm() <
        1e-12);
}

// The second rod stays where it is, in its own coordinates, which count from
// the first, and in space.
TEST_CASE("Motion transport: a rod of a chain spins alone -> still alone") {
  const auto model = MakeRods();
  const Tree& tree = model->trees()[0];
  Random random(3);
  const PositionKinematics before =
      PositionAt(*model, test::MakeRandomPositions(*model, &random));
  const PositionKinematics after =
      PositionAt(*model, test::MakeRandomPositions(*model, &random));
  const auto axis = [](const PositionKinematics& position) {
    return Vector3d(position.X_WB[1].linear().col(2));
  };
  Matrix6Xd J1, J2;
  CalcBodyJacobian(*model, before, 1, &J1);
  CalcBodyJacobian(*model, before, 2, &J2);
  Matrix6d spins;  // of both bodies, by v
  spins << J1.topRows<3>(), J2.topRows<3>();
  Vector6d alone = Vector6d::Zero();
  alone.head<3>() = axis(before);
  const VectorXd v = spins.partialPivLu().solve(alone);
  MatrixXd T;
  CalcMotionTransport(*model, tree, before, after, &T);
  Vector6d expected = Vector6d::Zero();
  expected.head<3>() = axis(after);
  CHECK((MotionOf(*model, after, 1, T * v) - expected).norm() < 1e-9);
  CHECK(MotionOf(*model, after, 2, T * v).norm() < 1e-9);
}

TEST_CASE(
    "Motion transport: a hinge that turns its body -> less motion, not of "
    "armature") {
  ModelBuilder builder;
  const int link = builder.AddBody("link", {.mass = 1, .p_BoBcm = {1, 0, 0}});
  builder.AddJoint({.name = "hinge",
                    .type = JointType::kRevolute,
                    .parent = 0,
                    .child = link,
                    .axis_F = Vector3d::UnitZ(),
                    .armature = 3});
  const auto model = std::move(builder).Build();
  MatrixXd T;
  CalcMotionTransport(
      *model, model->trees()[0], PositionAt(*model, VectorXd::Zero(1)),
      PositionAt(*model, VectorXd::Constant(1, std::numbers::pi / 3)), &T);
  // The centre of mass keeps its direction, which it can at cos 60 degrees:
  // (3 + 1/2) / (3 + 1).
  CHECK(T(0, 0) == Approx(3.5 / 4));
}

}  // namespace
}  // namespace tactus::multibody
