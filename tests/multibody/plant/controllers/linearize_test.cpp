#include "tactus/multibody/plant/controllers/linearize.h"

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;

constexpr double kGravity = 9.81, kCart = 10, kPole = 1, kLength = 0.5;

/// A point mass on a massless pole on a cart; at zero the pole hangs.
std::shared_ptr<const Model> MakeCartPole(double damping) {
  ModelBuilder builder;
  const int cart =
      builder.AddBody("cart", {.mass = kCart, .I_Bcm = Matrix3d::Identity()});
  const int pole =
      builder.AddBody("pole", {.mass = kPole, .p_BoBcm = {0, 0, -kLength}});
  const int rail = builder.AddJoint({.name = "rail",
                                     .type = JointType::kPrismatic,
                                     .parent = 0,
                                     .child = cart,
                                     .axis_F = Vector3d::UnitX(),
                                     .damping = damping});
  builder.AddJoint({.name = "pin",
                    .type = JointType::kRevolute,
                    .parent = cart,
                    .child = pole,
                    .axis_F = -Vector3d::UnitY()});
  builder.AddActuator({.name = "drive", .joint = rail, .gear = 2});
  return std::move(builder).Build();
}

// (mc + mp) x'' + mp l c theta'' - mp l s theta'^2 = f - b x',
// mp l c x'' + mp l^2 theta'' + mp g l s = 0, about theta = pi, with f = 2 u.
TEST_CASE("Linearize: a cart-pole, upright -> A and B in closed form") {
  const double b = 0.3;
  const LinearizedModel linear =
      Linearize(MakeCartPole(b), {Vector2d(0, M_PI), VectorXd::Zero(1)});
  MatrixXd A = MatrixXd::Zero(4, 4);
  A.topRightCorner(2, 2).setIdentity();
  A(2, 1) = kPole / kCart * kGravity;
  A(3, 1) = (kCart + kPole) * kGravity / (kCart * kLength);
  A(2, 2) = -b / kCart;
  A(3, 2) = -b / (kCart * kLength);
  const Eigen::Vector4d B(0, 0, 2 / kCart, 2 / (kCart * kLength));
  CHECK((linear.A - A).cwiseAbs().maxCoeff() < 1e-7);
  CHECK((linear.B - B).cwiseAbs().maxCoeff() < 1e-7);
}

// e counts the three of a rotation: x'' = (u / m) times the tilted axis.
TEST_CASE(
    "Linearize: a free body under its thrusters -> A and B in closed form") {
  const double m = 0.7, lever = 0.2;
  const Vector3d inertia(0.01, 0.02, 0.03);
  ModelBuilder builder;
  const int body =
      builder.AddBody("body", {.mass = m, .I_Bcm = inertia.asDiagonal()});
  Vector6d wrench = Vector6d::Zero();
  wrench[5] = 1;
  builder.AddActuator({.name = "lift", .body = body, .wrench_S = wrench});
  builder.AddActuator(
      {.name = "side",
       .body = body,
       .X_BS = RigidTransform(Eigen::Translation3d(lever, 0, 0)),
       .wrench_S = wrench});
  VectorXd q(7);
  q << 1, 2, 3, 1, 0, 0, 0;
  const LinearizedModel linear =
      Linearize(std::move(builder).Build(), {q, Vector2d(m * kGravity, 0)});
  MatrixXd A = MatrixXd::Zero(12, 12), B = MatrixXd::Zero(12, 2);
  A.topRightCorner(6, 6).setIdentity();
  A(9, 1) = kGravity;    // Turned about y, the thrust pushes along x.
  A(10, 0) = -kGravity;  // About x, along -y.
  B(11, 0) = B(11, 1) = 1 / m;
  B(7, 1) = -lever / inertia.y();
  CHECK((linear.A - A).cwiseAbs().maxCoeff() < 1e-6);
  CHECK((linear.B - B).cwiseAbs().maxCoeff() < 1e-6);
}

TEST_CASE("Linearize: no equilibrium, wrong sizes or no model -> refused") {
  const auto model = MakeCartPole(0);
  const VectorXd none = VectorXd::Zero(1);
  CHECK_NOTHROW(Linearize(model, {Vector2d(3, 0), none}));
  CHECK_THROWS_WITH(Linearize(model, {Vector2d(0, 1), none}),
                    Contains("no equilibrium"));
  CHECK_THROWS_WITH(Linearize(model, {Vector2d(0, 0), VectorXd::Ones(1)}),
                    Contains("no equilibrium"));
  CHECK_THROWS_AS(Linearize(model, {VectorXd::Zero(3), none}),
                  std::invalid_argument);
  CHECK_THROWS_AS(Linearize(nullptr, {VectorXd::Zero(3), none}),
                  std::invalid_argument);
}

}  // namespace
}  // namespace tactus::multibody
