#include <cmath>
#include <limits>
#include <vector>

#include "multibody/constant_velocity.h"
#include "multibody/evaluated.h"
#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"

// Forces that have a potential: weights, and springs of joints and between
// bodies.
namespace tactus::multibody {
namespace {

using test::Evaluate;
using test::Evaluated;
using test::MakeRandomModel;
using test::Random;

// A robot of which each body feels a third of gravity is one in a third of it.
TEST_CASE("gravity scale: of all bodies -> that of the model's gravity") {
  const auto model = MakeRandomModel(7, {});
  std::vector<Body> bodies(model->bodies().begin(), model->bodies().end());
  for (Body& body : bodies) body.gravity_scale = 1.0 / 3;
  const auto lighter = ModelBuilder::WithParts(
      *model, bodies, {model->joints().begin(), model->joints().end()},
      {model->geometries().begin(), model->geometries().end()});
  for (Body& body : bodies) body.gravity_scale = 0;
  const auto weightless = ModelBuilder::WithParts(
      *model, bodies, {model->joints().begin(), model->joints().end()},
      {model->geometries().begin(), model->geometries().end()});
  Random random(3);
  const VectorXd q = test::MakeRandomPositions(*model, &random);
  const VectorXd v = random.Vector(model->num_velocities());
  const auto bias_of = [&](const Model& m) {
    const Evaluated e = Evaluate(m, q, v);
    VectorXd bias;
    CalcBias(m, e.position, e.velocity, &bias);
    return bias;
  };
  const auto potential_of = [&](const Model& m) {
    return CalcPotentialEnergy(m, Evaluate(m, q, v).position, q);
  };
  // Both are affine in gravity.
  const VectorXd expected =
      bias_of(*weightless) + (bias_of(*model) - bias_of(*weightless)) / 3;
  CHECK((bias_of(*lighter) - expected).norm() < 1e-10 * expected.norm());
  CHECK(potential_of(*lighter) - potential_of(*weightless) ==
        Approx((potential_of(*model) - potential_of(*weightless)) / 3));
  CHECK((bias_of(*model) - bias_of(*weightless)).norm() > 0.1);
  CHECK(std::abs(potential_of(*model) - potential_of(*weightless)) > 0.1);
}

// The weight of one of two bodies is taken off: the force that holds the other.
TEST_CASE("gravity scale: of one body -> its weight alone is gone") {
  ModelBuilder builder;
  const int heavy = builder.AddBody("heavy", {.mass = 5});
  const int light = builder.AddBody("light", {.mass = 2});
  builder.AddJoint({.name = "lift",
                    .type = JointType::kPrismatic,
                    .parent = 0,
                    .child = heavy});
  builder.AddJoint({.name = "fixed",
                    .type = JointType::kWeld,
                    .parent = heavy,
                    .child = light});
  builder.SetGravityScale(heavy, 0);
  const auto model = std::move(builder).Build();
  const Evaluated e = Evaluate(*model, VectorXd::Zero(1), VectorXd::Zero(1));
  VectorXd bias;
  CalcBias(*model, e.position, e.velocity, &bias);
  CHECK(bias[0] == Approx(2 * 9.81));
}

TEST_CASE(
    "Joint springs and damping: at q, v -> -k (q - q0), -d v, k (q - q0)² / "
    "2") {
  ModelBuilder builder;
  const SpatialInertia inertia{.mass = 1, .I_Bcm = Matrix3d::Identity()};
  const int a = builder.AddBody("a", inertia),
            b = builder.AddBody("b", inertia);
  builder.AddJoint({.name = "hinge",
                    .type = JointType::kRevolute,
                    .child = a,
                    .damping = 0.5,
                    .stiffness = 3,
                    .spring_reference = 0.25});
  builder.AddJoint({.name = "ball",
                    .type = JointType::kBall,
                    .parent = a,
                    .child = b,
                    .damping = 2});
  builder.set_gravity(Vector3d::Zero());
  const auto model = std::move(builder).Build();
  VectorXd q(5), v(4), tau = VectorXd::Constant(4, 100);
  q << 1.25, 1, 0, 0, 0;
  v << 4, 1, 2, 3;
  AddJointSpringForces(*model, q, &tau);
  CHECK(tau == (VectorXd(4) << 97, 100, 100, 100).finished());
  AddJointDampingForces(*model, v, &tau);
  CHECK(tau == (VectorXd(4) << 95, 98, 96, 94).finished());
  const Evaluated e = Evaluate(*model, q, v);
  CHECK(CalcPotentialEnergy(*model, e.position, q) == Approx(1.5));
}

TEST_CASE(
    "CalcPotentialEnergy: its slopes -> the forces of gravity and springs") {
  const auto model = MakeRandomModel(14, {.num_bodies = 15, .per_tree = 5});
  const int nv = model->num_velocities();
  Random random(14);
  const VectorXd q = test::MakeRandomPositions(*model, &random);
  const Evaluated e = Evaluate(*model, q, VectorXd::Zero(nv));
  VectorXd force;
  CalcBias(*model, e.position, e.velocity, &force);
  force = -force;
  AddJointSpringForces(*model, q, &force);
  for (int k = 0; k < nv; ++k) {
    const double slope = test::FirstDerivative<double>([&](double t) {
      const VectorXd q_t = test::Advance(*model, q, VectorXd::Unit(nv, k), t);
      return CalcPotentialEnergy(
          *model, Evaluate(*model, q_t, VectorXd::Zero(nv)).position, q_t);
    });
    CHECK(slope == Approx(-force[k]).margin(1e-9));
  }
}

TEST_CASE(
    "CalcPotentialEnergy: a spring and a rod between bodies -> the spring's "
    "alone") {
  ModelBuilder builder;
  const int bob =
      builder.AddBody("bob", {.mass = 2, .I_Bcm = Matrix3d::Identity()});
  for (const double k : {40.0, std::numeric_limits<double>::infinity()}) {
    builder.AddConstraint(
        {.name = k < 100 ? "spring" : "rod",
         .type = ConstraintType::kDistance,
         .body_a = 0,
         .body_b = bob,
         .X_AP = RigidTransform(Eigen::Translation3d(0, 3, 0)),
         .X_BQ = RigidTransform(Eigen::Translation3d(0.5, 0, 0)),
         .distance = 0.5,
         .stiffness = k});
  }
  builder.set_gravity(Vector3d::Zero());
  const auto model = std::move(builder).Build();
  VectorXd q = model->default_positions();
  q.head<3>() << 0, 0, 4;  // 3, 0.5 and 4 apart along the axes
  const Evaluated e = Evaluate(*model, q, VectorXd::Zero(6));
  const double stretch = std::sqrt(9 + 0.25 + 16) - 0.5;
  CHECK(CalcPotentialEnergy(*model, e.position, q) ==
        Approx(40 * stretch * stretch / 2));
}

}  // namespace
}  // namespace tactus::multibody
