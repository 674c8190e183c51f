// What a state becomes: trees, forces, limits and actuators. Contact is in
// velocity_problem_contact_test.cpp.
#include "tactus/multibody/plant/velocity_problem_builder.h"

#include <algorithm>
#include <cmath>

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/contact/continuous_forces.h"
#include "tactus/multibody/dynamics.h"

namespace tactus::multibody {
namespace {

using contact::VelocityProblem;

VelocityProblem BuildProblem(const std::shared_ptr<const Model>& model,
                             const VectorXd& q, const VectorXd& v,
                             const PlantInputs& inputs = {}) {
  VelocityProblemBuilder builder(model, MakeCollisionEngine(*model));
  VelocityProblem problem;
  builder.Build(q, v, inputs, &problem);
  return problem;
}

TEST_CASE(
    "Velocity problem builder: random models -> trees, bias, damping and "
    "springs") {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const auto model =
        test::MakeRandomModel(seed, {.num_bodies = 12, .per_tree = 4});
    test::Random random(seed);
    const VectorXd q = test::MakeRandomPositions(*model, &random);
    const VectorXd v = random.Vector(model->num_velocities());
    const VelocityProblem problem = BuildProblem(model, q, v);

    PositionKinematics position;
    VelocityKinematics velocity;
    CalcPositionKinematics(*model, q, &position);
    CalcVelocityKinematics(*model, position, v, &velocity);
    VectorXd bias;
    CalcBias(*model, position, velocity, &bias);
    CHECK(problem.v0 == v);
    CHECK((problem.k0 - bias).norm() <= 1e-13 * bias.norm());

    const MatrixXd M = CalcMassMatrix(*model, position);
    MatrixXd assembled = MatrixXd::Zero(M.rows(), M.cols());
    int next = 0;
    for (const contact::Clique& clique : problem.cliques) {
      CHECK(clique.v_start == next);
      next += clique.nv;
      assembled.block(clique.v_start, clique.v_start, clique.nv, clique.nv) =
          clique.M;
    }
    CHECK(next == model->num_velocities());
    CHECK((assembled - M).norm() <= 1e-13 * M.norm());

    VectorXd damping = VectorXd::Zero(v.size());
    AddJointDampingForces(*model, VectorXd::Ones(v.size()), &damping);
    CHECK((problem.damping + damping).norm() <= 1e-15 * damping.norm());
    VectorXd spring = VectorXd::Zero(v.size());
    AddJointSpringForces(*model, q, &spring);
    CHECK((problem.spring_force0 + spring).norm() <= 1e-13 * spring.norm());
  }
}

// A mass on a rail along x, and whatever acts on it.
struct Slider {
  Joint joint{.name = "rail",
              .type = JointType::kPrismatic,
              .axis_F = Vector3d::UnitX()};
  std::vector<Actuator> actuators;
  double mass = 2;

  std::shared_ptr<const Model> Build() const {
    ModelBuilder builder;
    Joint rail = joint;
    rail.child =
        builder.AddBody("mass", {.mass = mass,
                                 .p_BoBcm = Vector3d::Zero(),
                                 .I_Bcm = 0.01 * mass * Matrix3d::Identity()});
    const int index = builder.AddJoint(rail);
    for (Actuator actuator : actuators) {
      if (actuator.body < 0) actuator.joint = index;
      builder.AddActuator(actuator);
    }
    return std::move(builder).Build();
  }

  VelocityProblem At(double q, double v, const PlantInputs& inputs = {}) const {
    return BuildProblem(Build(), VectorXd::Constant(1, q),
                        VectorXd::Constant(1, v), inputs);
  }
  /// The force on the mass at the state, by the continuous law.
  double Force(double q, double v, const PlantInputs& inputs = {}) const {
    VectorXd vdot;
    contact::CalcAccelerations(At(q, v, inputs), &vdot);
    return mass * vdot[0];
  }
};

TEST_CASE(
    "Velocity problem builder: joint springs and dampers -> their forces") {
  Slider slider;
  slider.joint.stiffness = 40;
  slider.joint.spring_reference = 0.3;
  slider.joint.damping = 6;
  slider.joint.armature = 0.5;
  const VelocityProblem problem = slider.At(0.8, 2);
  CHECK(problem.stiffness[0] == 40);
  CHECK(problem.spring_force0[0] == Approx(40 * (0.8 - 0.3)));
  CHECK(problem.damping[0] == 6);
  CHECK(problem.cliques[0].M(0, 0) == Approx(2.5));
  VectorXd vdot;
  contact::CalcAccelerations(problem, &vdot);
  CHECK(vdot[0] == Approx((-40 * 0.5 - 6 * 2) / 2.5));
}

TEST_CASE(
    "Velocity problem builder: joint limits -> a row where there are any") {
  Slider slider;
  CHECK(slider.At(0.5, 0).joint_rows.empty());
  slider.joint.upper = 0.7;
  const VelocityProblem one_sided = slider.At(0.5, 0);
  REQUIRE(one_sided.joint_rows.size() == 1);
  const contact::JointRow& limit = one_sided.joint_rows[0];
  CHECK(limit.law == contact::RowLaw::Law::kLimit);
  REQUIRE(limit.num_terms == 1);
  CHECK(one_sided.TermsOf(limit)[0].dof == 0);
  CHECK(one_sided.TermsOf(limit)[0].coefficient == 1);
  CHECK(limit.error == 0.5);
  CHECK(limit.upper == 0.7);
  CHECK(std::isinf(limit.lower));
  CHECK(limit.inverse_mass == Approx(0.5));
  slider.joint.lower = -0.2;
  CHECK(slider.At(0.5, 0).joint_rows[0].lower == -0.2);
}

TEST_CASE("Velocity problem builder: dry friction -> a row for its joint") {
  Slider slider;
  slider.joint.dry_friction = 3;
  const VelocityProblem problem = slider.At(0.5, 0);
  REQUIRE(problem.joint_rows.size() == 1);
  CHECK(problem.joint_rows[0].law == contact::RowLaw::Law::kDryFriction);
  CHECK(problem.joint_rows[0].dry_friction == 3);
  CHECK(problem.joint_rows[0].inverse_mass == Approx(0.5));
  CHECK(problem.TermsOf(problem.joint_rows[0])[0].dof == 0);
}

TEST_CASE(
    "Velocity problem builder: applied forces -> their sum, zero if empty") {
  const Slider slider;
  CHECK(slider.Force(0.5, 3) == 0);
  PlantInputs inputs;
  inputs.generalized_force = VectorXd::Constant(1, 7);
  inputs.spatial_forces = {
      {.body = 1, .F_Q_W = (Vector6d() << 9, 9, 9, 4, 5, 6).finished()},
      {.body = 0,
       .F_Q_W = Vector6d::Constant(1e9)}};  // the world does not mind
  CHECK(slider.Force(0.5, 3, inputs) == Approx(7 + 4));
}

TEST_CASE(
    "Velocity problem builder: a force off the origin -> its moment, too") {
  ModelBuilder builder;
  const Matrix3d I = Vector3d(0.1, 0.2, 0.3).asDiagonal();
  builder.AddBody("body", {.mass = 2, .p_BoBcm = Vector3d::Zero(), .I_Bcm = I});
  builder.set_gravity(Vector3d::Zero());
  const auto model = std::move(builder).Build();
  const Quaterniond R_WB = Quaterniond(0.6, 0.2, -0.3, 0.7).normalized();
  VectorXd q(7);
  q << 1, 2, 3, R_WB.w(), R_WB.x(), R_WB.y(), R_WB.z();
  const Vector3d p_BoQ_B(0.4, -0.1, 0.2), torque(0.3, 0, -1), force(5, -6, 7);
  PlantInputs inputs;
  inputs.spatial_forces = {{.body = 1,
                            .p_BoQ_B = p_BoQ_B,
                            .F_Q_W = (Vector6d() << torque, force).finished()}};
  VectorXd vdot;
  contact::CalcAccelerations(BuildProblem(model, q, VectorXd::Zero(6), inputs),
                             &vdot);
  const Matrix3d R = R_WB.toRotationMatrix();
  const Vector3d alpha =
      (R * I * R.transpose()).inverse() * (torque + (R * p_BoQ_B).cross(force));
  CHECK((vdot.head(3) - alpha).norm() <= 1e-13 * alpha.norm());
  CHECK((vdot.tail(3) - force / 2).norm() <= 1e-14);
}

TEST_CASE("Velocity problem builder: a motor -> a clamped force") {
  Slider slider;
  slider.actuators = {{.name = "motor",
                       .gear = -3,
                       .gain = 2,
                       .bias0 = 0.5,
                       .force_lower = -4,
                       .force_upper = 5,
                       .control_lower = -10,
                       .control_upper = 1}};
  const auto force = [&](double u) {
    PlantInputs inputs;
    inputs.actuation = VectorXd::Constant(1, u);
    CHECK(slider.At(0.5, 3, inputs).actuators.empty());
    return slider.Force(0.5, 3, inputs);
  };
  CHECK(force(0.7) == Approx(-3 * (2 * 0.7 + 0.5)));
  CHECK(force(100) == Approx(-3 * (2 * 1 + 0.5)));  // u is clamped first
  CHECK(force(-100) == Approx(-3 * -4));            // then f
  CHECK(slider.Force(0.5, 3) == Approx(-3 * 0.5));  // unconnected: u = 0
}

// MuJoCo's position servo: f = kp (u - l) - kv l_dot with l = gear q.
TEST_CASE(
    "Velocity problem builder: a position servo -> kp (u - l) - kv l', "
    "implicit") {
  const double kp = 30, kv = 4, gear = 2, q = 0.3, v = -0.7;
  Slider slider;
  slider.actuators = {{.name = "servo",
                       .gear = gear,
                       .gain = kp,
                       .bias1 = -kp,
                       .bias2 = -kv,
                       .force_lower = -25,
                       .force_upper = 25}};
  const auto force = [&](double u) {
    PlantInputs inputs;
    inputs.actuation = VectorXd::Constant(1, u);
    return slider.Force(q, v, inputs);
  };
  CHECK(force(0.9) == Approx(gear * (kp * (0.9 - gear * q) - kv * gear * v)));
  CHECK(force(5) == Approx(gear * 25));
  CHECK(force(-5) == Approx(gear * -25));

  PlantInputs inputs;
  inputs.actuation = VectorXd::Constant(1, 0.9);
  const VelocityProblem problem = slider.At(q, v, inputs);
  REQUIRE(problem.actuators.size() == 1);
  CHECK(problem.actuators[0].stiffness == kp);  // implicit in the step
  CHECK(problem.actuators[0].damping == kv);
  CHECK(problem.actuators[0].gear == gear);
  CHECK(problem.actuators[0].force0 == Approx(kp * (0.9 - gear * q)));
}

TEST_CASE("Velocity problem builder: a velocity servo -> kv (u - v)") {
  Slider slider;
  slider.actuators = {{.name = "servo", .gain = 6, .bias2 = -6}};
  PlantInputs inputs;
  inputs.actuation = VectorXd::Constant(1, 0.4);
  CHECK(slider.Force(1, 0.9, inputs) == Approx(6 * (0.4 - 0.9)));
}

TEST_CASE("Velocity problem builder: thrust at a site -> turns with the body") {
  ModelBuilder builder;
  const Matrix3d I = Vector3d(0.1, 0.2, 0.3).asDiagonal();
  const int body = builder.AddBody(
      "drone", {.mass = 2, .p_BoBcm = Vector3d::Zero(), .I_Bcm = I});
  builder.set_gravity(Vector3d::Zero());
  RigidTransform X_BS(Eigen::Translation3d(0.3, 0.1, -0.2));
  X_BS.rotate(Eigen::AngleAxisd(0.7, Vector3d(1, 2, 3).normalized()));
  Vector6d wrench_S;
  wrench_S << 0, 0.1, -0.02, 0, 0, 1;
  builder.AddActuator({.name = "rotor",
                       .body = body,
                       .X_BS = X_BS,
                       .wrench_S = wrench_S,
                       .gain = 3,
                       .force_lower = 0,
                       .force_upper = 12});
  const auto model = std::move(builder).Build();
  const Quaterniond R_WB = Quaterniond(0.6, 0.2, -0.3, 0.7).normalized();
  VectorXd q(7);
  q << 1, 2, 3, R_WB.w(), R_WB.x(), R_WB.y(), R_WB.z();
  for (double u : {-1.0, 2.0, 9.0}) {
    PlantInputs inputs;
    inputs.actuation = VectorXd::Constant(1, u);
    VectorXd vdot;
    contact::CalcAccelerations(
        BuildProblem(model, q, VectorXd::Zero(6), inputs), &vdot);
    const double f = std::clamp(3 * u, 0.0, 12.0);
    // In the body's frame, where inertia is diagonal.
    const Vector3d force_B = X_BS.linear() * wrench_S.tail<3>() * f;
    const Vector3d torque_B = X_BS.linear() * wrench_S.head<3>() * f +
                              X_BS.translation().cross(force_B);
    const Matrix3d R_BW = R_WB.toRotationMatrix().transpose();
    CHECK((R_BW * vdot.tail(3) - force_B / 2).norm() <= 1e-13);
    CHECK((R_BW * vdot.head(3) - I.inverse() * torque_B).norm() <= 1e-12);
  }
}

TEST_CASE(
    "Velocity problem builder: a problem reused -> no trace of the last") {
  Slider slider;
  slider.actuators = {{.name = "servo", .gain = 6, .bias2 = -6}};
  const auto model = slider.Build();
  VelocityProblemBuilder builder(model, MakeCollisionEngine(*model));
  VelocityProblem problem;
  PlantInputs inputs;
  inputs.actuation = VectorXd::Constant(1, 3);
  inputs.generalized_force = VectorXd::Constant(1, 7);
  builder.Build(VectorXd::Ones(1), VectorXd::Ones(1), inputs, &problem);
  CHECK(problem.k0[0] == Approx(-7));
  builder.Build(VectorXd::Zero(1), VectorXd::Zero(1), {}, &problem);
  CHECK(problem.k0[0] == 0);
  REQUIRE(problem.actuators.size() == 1);
  CHECK(problem.actuators[0].force0 == 0);
}

/// The problem of a slider at rest whose actuator's control u = 0.5 falls by
/// `slope` per unit of velocity.
VelocityProblem BuildWithFeedback(const Actuator& actuator, double slope) {
  Slider slider;
  slider.actuators = {actuator};
  const auto model = slider.Build();
  VelocityProblemBuilder builder(model, MakeCollisionEngine(*model));
  PlantInputs inputs;
  inputs.actuation = VectorXd::Constant(1, 0.5);
  VelocityProblem problem;
  builder.Build(VectorXd::Zero(1), VectorXd::Zero(1), inputs, &problem);
  const InputFeedback feedback{.control_slope = VectorXd::Constant(1, slope),
                               .length_times = VectorXd::Zero(1),
                               .force_slope = {},
                               .v_ref = VectorXd::Zero(1)};
  builder.SetInputs(inputs, &feedback, &problem);
  return problem;
}

// f = 3 u + 1 with u in [-1, 2]: forces within [-2, 7], as a control that runs
// away during the step is clamped, too.
TEST_CASE(
    "Velocity problem builder: feedback -> forces within control limits") {
  Actuator motor{.name = "motor",
                 .gear = 2,
                 .gain = 3,
                 .bias0 = 1,
                 .control_lower = -1,
                 .control_upper = 2};
  const auto limits = [&] {
    const VelocityProblem problem = BuildWithFeedback(motor, 10);
    REQUIRE(problem.actuators.size() == 1);
    CHECK(problem.actuators[0].force0 == 3 * 0.5 + 1);
    CHECK(problem.actuators[0].damping == 3 * 10 / 2.0);
    return Vector2d(problem.actuators[0].lower, problem.actuators[0].upper);
  };
  CHECK(limits() == Vector2d(-2, 7));
  motor.force_upper = 5;
  CHECK(limits() == Vector2d(-2, 5));
  motor.force_lower = -1;
  CHECK(limits() == Vector2d(-1, 5));
  motor.control_upper = kUnbounded[1];
  motor.force_upper = kUnbounded[1];
  CHECK(limits() == Vector2d(-1, kUnbounded[1]));

  motor = {
      .name = "backwards", .gain = -3, .control_lower = -1, .control_upper = 2};
  const VelocityProblem problem = BuildWithFeedback(motor, -10);
  CHECK(problem.actuators[0].lower == -6);
  CHECK(problem.actuators[0].upper == 3);
}

TEST_CASE(
    "Velocity problem builder: an actuator without gear or gain -> no force") {
  for (const bool has_gear : {false, true}) {
    const VelocityProblem problem =
        BuildWithFeedback({.name = "idle",
                           .gear = has_gear ? 2.0 : 0.0,
                           .gain = has_gear ? 0.0 : 3.0,
                           .control_lower = -1},
                          10);
    VectorXd vdot;
    contact::CalcAccelerations(problem, &vdot);
    CHECK(vdot[0] == 0);
    REQUIRE(problem.actuators.size() == 1);
    CHECK(problem.actuators[0].damping == 0);
  }
}

}  // namespace
}  // namespace tactus::multibody
