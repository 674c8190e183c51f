#include "tactus/multibody/constraint_rows.h"

#include <cmath>

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

namespace tactus::multibody {
namespace {

using test::Random;

struct Evaluation {
  BodyRows rows;
  VectorXd g, rate, curvature;
};

Evaluation Evaluate(const Model& model, const Constraint& constraint,
                    const VectorXd& q, const VectorXd& v) {
  PositionKinematics position;
  VelocityKinematics velocity;
  CalcPositionKinematics(model, q, &position);
  CalcVelocityKinematics(model, position, v, &velocity);
  Evaluation at;
  CalcConstraintRows(model, position, velocity, constraint, &at.rows);
  const auto size = std::ssize(at.rows.rows);
  at.g.resize(size);
  at.rate.resize(size);
  at.curvature.resize(size);
  VectorXd G;
  for (int i = 0; i < size; ++i) {
    CalcRowJacobian(model, position, at.rows, i, &G);
    at.g[i] = at.rows.rows[i].error;
    at.rate[i] = G.dot(v);
    at.curvature[i] = at.rows.rows[i].bias_acceleration;
  }
  return at;
}

// The constraint, with X_BQ such that it holds (or is `distance` long) at q.
Constraint MakeHolding(const Model& model, ConstraintType type, int a, int b,
                       const VectorXd& q, Random* random) {
  PositionKinematics position;
  CalcPositionKinematics(model, q, &position);
  Constraint constraint{.name = "c", .type = type, .body_a = a, .body_b = b};
  constraint.X_AP = random->Pose();
  if (type == ConstraintType::kDistance) {
    constraint.X_BQ = random->Pose();
    constraint.distance = (position.X_WB[a] * constraint.X_AP.translation() -
                           position.X_WB[b] * constraint.X_BQ.translation())
                              .norm();
  } else {
    constraint.X_BQ =
        position.X_WB[b].inverse() * position.X_WB[a] * constraint.X_AP;
  }
  return constraint;
}

// Along q(t) with constant v, where the constraint holds at t = 0: its rate and
// second derivative by central differences.
TEST_CASE(
    "CalcConstraintRows: motion at v -> first and second derivatives of the "
    "error") {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    Random random(seed);
    const auto model = test::MakeRandomModel(seed);
    const int n = model->num_bodies();
    const VectorXd q = test::MakeRandomPositions(*model, &random);
    const VectorXd v = random.Vector(model->num_velocities());
    for (const auto type : {ConstraintType::kBall, ConstraintType::kWeld,
                            ConstraintType::kDistance}) {
      const int a = random.Index(n), b = (a + 1 + random.Index(n - 1)) % n;
      const Constraint constraint = MakeHolding(*model, type, a, b, q, &random);
      const Evaluation now = Evaluate(*model, constraint, q, v);
      constexpr double h = 1e-4;
      VectorXd before, after;
      IntegratePositions(*model, q, v, -h, &before);
      IntegratePositions(*model, q, v, h, &after);
      const VectorXd g0 = Evaluate(*model, constraint, before, v).g;
      const VectorXd g1 = Evaluate(*model, constraint, after, v).g;
      INFO("seed " << seed << ", " << to_string(type) << " of " << a << ", "
                   << b);
      CHECK(now.g.norm() < 1e-12);
      const double size = 1 + now.curvature.norm();
      CHECK((now.rate - (g1 - g0) / (2 * h)).norm() < 1e-6 * size);
      CHECK((now.curvature - (g1 - 2 * now.g + g0) / (h * h)).norm() <
            1e-3 * size);
    }
  }
}

TEST_CASE(
    "CalcConstraintRows: coincident points of a spring -> a row along z") {
  ModelBuilder builder;
  builder.AddBody("bob", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  const auto model = std::move(builder).Build();
  const Constraint spring{.type = ConstraintType::kDistance,
                          .body_a = 0,
                          .body_b = 1,
                          .distance = 0.2,
                          .stiffness = 3,
                          .damping = 0.5};
  const Evaluation at =
      Evaluate(*model, spring, model->default_positions(), VectorXd::Zero(6));
  REQUIRE(at.rows.rows.size() == 1);
  CHECK(at.rows.rows[0].law == contact::ConstraintRow::Law::kSpring);
  CHECK(at.rows.rows[0].row == Vector6d::Unit(5));
  CHECK(at.g[0] == -0.2);
  CHECK(at.rows.rows[0].stiffness == 3);
  CHECK(at.rows.rows[0].damping == 0.5);
}

TEST_CASE(
    "CalcBallLimitRow: a turned ball joint -> its angle and the angle's rate") {
  ModelBuilder builder;
  const int body = builder.AddBody(
      "bob",
      {.mass = 1, .p_BoBcm = {0, 0, 0.1}, .I_Bcm = Matrix3d::Identity()});
  Random random(5);
  builder.AddJoint({.name = "ball",
                    .type = JointType::kBall,
                    .parent = 0,
                    .child = body,
                    .X_PF = random.Pose(),
                    .X_CM = random.Pose(),
                    .max_angle = 1});
  const auto model = std::move(builder).Build();
  const auto angle_row = [&](const VectorXd& q, BodyRows* rows) {
    PositionKinematics position;
    CalcPositionKinematics(*model, q, &position);
    CalcBallLimitRow(*model, position, q, model->joints()[0], rows);
    VectorXd G;
    if (!rows->rows.empty()) CalcRowJacobian(*model, position, *rows, 0, &G);
    return G;
  };
  BodyRows rows;
  CHECK(angle_row(model->default_positions(), &rows).size() == 0);
  CHECK(rows.rows.empty());
  for (const double sign : {1.0, -2.0}) {  // any length, either sign
    const VectorXd q =
        sign * Eigen::Vector4d(std::cos(0.35), 0.6 * std::sin(0.35), 0,
                               0.8 * std::sin(0.35));
    const VectorXd v = random.Vector(3);
    const VectorXd G = angle_row(q, &rows);
    REQUIRE(rows.rows.size() == 1);
    CHECK(rows.rows[0].error == Approx(0.7).epsilon(1e-14));
    CHECK(rows.rows[0].upper == 1);
    constexpr double h = 1e-5;
    VectorXd before, after;
    IntegratePositions(*model, q, v, -h, &before);
    IntegratePositions(*model, q, v, h, &after);
    BodyRows late, early;
    angle_row(after, &late);
    angle_row(before, &early);
    CHECK(G.dot(v) ==
          Approx((late.rows[0].error - early.rows[0].error) / (2 * h))
              .epsilon(1e-8));
  }
}

// Against the polynomial itself, and central differences of the slope.
TEST_CASE("CalcCouplerError: a quartic -> its error, slope and curvature") {
  ModelBuilder builder;
  int joints[2];
  for (int i = 0; i < 2; ++i) {
    const std::string name = "j" + std::to_string(i);
    joints[i] = builder.AddJoint(
        {.name = name,
         .type = JointType::kRevolute,
         .parent = 0,
         .child = builder.AddBody(name,
                                  {.mass = 1, .I_Bcm = Matrix3d::Identity()})});
  }
  JointCoupler coupler{.name = "cam",
                       .joint_a = joints[0],
                       .joint_b = joints[1],
                       .reference_a = 0.2,
                       .reference_b = -0.1,
                       .coefficients = {0.3, -1, 2, 0.5, -0.7}};
  builder.AddCoupler(coupler);
  const auto model = std::move(builder).Build();
  const auto at = [&](double q_b) {
    return CalcCouplerError(*model, coupler, Vector2d(0.9, q_b));
  };
  for (const double q_b : {-0.8, -0.1, 0.4}) {
    const double x = q_b + 0.1;
    CHECK(at(q_b).error == Approx(0.9 - 0.2 -
                                  (0.3 - x + 2 * x * x + 0.5 * std::pow(x, 3) -
                                   0.7 * std::pow(x, 4)))
                               .epsilon(1e-14));
    CHECK(
        at(q_b).slope ==
        Approx(-1 + 4 * x + 1.5 * x * x - 2.8 * std::pow(x, 3)).epsilon(1e-14));
    CHECK(at(q_b).curvature == Approx(4 + 3 * x - 8.4 * x * x).epsilon(1e-14));
  }
  coupler.joint_b = -1;
  CHECK(at(0.4).error == Approx(0.9 - 0.2 - 0.3));
  CHECK(at(0.4).slope == 0);
  CHECK(at(0.4).curvature == 0);
}

}  // namespace
}  // namespace tactus::multibody
