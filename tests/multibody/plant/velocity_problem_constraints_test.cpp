// The constraints, locks and limits of VelocityProblemBuilder.
#include <cmath>

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/contact/continuous_forces.h"
#include "tactus/multibody/constraint_rows.h"
#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::multibody {
namespace {

using contact::VelocityProblem;
using test::Random;

struct Built {
  VelocityProblemBuilder builder;
  VelocityProblem problem;

  Built(const std::shared_ptr<const Model>& model, const VectorXd& q,
        const VectorXd& v)
      : builder(model, MakeCollisionEngine(*model)) {
    builder.Build(q, v, {}, &problem);
  }
};

/// A chain on a ball joint, a chain on a free base and a body on the world.
ModelBuilder MakeThree(Random* random) {
  ModelBuilder builder;
  const auto add = [&](const std::string& name, JointType type, int parent) {
    const int body = builder.AddBody(name, random->Inertia());
    builder.AddJoint({.name = name,
                      .type = type,
                      .parent = parent,
                      .child = body,
                      .X_PF = random->Pose(),
                      .X_CM = random->Pose()});
    return body;
  };
  const int socket = add("socket", JointType::kBall, 0);
  add("arm", JointType::kRevolute, socket);
  const int base = add("base", JointType::kFloating, 0);
  add("tail", JointType::kUniversal, base);
  builder.AddBody("free", random->Inertia());
  return builder;
}

// w = G M^-1 G' of each row, and M vdot = J'F of all of them.
TEST_CASE(
    "Velocity problem: constraints of all types -> rows, masses and forces") {
  Random random(7);
  ModelBuilder builder = MakeThree(&random);
  const std::pair<int, int> ties[] = {{2, 4}, {1, 2}, {5, 3},
                                      {4, 0}, {0, 5}, {5, 1}};
  constexpr ConstraintType kTypes[] = {
      ConstraintType::kBall, ConstraintType::kWeld, ConstraintType::kDistance};
  for (int i = 0; i < 6; ++i) {
    const bool is_distance = i % 3 == 2;
    builder.AddConstraint({.name = "c" + std::to_string(i),
                           .type = kTypes[i % 3],
                           .body_a = ties[i].first,
                           .body_b = ties[i].second,
                           .X_AP = random.Pose(),
                           .X_BQ = random.Pose(),
                           .distance = is_distance ? 0.2 : 0,
                           .stiffness = i == 5 ? 30 : kUnbounded[1]});
  }
  const std::shared_ptr<const Model> model = std::move(builder).Build();
  const VectorXd q = test::MakeRandomPositions(*model, &random);
  const VectorXd v = random.Vector(model->num_velocities());
  Built built(model, q, v);
  const VelocityProblem& problem = built.problem;
  REQUIRE(problem.constraints.size() == 6);

  const MatrixXd M = CalcMassMatrix(*model, built.builder.position());
  std::vector<double> forces;
  CalcConstraintForces(problem, &forces);
  VectorXd JtF = VectorXd::Zero(v.size()), G;
  for (int i = 0; i < 6; ++i) {
    BodyRows rows;
    CalcConstraintRows(*model, built.builder.position(),
                       built.builder.velocity(), model->constraints()[i],
                       &rows);
    const contact::BodyConstraint& constraint = problem.constraints[i];
    REQUIRE(constraint.num_rows == std::ssize(rows.rows));
    CHECK(problem.bodies[constraint.body_b].clique >= 0);
    for (int k = 0; k < constraint.num_rows; ++k) {
      const int index = constraint.first_row + k;
      CalcRowJacobian(*model, built.builder.position(), rows, k, &G);
      CHECK(problem.constraint_rows[index].inverse_mass ==
            Approx(G.dot(M.llt().solve(G))).epsilon(1e-10));
      JtF += forces[index] * G;
    }
  }
  VectorXd vdot, without;
  CalcAccelerations(problem, &vdot);
  VelocityProblem loose = problem;
  loose.constraints.clear();
  loose.constraint_rows.clear();
  CalcAccelerations(loose, &without);
  CHECK((M * (vdot - without) - JtF).norm() < 1e-9 * JtF.norm());
}

// In a plane, a ball has a row across it that moves nothing.
TEST_CASE(
    "Velocity problem: rows that move nothing -> none, or of least inverse "
    "mass") {
  ModelBuilder builder;
  const SpatialInertia inertia{
      .mass = 1, .p_BoBcm = {0, 0, -0.5}, .I_Bcm = 0.1 * Matrix3d::Identity()};
  for (const char* name : {"a", "b"}) {
    const int body = builder.AddBody(name, inertia);
    builder.AddJoint({.name = name,
                      .type = JointType::kRevolute,
                      .parent = 0,
                      .child = body,
                      .axis_F = Vector3d::UnitY()});
  }
  const int stuck = builder.AddBody("stuck", inertia);
  builder.AddJoint(
      {.name = "stuck", .type = JointType::kWeld, .parent = 1, .child = stuck});
  builder.AddConstraint(
      {.name = "pin",
       .type = ConstraintType::kBall,
       .body_a = 1,
       .body_b = 2,
       .X_AP = RigidTransform(Eigen::Translation3d(0, 0, -1)),
       .X_BQ = RigidTransform(Eigen::Translation3d(0, 0, -1))});
  builder.AddConstraint({.name = "idle", .body_a = 1, .body_b = stuck});
  const std::shared_ptr<const Model> model = std::move(builder).Build();
  Built built(model, Vector2d(0.3, 0.3), Vector2d(0, 0));
  REQUIRE(built.problem.constraints.size() == 2);
  CHECK(built.problem.constraints[1].num_rows == 0);
  REQUIRE(built.problem.constraint_rows.size() == 3);
  const auto w = [&](int row) {
    return built.problem.constraint_rows[row].inverse_mass;
  };
  CHECK(w(1) == Approx(1e-8 * std::max(w(0), w(2))));
}

TEST_CASE(
    "Velocity problem: a lock, limits of universal and ball joints -> their "
    "rows") {
  Random random(9);
  ModelBuilder builder;
  const auto add = [&](Joint joint) {
    joint.child = builder.AddBody(joint.name, random.Inertia());
    builder.AddJoint(joint);
  };
  add({.name = "universal",
       .type = JointType::kUniversal,
       .lower_each = {kUnbounded[0], -0.5, kUnbounded[0]}});
  add({.name = "ball", .type = JointType::kBall, .max_angle = 1});
  add({.name = "held", .type = JointType::kBall, .is_locked = true});
  const std::shared_ptr<const Model> model = std::move(builder).Build();
  VectorXd q = model->default_positions();
  q[1] = 0.2;
  q.segment<4>(2) << std::cos(0.3), std::sin(0.3), 0, 0;
  q.segment<4>(6) << std::cos(0.01), 0, std::sin(0.01), 0;
  Built built(model, q, VectorXd::Zero(8));
  const VelocityProblem& problem = built.problem;
  REQUIRE(problem.joint_rows.size() == 4);
  const contact::JointRow& limit = problem.joint_rows[0];
  CHECK(limit.law == contact::RowLaw::Law::kLimit);
  CHECK(problem.TermsOf(limit)[0].dof == 1);
  CHECK(limit.error == 0.2);
  CHECK(limit.lower == -0.5);
  REQUIRE(problem.constraints.size() == 1);
  REQUIRE(problem.constraint_rows.size() == 1);
  CHECK(problem.constraint_rows[0].error == Approx(0.6));
  CHECK(problem.constraint_rows[0].upper == 1);
  const contact::JointRow& row = problem.joint_rows[2];
  REQUIRE(row.num_terms == 1);
  CHECK(problem.joint_terms[row.first_term].dof == 6);
  CHECK(problem.joint_terms[row.first_term].coefficient == 1);
  CHECK(row.error == Approx(0.02));
  CHECK(row.inverse_mass == Approx(1 / problem.cliques[2].M(1, 1)));
}

// Along q(t) with constant v, the second derivative of q_a - f(q_b).
TEST_CASE(
    "Velocity problem: a coupler's curve -> rate and curvature of its error") {
  Random random(10);
  ModelBuilder builder;
  int joints[2];
  for (int i = 0; i < 2; ++i) {
    const std::string name = "j" + std::to_string(i);
    joints[i] =
        builder.AddJoint({.name = name,
                          .type = JointType::kRevolute,
                          .parent = 0,
                          .child = builder.AddBody(name, random.Inertia())});
  }
  builder.AddCoupler({.name = "cam",
                      .joint_a = joints[0],
                      .joint_b = joints[1],
                      .coefficients = {0.3, -1, 2, 0.5, -0.7}});
  const std::shared_ptr<const Model> model = std::move(builder).Build();
  const Vector2d q(0.2, 0.6), v(1.5, -3);
  const auto error = [&](double t) {
    return Built(model, q + t * v, v).problem.joint_rows[0].error;
  };
  constexpr double h = 1e-3;
  const VelocityProblem now = Built(model, q, v).problem;
  CHECK(contact::CalcRate(now.TermsOf(now.joint_rows[0]), v) ==
        Approx((error(h) - error(-h)) / (2 * h)).epsilon(1e-4));
  CHECK(now.joint_rows[0].bias_acceleration ==
        Approx((error(h) - 2 * error(0) + error(-h)) / (h * h)).epsilon(1e-4));
}

}  // namespace
}  // namespace tactus::multibody
