#include "tactus/multibody/rigid_rows.h"

#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include "tactus/multibody/constraint_residuals.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"
#include "tactus/multibody/position_projection.h"

namespace tactus::multibody {
namespace {

using contact::VelocityProblem;

/// A point on a rod of one metre about the world's origin, a tendon, a locked
/// hinge, a cam q_a = q_b^2 and a spring, which is not rigid.
std::shared_ptr<const Model> MakeModel() {
  const SpatialInertia inertia{.mass = 1, .I_Bcm = Matrix3d::Identity()};
  ModelBuilder builder;
  int joints[3];
  for (int i = 0; i < 3; ++i) {
    const std::string name = "j" + std::to_string(i);
    joints[i] = builder.AddJoint({.name = name,
                                  .type = JointType::kRevolute,
                                  .parent = 0,
                                  .child = builder.AddBody(name, inertia),
                                  .is_locked = i == 2});
  }
  const int point = builder.AddBody("point", inertia);
  builder.AddConstraint({.name = "spring",
                         .type = ConstraintType::kDistance,
                         .body_a = 0,
                         .body_b = point,
                         .distance = 0.5,
                         .stiffness = 10});
  builder.AddConstraint({.name = "rod",
                         .type = ConstraintType::kDistance,
                         .body_a = 0,
                         .body_b = point,
                         .distance = 1});
  builder.AddTendon({.name = "tendon",
                     .terms = {{.joint = joints[0]}},
                     .stiffness = 1,
                     .dry_friction = 1});
  builder.AddCoupler({.name = "cam",
                      .joint_a = joints[0],
                      .joint_b = joints[1],
                      .coefficients = {0, 0, 1, 0, 0}});
  return std::move(builder).Build();
}

struct Aimed {
  std::shared_ptr<const Model> model = MakeModel();
  VelocityProblemBuilder builder{model, MakeCollisionEngine(*model)};
  VectorXd q0 = model->default_positions();
  VectorXd v0 = VectorXd::Zero(model->num_velocities());
  VelocityProblem problem;
  RigidRows rows;

  Aimed() {
    q0.segment<3>(3) << 1.001, 0, 0;
    v0[3 + 4] = 2;  // the point, along y
    v0[1] = 3;      // the cam's q_b
    builder.Build(q0, v0, {}, &problem);
    rows.Remember(*model, problem);
    rows.Begin(1e-3);
  }
  /// The end of a step at which the point is at (x, y, 0) and the cam turned.
  VectorXd EndAt(double x, double y, double q_a, double q_b) const {
    VectorXd q = q0;
    q.segment<3>(3) << x, y, 0;
    q[0] = q_a;
    q[1] = q_b;
    return q;
  }
  /// g of the rod, of the spring and of the cam where the rows aim.
  Vector3d Errors() const {
    // Two rows of the tendon, the cam, the lock.
    REQUIRE(problem.joint_rows.size() == 4);
    REQUIRE(problem.constraint_rows.size() == 2);
    const contact::RowErrors& errors = rows.errors();
    return {errors.constraint_rows[1], errors.constraint_rows[0],
            errors.joint_rows[2]};
  }
};

TEST_CASE(
    "RigidRows: ends that miss -> aims farther by the miss, anew in each "
    "step") {
  Aimed aimed;
  const Vector3d start = aimed.Errors();
  CHECK((start - Vector3d(1e-3, 0.501, 0)).norm() < 1e-15);
  // Off by 0.03 and by 0.2 - 0.3^2; then by a third of it, and by less.
  CHECK(aimed.rows.UpdateErrors(aimed.EndAt(0, 1.03, 0.2, 0.3), 0.1,
                                aimed.problem));
  CHECK((aimed.Errors() - Vector3d(0.031, 0.501, 0.11)).norm() < 1e-14);
  CHECK(aimed.rows.UpdateErrors(aimed.EndAt(0, 1.01, 0.13, 0.3), 0.1,
                                aimed.problem));
  CHECK((aimed.Errors() - Vector3d(0.041, 0.501, 0.15)).norm() < 1e-14);
  // Near enough: as it was solved.
  const double near = kPositionTolerance / 2;
  CHECK_FALSE(aimed.rows.UpdateErrors(aimed.EndAt(0, 1 + near, 0.09, 0.3), 0.1,
                                      aimed.problem));
  CHECK((aimed.Errors() - Vector3d(0.041, 0.501, 0.15)).norm() < 1e-14);
  aimed.rows.Begin(1e-3);
  CHECK(aimed.Errors() == start);
  // The problem is as it was built.
  CHECK(aimed.problem.constraint_rows[1].error == start[0]);
  CHECK(aimed.problem.joint_rows[2].error == start[2]);
}

// It converges, but too slowly to go on for ever.
TEST_CASE("RigidRows: slow convergence -> four solves at most") {
  Aimed aimed;
  double off = 0.1;
  for (int solve = 1; solve <= 4; ++solve, off *= 0.4) {
    CHECK(aimed.rows.UpdateErrors(aimed.EndAt(0, 1 + off, 0, 0), 0.1,
                                  aimed.problem) == (solve < 4));
  }
}

// b of the rod is v^2 / r, that of the cam -2 v_b^2.
TEST_CASE("RigidRows: aiming that does not help -> straight, once") {
  Aimed aimed;
  const double h = 0.2;
  CHECK(aimed.rows.UpdateErrors(aimed.EndAt(0, 1.1, 0, 0), h, aimed.problem));
  CHECK(aimed.rows.UpdateErrors(aimed.EndAt(0, 1.08, 0, 0), h, aimed.problem));
  const Vector3d straight(1e-3 - h * h / 2 * 4 / 1.001, 0.501,
                          h * h / 2 * 2 * 9);
  CHECK((aimed.Errors() - straight).norm() < 1e-14);
  CHECK_FALSE(
      aimed.rows.UpdateErrors(aimed.EndAt(0, 1.2, 0, 0), h, aimed.problem));
}

// x = 0 however far the rod is off and however its end turns; the spring and
// the cam are as they were, and the rod is out of what is aimed again.
TEST_CASE("RigidRows: a constraint that goes straight -> ends at rest") {
  Aimed aimed;
  const double h = 0.1;
  aimed.rows.Begin(h);
  const Vector3d start = aimed.Errors();
  CHECK(aimed.rows.GoStraight(1, h, aimed.problem));
  const Vector3d at_rest(-h * h / 2 * 4 / 1.001, start[1], start[2]);
  CHECK((aimed.Errors() - at_rest).norm() < 1e-14);
  CHECK_FALSE(aimed.rows.GoStraight(1, h, aimed.problem));
  CHECK_FALSE(
      aimed.rows.UpdateErrors(aimed.EndAt(0, 1.1, 0, 0), h, aimed.problem));
  CHECK(
      aimed.rows.UpdateErrors(aimed.EndAt(0, 1.1, 0.2, 0.3), h, aimed.problem));
  CHECK((aimed.Errors() - at_rest - Vector3d(0, 0, 0.11)).norm() < 1e-14);
  // Also where the cam goes straight after it.
  CHECK(
      aimed.rows.UpdateErrors(aimed.EndAt(0, 1.1, 0.2, 0.3), h, aimed.problem));
  CHECK(aimed.Errors()[0] == Approx(at_rest[0]));
  aimed.rows.Begin(h);
  CHECK((aimed.Errors() - start).norm() < 1e-15);
  // A spring is not aimed.
  CHECK(aimed.rows.GoStraight(0, h, aimed.problem));
  CHECK((aimed.Errors() - start).norm() < 1e-15);
}

TEST_CASE("RigidRows: an end that is not a number -> no further solve") {
  Aimed aimed;
  const VectorXd q =
      aimed.EndAt(std::numeric_limits<double>::quiet_NaN(), 0, 0, 0);
  CHECK_FALSE(aimed.rows.UpdateErrors(q, 0.1, aimed.problem));
}

// Undone within the step, 0.3 m would be a speed of 0.3 m / h.
TEST_CASE("RigidRows: a tendon far beyond its limit -> comes back slowly") {
  ModelBuilder parts;
  const int slider = parts.AddJoint(
      {.name = "slider",
       .type = JointType::kPrismatic,
       .child =
           parts.AddBody("block", {.mass = 1, .I_Bcm = Matrix3d::Identity()})});
  parts.AddTendon({.name = "rope",
                   .terms = {{.joint = slider}},
                   .lower = -0.2,
                   .upper = 0.5});
  const std::shared_ptr<const Model> model = std::move(parts).Build();
  VelocityProblemBuilder builder(model, MakeCollisionEngine(*model));
  VelocityProblem problem;
  RigidRows rows;
  const auto aim = [&](double q, double h) {
    const VectorXd at = VectorXd::Constant(1, q);
    builder.Build(at, VectorXd::Zero(1), {}, &problem);
    rows.Remember(*model, problem);
    rows.Begin(h);
    CHECK(problem.joint_rows.at(0).error == q);
    CHECK_FALSE(rows.UpdateErrors(at, h, problem));
    return rows.errors().joint_rows.at(0);
  };
  CHECK(aim(0.8, 1e-3) == Approx(0.501).epsilon(1e-12));
  CHECK_FALSE(rows.is_empty());
  CHECK(aim(-0.3, 1e-2) == Approx(-0.21).epsilon(1e-12));
  CHECK(aim(0.505, 0.1) == 0.505);
  // What limits give under load, and what is free.
  CHECK(aim(0.50005, 1e-6) == 0.50005);
  CHECK(rows.is_empty());
  CHECK(aim(0.4, 1e-3) == 0.4);
  CHECK(rows.is_empty());
}

}  // namespace
}  // namespace tactus::multibody
