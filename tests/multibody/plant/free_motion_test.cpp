#include "tactus/multibody/plant/free_motion.h"

#include <cmath>

#include "multibody/random_model.h"
#include <Eigen/Cholesky>
#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/plant/free_turn.h"
#include "tactus/multibody/plant/velocity_problem_builder.h"

namespace tactus::multibody {
namespace {

using contact::VelocityProblem;

std::shared_ptr<const Model> MakeFlyer() {
  ModelBuilder builder;
  builder.AddBody("flyer", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  return std::move(builder).Build();
}

// A body at the origin that turned about z at 1 rad/s before the step and turns
// at 3 rad/s after it, while it moves along x: 4 and 5 m/s.
VectorXd StepAboutZ(bool flies, double h) {
  const auto model = MakeFlyer();
  VelocityProblem problem;
  problem.v0 = (Vector6d() << 0, 0, 1, 4, 0, 0).finished();
  problem.cliques = {{.nv = 6,
                      .M = MatrixXd::Identity(6, 6),
                      .flies = flies,
                      .turns_alone = flies}};
  const VectorXd v1 = (Vector6d() << 0, 0, 3, 5, 0, 0).finished();
  VectorXd scratch, q1, v_end = v1;
  IntegrateStep(*model, problem, model->default_positions(), v1, h, &scratch,
                &q1, &v_end);
  CHECK(v_end == v1);
  return q1;
}

// What flies turns as it did, and by h/2 of what it gained.
TEST_CASE("IntegrateStep: what flies -> turns at the mean, moves at v1") {
  const double h = 0.25;
  for (const bool flies : {true, false}) {
    const VectorXd q = StepAboutZ(flies, h);
    // q0 + h N w, normalised: tan(angle / 2) = h w / 2.
    const double half_angle =
        flies ? h / 2 * 1 + std::atan(h / 4 * 2) : std::atan(h / 2 * 3);
    CHECK(q[0] == Approx(5 * h));
    CHECK(q[3] == Approx(std::cos(half_angle)));
    CHECK(q[6] == Approx(std::sin(half_angle)));
  }
}

TEST_CASE(
    "CountSpatialRates: a type of joint -> three for ball and floating, else "
    "none") {
  const auto count = [](JointType type) {
    return CountSpatialRates({.name = "joint", .type = type});
  };
  CHECK(count(JointType::kBall) == 3);
  CHECK(count(JointType::kFloating) == 3);
  CHECK(count(JointType::kRevolute) == 0);
  CHECK(count(JointType::kUniversal) == 0);
  CHECK(count(JointType::kPlanar) == 0);
}

// What a free tree gains in one step of length h.
double CalcGain(const std::shared_ptr<const Model>& model, const VectorXd& q0,
                const VectorXd& v0, double h) {
  VelocityProblemBuilder builder(model, MakeCollisionEngine(*model));
  VelocityProblem problem;
  builder.Build(q0, v0, {}, &problem);
  builder.FindFlying(h, &problem);
  builder.TakeFreeMotionAtMidpoint(h, &problem);
  VectorXd v1 = v0;
  for (const contact::Clique& clique : problem.cliques) {
    REQUIRE(clique.flies);
    v1.segment(clique.v_start, clique.nv) -=
        h * clique.M.llt().solve(problem.k0.segment(clique.v_start, clique.nv));
  }
  VectorXd scratch, q1;
  IntegrateStep(*model, problem, q0, VectorXd(v1), h, &scratch, &q1, &v1);
  const auto energy = [&](const VectorXd& q, const VectorXd& v) {
    PositionKinematics position;
    VelocityKinematics velocity;
    CalcPositionKinematics(*model, q, &position);
    CalcVelocityKinematics(*model, position, v, &velocity);
    return CalcKineticEnergy(*model, position, velocity, v);
  };
  return energy(q1, v1) - energy(q0, v0);
}

// A pencil whose frame is at its point. Its spin makes no energy, at any step,
// and moves its centre of mass nowhere.
TEST_CASE("IntegrateStep: a free body that spins fast -> no gain") {
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  builder.AddBody("pencil", {.mass = 0.01,
                             .p_BoBcm = Vector3d(0.01, 0, 0.08),
                             .I_Bcm = Vector3d(2e-5, 2e-5, 1e-7).asDiagonal()});
  const auto model = std::move(builder).Build();
  const VectorXd v0 = (Vector6d() << 3, -2, 800, 1, 2, 3).finished();
  for (const double h : {1e-4, 1e-2}) {
    const double gain = CalcGain(model, model->default_positions(), v0, h);
    CHECK(std::abs(gain) < 1e-9);
  }
}

TEST_CASE(
    "IntegrateStep: a free body that spins -> its centre moves straight") {
  ModelBuilder builder;
  const Vector3d c(0.01, 0, 0.08);
  builder.AddBody("pencil", {.mass = 0.01,
                             .p_BoBcm = c,
                             .I_Bcm = Vector3d(2e-5, 2e-5, 1e-7).asDiagonal()});
  const std::shared_ptr<const Model> model = std::move(builder).Build();
  const double h = 0.01;
  const Vector3d w1(7, -20, 300), v_Bcm(1, 2, 3);
  VelocityProblem problem;
  problem.v0 = (Vector6d() << 3, -2, 800, 1, 2, 3).finished();
  problem.cliques = {{.nv = 6,
                      .M = MatrixXd::Identity(6, 6),
                      .flies = true,
                      .turns_alone = true}};
  VectorXd scratch, q1, v1(6);
  // Of Bo, so that the centre of mass has v_Bcm: c1 does not depend on v_Bo.
  v1 << w1, 0, 0, 0;
  const VectorXd q0 = model->default_positions();
  IntegrateStep(*model, problem, q0, VectorXd(v1), h, &scratch, &q1, &v1);
  const Vector3d c1 = Quaterniond(q1[3], q1[4], q1[5], q1[6]) * c;
  v1.tail<3>() = v_Bcm - w1.cross(c1);
  IntegrateStep(*model, problem, q0, VectorXd(v1), h, &scratch, &q1, &v1);
  CHECK((q1.head<3>() + c1 - (q0.head<3>() + c) - h * v_Bcm).norm() < 1e-14);
}

// In contact: impulses act at the pose of the start, on c, and the body turns
// on from there. Momenta are those of v1 there, and what drifts is at v.
TEST_CASE("IntegrateStep: a free body in contact -> drifts with its momenta") {
  ModelBuilder builder;
  const Vector3d c(0.01, 0, 0.08);
  const Matrix3d I = Vector3d(2e-5, 2.05e-5, 1e-6).asDiagonal();
  builder.AddBody("solid", {.mass = 0.01, .p_BoBcm = c, .I_Bcm = I});
  const std::shared_ptr<const Model> model = std::move(builder).Build();
  VelocityProblem problem;
  problem.v0 = VectorXd::Zero(6);
  problem.cliques = {
      {.nv = 6, .M = MatrixXd::Identity(6, 6), .turns_alone = true}};
  const VectorXd v = (Vector6d() << 7, -20, 300, 1, 2, 3).finished();
  VectorXd q0 = model->default_positions();
  q0.tail<4>() << 0.5, 0.5, -0.5, 0.5;
  const auto turn_of = [](const VectorXd& q) {
    return Quaterniond(q[3], q[4], q[5], q[6]);
  };
  const auto velocity_of_c = [&](const VectorXd& q, const VectorXd& at) {
    return Vector3d(at.tail<3>() +
                    Vector3d(at.head<3>()).cross(turn_of(q) * c));
  };
  const auto moment = [&](const VectorXd& q, const VectorXd& at) {
    const Quaterniond R = turn_of(q);
    return Vector3d(R * (I * (R.conjugate() * Vector3d(at.head<3>()))));
  };
  for (const double h : {1e-3, 0.05}) {
    for (const double share : {1.0, 2.0}) {  // All of a step, and half of it.
      const VectorXd laws = share * v;
      VectorXd scratch, q1, v1 = laws;
      IntegrateStep(*model, problem, q0, v, h, &scratch, &q1, &v1);
      const Vector3d way =
          q1.head<3>() + turn_of(q1) * c - q0.head<3>() - turn_of(q0) * c;
      CHECK((way - h * velocity_of_c(q0, v)).norm() < 1e-14);
      CHECK((velocity_of_c(q1, v1) - velocity_of_c(q0, laws)).norm() < 1e-11);
      CHECK((moment(q1, v1) - moment(q0, laws)).norm() < 1e-15);
      const FreeTurn end =
          TurnFreely(I, {.R_WB = turn_of(q0), .w_W = v.head<3>()}, h);
      CHECK(turn_of(q1).angularDistance(end.R_WB) < 1e-7);
      if (share == 1) CHECK((v1.head<3>() - end.w_W).norm() < 1e-9);
    }
  }
}

// A body on a ball joint that is damped or not, and free of other ties.
std::shared_ptr<const Model> MakeSpinner(double damping) {
  ModelBuilder builder;
  const int body = builder.AddBody(
      "spinner",
      {.mass = 1, .I_Bcm = Vector3d(0.01, 0.02, 0.025).asDiagonal()});
  builder.AddJoint({.name = "ball",
                    .type = JointType::kBall,
                    .child = body,
                    .damping = damping});
  return std::move(builder).Build();
}

// At |w|^2 = 14 / s^2, of which 0.003 are a weak acceleration.
bool Flies(const VectorXd& force, VelocityProblemBuilder* builder,
           VelocityProblem* problem) {
  PlantInputs inputs;
  inputs.generalized_force = force;
  builder->Build(Eigen::Vector4d::UnitX(), Vector3d(1, 2, 3), inputs, problem);
  builder->FindFlying(0.01, problem);
  return problem->cliques[0].flies;
}

bool Flies(double damping, const VectorXd& force) {
  const auto model = MakeSpinner(damping);
  VelocityProblemBuilder builder(model, MakeCollisionEngine(*model));
  VelocityProblem problem;
  return Flies(force, &builder, &problem);
}

TEST_CASE("FindFlying: a body on a ball joint -> unless it is driven hard") {
  CHECK(Flies(0, {}));
  CHECK(Flies(0, Vector3d(0, 0, 1e-3)));        // 0.040 rad/s^2
  CHECK_FALSE(Flies(0, Vector3d(0, 0, 2e-3)));  // 0.080
  CHECK(Flies(5e-5, {}));
  CHECK_FALSE(Flies(1e-3, {}));
}

// Of an applied force that ties it to another tree.
TEST_CASE("FindFlying: a damper -> lets fly what any other row grounds") {
  using Law = contact::RowLaw::Law;
  for (const Law law : {Law::kDamper, Law::kSpring, Law::kRigid}) {
    const auto model = MakeSpinner(0);
    VelocityProblemBuilder builder(model, MakeCollisionEngine(*model));
    VelocityProblem problem;
    REQUIRE(Flies({}, &builder, &problem));
    problem.AddRow({.law = law}, {{.dof = 0}, {.dof = 1}});
    builder.FindFlying(0.01, &problem);
    CHECK(problem.cliques[0].flies == (law == Law::kDamper));
    builder.GroundDriven(&problem);
    CHECK_FALSE(problem.cliques[0].flies);
  }
}

bool FliesUndriven(double damping, const VectorXd& force) {
  const auto model = MakeSpinner(damping);
  VelocityProblemBuilder builder(model, MakeCollisionEngine(*model));
  VelocityProblem problem;
  REQUIRE(Flies(force, &builder, &problem));
  builder.GroundDriven(&problem);
  return problem.cliques[0].flies;
}

TEST_CASE("GroundDriven: gravity alone -> flies, forces and dampers -> not") {
  CHECK(FliesUndriven(0, {}));
  CHECK(FliesUndriven(0, Vector3d(0, 0, 0)));
  CHECK_FALSE(FliesUndriven(0, Vector3d(0, 0, 1e-3)));
  CHECK_FALSE(FliesUndriven(5e-5, {}));
}

// Two free bodies, one of them on a spring to the world.
TEST_CASE("FindFlying: a free body on a string -> does not fly") {
  ModelBuilder builder;
  const SpatialInertia inertia{.mass = 1, .I_Bcm = Matrix3d::Identity()};
  builder.AddBody("free", inertia);
  const int tied = builder.AddBody("tied", inertia);
  Tendon::Stop anchor{.body = 0}, end{.body = tied};
  anchor.X_BS = RigidTransform(Eigen::Translation3d(0, 0, 2));
  const int string = builder.AddTendon(
      {.name = "string", .path = {anchor, end}, .stiffness = 10});
  builder.AddActuator({.name = "winch", .tendon = string, .bias1 = -1});
  const std::shared_ptr<const Model> model = std::move(builder).Build();
  VelocityProblemBuilder problems(model, MakeCollisionEngine(*model));
  VelocityProblem problem;
  problems.Build(model->default_positions(), VectorXd::Zero(12), {}, &problem);
  problems.FindFlying(0.01, &problem);
  REQUIRE(problem.actuators.size() == 1);
  problems.GroundDriven(&problem);
  CHECK(problem.cliques[0].flies);
  CHECK_FALSE(problem.cliques[1].flies);
}

// What flew in a step, and does not in another, is as it was built.
TEST_CASE("TakeFreeMotionAtMidpoint: what lands -> k at the start again") {
  const auto model = test::MakeRandomModel(
      1, {.num_bodies = 2, .types = {JointType::kBall}, .per_tree = 2});
  VelocityProblemBuilder builder(model, MakeCollisionEngine(*model));
  VelocityProblem problem;
  builder.Build(model->default_positions(),
                VectorXd::LinSpaced(model->num_velocities(), 1, 3), {},
                &problem);
  const VectorXd k0 = problem.k0;
  builder.FindFlying(0.01, &problem);
  builder.TakeFreeMotionAtMidpoint(0.01, &problem);
  CHECK((problem.k0 - k0).norm() > 1e-4);
  problem.cliques[0].flies = false;
  builder.TakeFreeMotionAtMidpoint(0.01, &problem);
  CHECK((problem.k0 - k0).norm() < 1e-13 * k0.norm());
}

// Before it drifts, weight alone drives a free body that may touch something.
TEST_CASE("TakeFreeMotionAtMidpoint: a free body in contact -> its weight") {
  ModelBuilder parts;
  parts.AddBody("solid", {.mass = 2,
                          .p_BoBcm = Vector3d(0.1, 0.2, 0),
                          .I_Bcm = Vector3d(1, 2, 2.5).asDiagonal()});
  const std::shared_ptr<const Model> model = std::move(parts).Build();
  VelocityProblemBuilder builder(model, MakeCollisionEngine(*model));
  VelocityProblem problem;
  const VectorXd v0 = (Vector6d() << 10, 20, 30, 1, 2, 3).finished();
  builder.Build(model->default_positions(), v0, {}, &problem);
  CHECK_FALSE(problem.cliques[0].turns_alone);
  builder.TakeFreeMotionAtMidpoint(0.01, &problem);
  CHECK(problem.cliques[0].turns_alone);
  const Vector3d weight = 2 * model->gravity_W();
  CHECK((problem.k0.tail<3>() + weight).norm() < 1e-12);
  const Vector3d moment = Vector3d(0.1, 0.2, 0).cross(weight);
  CHECK((problem.k0.head<3>() + moment).norm() < 1e-12);
}

// The energy of a method of order two is off by h^3 in a step: an eighth at
// half the step; a method of order one would leave a quarter.
TEST_CASE("TakeFreeMotionAtMidpoint: half the step -> an eighth of the gain") {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const auto model = test::MakeRandomModel(seed, {.num_bodies = 3,
                                                    .gravity = false,
                                                    .types = {JointType::kBall},
                                                    .per_tree = 3,
                                                    .armature = false,
                                                    .springs = false,
                                                    .damping = false,
                                                    .floating_base = true});
    test::Random random(seed);
    const VectorXd q = test::MakeRandomPositions(*model, &random);
    const VectorXd v = random.Vector(model->num_velocities());
    const double gain = CalcGain(model, q, v, 2e-3),
                 half = CalcGain(model, q, v, 1e-3);
    INFO(seed << ": " << gain << ", " << half);
    CHECK(half / gain == Approx(1.0 / 8).epsilon(0.1));
  }
}

}  // namespace
}  // namespace tactus::multibody
