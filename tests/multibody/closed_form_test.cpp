#include <cmath>

#include <Eigen/Cholesky>
#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/model_builder.h"

// Textbook mechanics.
namespace tactus::multibody {
namespace {

constexpr double kGravity = 9.81;

VectorXd CalcFreeAcceleration(const Model& model, const VectorXd& q,
                              const VectorXd& v) {
  PositionKinematics position;
  VelocityKinematics velocity;
  CalcPositionKinematics(model, q, &position);
  CalcVelocityKinematics(model, position, v, &velocity);
  VectorXd bias;
  CalcBias(model, position, velocity, &bias);
  return CalcMassMatrix(model, position).llt().solve(-bias);
}

RigidTransform Translation(double x, double y, double z) {
  return RigidTransform(Eigen::Translation3d(x, y, z));
}

// A hinge about y, and a link that hangs down from it.
Joint Hinge(const std::string& name, int parent, int child,
            const RigidTransform& X_PF) {
  return {.name = name,
          .type = JointType::kRevolute,
          .parent = parent,
          .child = child,
          .X_PF = X_PF,
          .axis_F = Vector3d::UnitY()};
}

TEST_CASE(
    "Revolute joint: a pendulum -> (I + m l² + a) theta'' = -m g l sin theta") {
  const double m = 2, l = 0.7, I = 0.03, armature = 0.1;
  ModelBuilder builder;
  const int link =
      builder.AddBody("link", {.mass = m,
                               .p_BoBcm = {0, 0, -l},
                               .I_Bcm = Vector3d(I, I, 0.01).asDiagonal()});
  Joint hinge = Hinge("hinge", 0, link, Translation(1, 2, 3));
  hinge.armature = armature;
  builder.AddJoint(hinge);
  const auto model = std::move(builder).Build();
  for (const double theta : {0.0, 0.4, -1.2, M_PI / 2, 3.0}) {
    const VectorXd q = VectorXd::Constant(1, theta);
    const VectorXd v = VectorXd::Constant(1, 1.3);
    const double expected =
        -m * kGravity * l * std::sin(theta) / (I + m * l * l + armature);
    CHECK(CalcFreeAcceleration(*model, q, v)[0] ==
          Approx(expected).epsilon(1e-13).margin(1e-14));
  }
}

// Point masses m1, m2 on rods l1, l2; angles a, b against the vertical.
//   (m1 + m2) l1 a'' + m2 l2 b'' cos(a - b) + m2 l2 b'² sin(a - b)
//       + (m1 + m2) g sin a = 0
//   l2 b'' + l1 a'' cos(a - b) - l1 a'² sin(a - b) + g sin b = 0
TEST_CASE("Revolute joint: a double pendulum -> accelerations in closed form") {
  const double m1 = 1.5, m2 = 0.8, l1 = 0.5, l2 = 0.9;
  ModelBuilder builder;
  const int upper =
      builder.AddBody("upper", {.mass = m1, .p_BoBcm = {0, 0, -l1}});
  const int lower =
      builder.AddBody("lower", {.mass = m2, .p_BoBcm = {0, 0, -l2}});
  builder.AddJoint(Hinge("shoulder", 0, upper, Translation(0, 0, 0)));
  builder.AddJoint(Hinge("elbow", upper, lower, Translation(0, 0, -l1)));
  const auto model = std::move(builder).Build();

  for (int i = 0; i < 10; ++i) {
    // Against the vertical; the elbow's angle is b - a. A turn by +a about y
    // swings the link towards -x: the equations are even in sign.
    const double a = 0.3 + 0.6 * i, b = -1 + 0.8 * i;
    const double da = 0.5 - 0.3 * i, db = -0.7 + 0.4 * i;
    const double c = std::cos(a - b), s = std::sin(a - b);
    Eigen::Matrix2d A;
    A << (m1 + m2) * l1, m2 * l2 * c, l1 * c, l2;
    const Vector2d rhs(
        -m2 * l2 * db * db * s - (m1 + m2) * kGravity * std::sin(a),
        l1 * da * da * s - kGravity * std::sin(b));
    const Vector2d expected = A.inverse() * rhs;
    const VectorXd vdot =
        CalcFreeAcceleration(*model, Vector2d(a, b - a), Vector2d(da, db - da));
    CHECK(vdot[0] == Approx(expected[0]).epsilon(1e-12).margin(1e-12));
    CHECK(vdot[1] ==
          Approx(expected[1] - expected[0]).epsilon(1e-12).margin(1e-12));
  }
}

// A heavy symmetric top on its tip, leaning by theta, spinning at w3 about its
// axis and precessing steadily at W about the vertical:
//     m g l = I3 w3 W - I1 W² cos theta,
// with I1 about the tip. In steady precession w' = W z x w.
TEST_CASE(
    "Ball joint: a heavy symmetric top at the right spin -> steady "
    "precession") {
  const double m = 0.4, l = 0.2, I1_cm = 0.003, I3 = 0.005;
  const double I1 = I1_cm + m * l * l;
  ModelBuilder builder;
  const int top = builder.AddBody(
      "top", {.mass = m,
              .p_BoBcm = {0, 0, l},
              .I_Bcm = Vector3d(I1_cm, I1_cm, I3).asDiagonal()});
  builder.AddJoint({.name = "tip", .type = JointType::kBall, .child = top});
  const auto model = std::move(builder).Build();

  const double theta = 0.6, W = 2.5;
  const double w3 =
      (m * kGravity * l + I1 * W * W * std::cos(theta)) / (I3 * W);
  const Quaterniond lean(Eigen::AngleAxisd(theta, Vector3d::UnitX()));
  const Vector3d axis = lean * Vector3d::UnitZ(), up = Vector3d::UnitZ();
  // The precession and a spin that together have the component w3 on the axis.
  const Vector3d w = W * up + (w3 - W * std::cos(theta)) * axis;
  VectorXd q(4);
  q << lean.w(), lean.vec();
  const VectorXd vdot = CalcFreeAcceleration(*model, q, w);
  CHECK((vdot - W * up.cross(w)).norm() < 1e-12 * w.norm() * W);
}

// Euler's equations in the body: I w' = -w x I w.
TEST_CASE(
    "Floating joint: a free body -> Euler's equations, its centre in free "
    "fall") {
  const Vector3d I(0.1, 0.2, 0.25), w_B(1, -2, 3);
  ModelBuilder builder;
  builder.AddBody("stone", {.mass = 3, .I_Bcm = I.asDiagonal()});
  const auto model = std::move(builder).Build();
  const Quaterniond R(Eigen::AngleAxisd(1.1, Vector3d(1, 2, -2) / 3));
  VectorXd q(7), v(6);
  q << 1, 2, 3, R.w(), R.vec();
  v << R * w_B, 4, 5, 6;
  const VectorXd vdot = CalcFreeAcceleration(*model, q, v);
  const Vector3d torque = -w_B.cross(I.cwiseProduct(w_B));
  CHECK((vdot.head<3>() - R * torque.cwiseQuotient(I)).norm() < 1e-13);
  CHECK((vdot.tail<3>() - Vector3d(0, 0, -kGravity)).norm() < 1e-13);
}

// In a frame that turns at W, a bead on a radial rod flies outwards: r'' = W²
// r, and the rod feels (I + m r²) W' + 2 m r r' W = 0.
TEST_CASE(
    "Prismatic joint: a bead on a turning rod -> centrifugal and Coriolis "
    "forces") {
  const double m = 0.5, I = 0.2, r = 0.8, rdot = 0.3, W = 4;
  ModelBuilder builder;
  const int rod = builder.AddBody(
      "rod", {.mass = 1, .I_Bcm = Vector3d(I, I, I).asDiagonal()});
  const int bead = builder.AddBody("bead", {.mass = m});
  builder.AddJoint(
      {.name = "turn", .type = JointType::kRevolute, .child = rod});
  builder.AddJoint({.name = "slide",
                    .type = JointType::kPrismatic,
                    .parent = rod,
                    .child = bead,
                    .axis_F = Vector3d::UnitX()});
  const auto model = std::move(builder).Build();
  const VectorXd vdot =
      CalcFreeAcceleration(*model, Vector2d(0.9, r), Vector2d(W, rdot));
  CHECK(vdot[1] == Approx(W * W * r).epsilon(1e-13));
  CHECK(vdot[0] ==
        Approx(-2 * m * r * rdot * W / (I + m * r * r)).epsilon(1e-13));
}

// A planar body whose centre of mass lies off its origin turns about the
// centre, which does not accelerate.
TEST_CASE(
    "Planar joint: a spinning body -> its centre of mass does not accelerate") {
  const double c = 0.3, W = 2, angle = 0.7;
  ModelBuilder builder;
  const int puck =
      builder.AddBody("puck", {.mass = 2,
                               .p_BoBcm = {c, 0, 0},
                               .I_Bcm = Vector3d(0.1, 0.1, 0.2).asDiagonal()});
  builder.AddJoint({.name = "ice", .type = JointType::kPlanar, .child = puck});
  const auto model = std::move(builder).Build();
  const VectorXd vdot = CalcFreeAcceleration(*model, Vector3d(1, 2, angle),
                                             Vector3d(0.5, -0.4, W));
  const Vector3d expected(W * W * c * std::cos(angle),
                          W * W * c * std::sin(angle), 0);
  CHECK((vdot - expected).norm() < 1e-13);
}

// With s = pitch / (2 pi) metres per radian, a nut of mass m and inertia I
// about its axis has the energy (I + m s^2) w^2 / 2 + m g s q.
TEST_CASE(
    "Screw joint: an upright screw's nut -> falls at m g s / (I + m s²)") {
  const double m = 0.4, I = 0.02, s = 0.05, g = 9.81;
  ModelBuilder builder;
  const int nut =
      builder.AddBody("nut", {.mass = m, .I_Bcm = I * Matrix3d::Identity()});
  builder.AddJoint({.name = "thread",
                    .type = JointType::kScrew,
                    .child = nut,
                    .screw_pitch = 2 * M_PI * s});
  const auto model = std::move(builder).Build();
  const VectorXd vdot = CalcFreeAcceleration(*model, VectorXd::Constant(1, 0.7),
                                             VectorXd::Constant(1, -3));
  CHECK(vdot[0] == Approx(-m * g * s / (I + m * s * s)).epsilon(1e-13));
}

// A body off the axis of a leaning screw, beside a hinge that carries a slide
// along its axis, whose accelerations stand in the ratio s where the screw's
// force does: M q'' + c = 0 restricted to (1, s).
TEST_CASE(
    "Screw joint: beside a hinge and a slide at its ratio -> one "
    "acceleration") {
  const SpatialInertia inertia{.mass = 1.3,
                               .p_BoBcm = {0.1, -0.2, 0.3},
                               .I_Bcm = Vector3d(0.1, 0.2, 0.15).asDiagonal()};
  const double s = 0.3, q = 0.8, w = 1.7;
  const Vector3d axis = Vector3d(2, -1, 2) / 3;
  ModelBuilder one, two;
  const int body_one = one.AddBody("body", inertia);
  one.AddJoint({.name = "screw",
                .type = JointType::kScrew,
                .child = body_one,
                .axis_F = axis,
                .screw_pitch = 2 * M_PI * s});
  const int slider = two.AddBody("slider", {}, true);
  const int body_two = two.AddBody("body", inertia);
  two.AddJoint({.name = "slide",
                .type = JointType::kPrismatic,
                .child = slider,
                .axis_F = axis});
  two.AddJoint({.name = "hinge",
                .type = JointType::kRevolute,
                .parent = slider,
                .child = body_two,
                .axis_F = axis});
  const auto both = std::move(two).Build();
  PositionKinematics position;
  VelocityKinematics velocity;
  VectorXd c;
  const Vector2d along(s, 1);
  CalcPositionKinematics(*both, along * q, &position);
  CalcVelocityKinematics(*both, position, along * w, &velocity);
  const MatrixXd M = CalcMassMatrix(*both, position);
  CalcBias(*both, position, velocity, &c);
  const VectorXd vdot =
      CalcFreeAcceleration(*std::move(one).Build(), VectorXd::Constant(1, q),
                           VectorXd::Constant(1, w));
  CHECK(vdot[0] == Approx(-along.dot(c) / along.dot(M * along)).epsilon(1e-12));
}

// The second axis of a universal joint turns with the first.
TEST_CASE(
    "Universal joint: beside two hinges in a row -> the same accelerations") {
  const SpatialInertia inertia{.mass = 1.3,
                               .p_BoBcm = {0.1, -0.2, 0.3},
                               .I_Bcm = Vector3d(0.1, 0.2, 0.15).asDiagonal()};
  ModelBuilder one, two;
  const int body_one = one.AddBody("body", inertia);
  one.AddJoint(
      {.name = "universal", .type = JointType::kUniversal, .child = body_one});
  const int cross = two.AddBody("cross", {}, true);
  const int body_two = two.AddBody("body", inertia);
  two.AddJoint({.name = "x",
                .type = JointType::kRevolute,
                .child = cross,
                .axis_F = Vector3d::UnitX()});
  two.AddJoint({.name = "y",
                .type = JointType::kRevolute,
                .parent = cross,
                .child = body_two,
                .axis_F = Vector3d::UnitY()});
  const Vector2d q(0.8, -0.5), v(1.1, 2.3);
  const VectorXd vdot_one = CalcFreeAcceleration(*std::move(one).Build(), q, v);
  const VectorXd vdot_two = CalcFreeAcceleration(*std::move(two).Build(), q, v);
  CHECK((vdot_one - vdot_two).norm() < 1e-12);
}

}  // namespace
}  // namespace tactus::multibody
