#include "tactus/multibody/plant/pivot_turn.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include <Eigen/Cholesky>
#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/free_motion.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::multibody {
namespace {

using contact::VelocityProblem;

TEST_CASE("TurnsAboutPivot: one body on a ball joint of the world -> it does") {
  const auto turns = [](JointType type, double armature, int parent) {
    ModelBuilder builder;
    const SpatialInertia inertia{.mass = 1, .I_Bcm = Matrix3d::Identity()};
    const int first = builder.AddBody("first", inertia);
    builder.AddJoint({.name = "first",
                      .type = JointType::kBall,
                      .child = first,
                      .armature = armature});
    const int body = builder.AddBody("body", inertia);
    builder.AddJoint(
        {.name = "joint", .type = type, .parent = parent, .child = body});
    const auto model = std::move(builder).Build();
    return TurnsAboutPivot(*model, model->trees().front());
  };
  CHECK(turns(JointType::kBall, 0, 0));
  CHECK(turns(JointType::kRevolute, 0, 0));  // A tree of its own.
  CHECK_FALSE(turns(JointType::kRevolute, 0, 1));
  CHECK_FALSE(turns(JointType::kRevolute, 0.1, 0));
  ModelBuilder builder;
  builder.AddBody("free", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  const auto model = std::move(builder).Build();
  CHECK_FALSE(TurnsAboutPivot(*model, model->trees().front()));
}

// A gyroscope whose pivot is beside its centre of mass, on a frame that is
// turned against the world and welded to it.
std::shared_ptr<const Model> MakeGyroscope(double damping) {
  ModelBuilder builder;
  const int post =
      builder.AddBody("post", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  builder.AddJoint(
      {.name = "weld",
       .type = JointType::kWeld,
       .child = post,
       .X_PF = RigidTransform(Eigen::AngleAxisd(0.7, Vector3d::UnitX()))});
  const int body = builder.AddBody(
      "rotor", {.mass = 2,
                .p_BoBcm = Vector3d(0.02, 0.01, 0.1),
                .I_Bcm = Vector3d(2e-3, 3e-3, 4e-3).asDiagonal()});
  RigidTransform X_PF(Eigen::AngleAxisd(0.4, Vector3d::UnitY())),
      X_CM(Eigen::AngleAxisd(-0.3, Vector3d::UnitZ()));
  X_CM.translation() = Vector3d(0.03, 0, 0);
  builder.AddJoint({.name = "pivot",
                    .type = JointType::kBall,
                    .parent = post,
                    .child = body,
                    .X_PF = X_PF,
                    .X_CM = X_CM,
                    .damping = damping});
  return std::move(builder).Build();
}

struct Pivoting {
  std::shared_ptr<const Model> model;
  VectorXd q, v;
  bool flies = true;

  double CalcEnergy() const {
    PositionKinematics position;
    VelocityKinematics velocity;
    CalcPositionKinematics(*model, q, &position);
    CalcVelocityKinematics(*model, position, v, &velocity);
    return CalcKineticEnergy(*model, position, velocity, v) +
           CalcPotentialEnergy(*model, position, q);
  }
  // By M v1 = M v0 - h k0, damped, as a step function would.
  void Step(double h) {
    VelocityProblemBuilder builder(model, MakeCollisionEngine(*model));
    VelocityProblem problem;
    builder.Build(q, v, {}, &problem);
    problem.cliques[0].flies = flies;
    builder.TakeFreeMotionAtMidpoint(h, &problem);
    REQUIRE(problem.cliques[0].turns_alone);
    const MatrixXd& M = problem.cliques[0].M;
    const MatrixXd A = M + h * MatrixXd(problem.damping.asDiagonal());
    const VectorXd v_step = A.llt().solve(M * v - h * problem.k0);
    VectorXd scratch, q1, v1 = v_step;
    IntegrateStep(*model, problem, q, v_step, h, &scratch, &q1, &v1);
    q = q1;
    v = v1;
  }
};

// Against steps a hundredth as long, at h |w| = 0.02: an error in h^2.
TEST_CASE("TurnAboutPivot: a body about a pivot -> of second order") {
  const auto model = MakeGyroscope(0);
  const auto run = [&](double h) {
    Pivoting at{model, model->default_positions(), Vector3d(3, -8, 15)};
    const double start = at.CalcEnergy();
    for (int i = 0; i < std::lround(0.1 / h); ++i) at.Step(h);
    CHECK(std::abs(at.CalcEnergy() - start) < 1e-3);
    return at;
  };
  const Pivoting truth = run(1e-5);
  const auto error = [&](double h) {
    const Pivoting at = run(h);
    return (at.v - truth.v).norm() + (at.q - truth.q).norm();
  };
  CHECK(error(1e-3) < 1e-2);
  CHECK(error(5e-4) / error(1e-3) == Approx(0.25).epsilon(0.1));
}

// h |w| = 10, damped and not. In contact it is driven first and turns then. The
// energy of what has three moments swings with the splitting of its turn, and
// does not drift.
TEST_CASE("TurnAboutPivot: a gyroscope that spins fast -> no energy gained") {
  for (const double damping : {0.0, 1e-6}) {
    for (const bool flies : {true, false}) {
      const auto model = MakeGyroscope(damping);
      Pivoting at{model, model->default_positions(), Vector3d(800, 0, 5000),
                  flies};
      const double start = at.CalcEnergy();
      double most = start, least = start;
      for (int i = 0; i < 500; ++i) {
        at.Step(2e-3);
        most = std::max(most, at.CalcEnergy());
        least = std::min(least, at.CalcEnergy());
      }
      INFO(damping << ": " << start << ", " << least << " to " << most);
      CHECK(most < 1.03 * start);
      CHECK(least > (damping > 0 ? 0.9 : 0.97) * start);
    }
  }
}

// Slowly, damping takes what it should: by steps a hundredth as long.
TEST_CASE("TurnAboutPivot: a damped body about a pivot -> as in short steps") {
  const auto model = MakeGyroscope(0.02);
  const auto run = [&](double h) {
    Pivoting at{model, model->default_positions(), Vector3d(1, -2, 3)};
    for (int i = 0; i < std::lround(0.3 / h); ++i) at.Step(h);
    return at;
  };
  const Pivoting truth = run(2e-5), at = run(2e-3);
  CHECK((at.q - truth.q).norm() < 5e-3);
  CHECK((at.v - truth.v).norm() < 5e-2);
}

}  // namespace
}  // namespace tactus::multibody
