#include "tactus/multibody/plant/controllers/cartesian_impedance_controller.h"

#include <cmath>

#include "multibody/random_model.h"
#include "systems/primitives/one_block.h"
#include "systems/runge_kutta4.h"
#include <Eigen/LU>
#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/simulator.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using systems::test::OneBlock;
using test::Random;

using Controller = CartesianImpedanceController;

/// A chain of joints on the world, without passive forces.
std::shared_ptr<const Model> MakeChain(unsigned seed, int num_bodies) {
  Random random(seed);
  ModelBuilder builder;
  for (int i = 1; i <= num_bodies; ++i) {
    builder.AddBody("body" + std::to_string(i), random.Inertia());
    builder.AddJoint({.name = "joint" + std::to_string(i),
                      .type = i == 3 ? JointType::kBall : JointType::kRevolute,
                      .parent = i - 1,
                      .child = i,
                      .X_PF = random.Pose(),
                      .X_CM = random.Pose(),
                      .axis_F = random.Vector3().normalized()});
  }
  return std::move(builder).Build();
}

Matrix6d MakeStiffness(Random* random) {
  Matrix6d root;
  for (int j = 0; j < 6; ++j) root.col(j) = random->Vector(6, 4);
  return root * root.transpose();
}

CartesianImpedance MakeImpedance(Random* random) {
  return {.body = "body5",
          .X_BF = random->Pose(),
          .stiffness = MakeStiffness(random),
          .damping = MakeStiffness(random)};
}

/// The controller of a chain of five, with eight velocities or none to spare.
struct Subject {
  explicit Subject(unsigned seed, bool is_damped = true)
      : random(seed),
        model(MakeChain(seed, 5)),
        impedance(MakeImpedance(&random)) {
    if (!is_damped) impedance.damping.setZero();
    q = test::MakeRandomPositions(*model, &random);
    v = random.Vector(model->num_velocities());
    X_WD = random.Pose();
  }

  RigidTransform FramePose(const VectorXd& at) const {
    PositionKinematics position;
    CalcPositionKinematics(*model, at, &position);
    return position.X_WB[model->BodyIndex("body5")] * impedance.X_BF;
  }
  Matrix6Xd FrameJacobian() const {
    PositionKinematics position;
    CalcPositionKinematics(*model, q, &position);
    const int body = model->BodyIndex("body5");
    Matrix6Xd J;
    CalcBodyJacobian(*model, position, body, &J);
    const Vector3d p_BoFo_W =
        position.X_WB[body].linear() * impedance.X_BF.translation();
    for (int j = 0; j < J.cols(); ++j)
      J.col(j).tail<3>() += J.col(j).head<3>().cross(p_BoFo_W);
    return J;
  }
  VectorXd Gravity() const {
    PositionKinematics position;
    VelocityKinematics at_rest;
    VectorXd g;
    CalcPositionKinematics(*model, q, &position);
    CalcVelocityKinematics(*model, position,
                           VectorXd::Zero(model->num_velocities()), &at_rest);
    CalcBias(*model, position, at_rest, &g);
    return g;
  }
  VectorXd Force(const VectorXd& velocity,
                 const Vector6d* V_WD = nullptr) const {
    OneBlock<Controller> block("control", model, impedance);
    VectorXd x(q.size() + velocity.size());
    x << q, velocity;
    block.Fix(0, x);
    block.context.FixInput(block.leaf->desired_pose_input(), X_WD);
    if (V_WD != nullptr) block.Fix(2, *V_WD);
    return block.Output();
  }

  Random random;
  std::shared_ptr<const Model> model;
  CartesianImpedance impedance;
  VectorXd q, v;
  RigidTransform X_WD;
};

TEST_CASE(
    "CartesianImpedance: stiffness -> forces are the gradient of its energy") {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    Subject s(seed);
    const Controller controller("control", s.model, s.impedance);
    const int nv = s.model->num_velocities();
    const VectorXd spring = s.Force(VectorXd::Zero(nv)) - s.Gravity();
    const double h = 1e-6;
    for (int j = 0; j < nv; ++j) {
      VectorXd above, below;
      IntegratePositions(*s.model, s.q, VectorXd::Unit(nv, j), h, &above);
      IntegratePositions(*s.model, s.q, VectorXd::Unit(nv, j), -h, &below);
      const double slope =
          (controller.CalcSpringEnergy(s.FramePose(above), s.X_WD) -
           controller.CalcSpringEnergy(s.FramePose(below), s.X_WD)) /
          (2 * h);
      INFO("seed " << seed << ", velocity " << j);
      CHECK(spring[j] == Approx(-slope).margin(1e-6 * spring.norm()));
    }
  }
}

TEST_CASE("CartesianImpedance: damping -> takes the power V'D V") {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    Subject s(seed);
    s.impedance.stiffness.setZero();
    const Matrix3d R_DW = s.X_WD.linear().transpose();
    const Vector6d V_WF = s.FrameJacobian() * s.v;
    Vector6d V_WF_D;
    V_WF_D << R_DW * V_WF.head<3>(), R_DW * V_WF.tail<3>();
    const double power = s.v.dot(s.Force(s.v) - s.Gravity());
    CHECK(power == Approx(-V_WF_D.dot(s.impedance.damping * V_WF_D)));
    // It acts between F and D: none where both move alike.
    CHECK((s.Force(s.v, &V_WF) - s.Gravity()).norm() < 1e-10 * power * power);
  }
}

TEST_CASE("CartesianImpedance: at the desired pose, at rest -> gravity alone") {
  Subject s(3);
  s.X_WD = s.FramePose(s.q);
  const VectorXd g = s.Gravity();
  CHECK((s.Force(VectorXd::Zero(s.v.size())) - g).norm() < 1e-9 * g.norm());
}

TEST_CASE(
    "CartesianImpedance: joint stiffness and damping -> do not accelerate F") {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    Subject s(seed);
    const int nv = s.model->num_velocities();
    const VectorXd without = s.Force(s.v);
    s.impedance.joint_stiffness = VectorXd::Constant(nv, 5);
    s.impedance.joint_damping = VectorXd::Constant(nv, 0.5);
    s.impedance.joint_positions =
        test::MakeRandomPositions(*s.model, &s.random);
    const VectorXd added = s.Force(s.v) - without;
    PositionKinematics position;
    CalcPositionKinematics(*s.model, s.q, &position);
    const MatrixXd M = CalcMassMatrix(*s.model, position);
    const Vector6d A = s.FrameJacobian() * M.lu().solve(added);
    CHECK(nv == 7);
    CHECK(added.norm() > 1e-3);
    CHECK(A.norm() < 1e-9 * M.lu().solve(added).norm());
  }
}

// Kinetic energy and the spring's, gravity being taken off.
TEST_CASE("CartesianImpedance: no damping -> energy is conserved") {
  Subject s(2, false);
  s.impedance.stiffness *= 0.2;
  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<MultibodyPlant>(s.model);
  const auto& controller =
      builder.AddSystem<Controller>("control", s.model, s.impedance);
  builder.Connect(plant.state_output(), controller.estimated_state_input());
  builder.Connect(controller.generalized_force_output(),
                  plant.generalized_force_input());
  const auto diagram = std::move(builder).Build();
  systems::Context context = diagram->CreateDefaultContext();
  context.FixInput(controller.desired_pose_input(), s.FramePose(s.q));
  plant.SetPositions(&context, s.q);
  plant.SetVelocities(&context, 0.3 * s.v);
  const auto energy = [&](const systems::Context& at) {
    PositionKinematics position;
    VelocityKinematics velocity;
    const VectorXd q = plant.positions(at), v = plant.velocities(at);
    CalcPositionKinematics(*s.model, q, &position);
    CalcVelocityKinematics(*s.model, position, v, &velocity);
    return CalcKineticEnergy(*s.model, position, velocity, v) +
           controller.CalcSpringEnergy(s.FramePose(q), s.FramePose(s.q));
  };
  systems::Simulator simulator(*diagram, context);
  simulator.reset_integrator<systems::test::RungeKutta4>(5e-4);
  const double start = energy(simulator.context());
  simulator.AdvanceTo(1);
  CHECK(energy(simulator.context()) == Approx(start).epsilon(1e-6));
  CHECK((plant.positions(simulator.context()) - s.q).norm() > 0.1);
}

TEST_CASE(
    "CartesianImpedance: a wrong body, matrix or joint vector -> refused") {
  Subject s(1);
  const auto make = [&] {
    Controller("control", s.model, s.impedance);
  };
  CHECK_NOTHROW(make());
  const CartesianImpedance good = s.impedance;
  s.impedance.body = "tail";
  CHECK_THROWS_WITH(make(), Contains("'tail'"));
  s.impedance.body = "world";
  CHECK_THROWS_WITH(make(), Contains("cannot move"));
  s.impedance = good;
  s.impedance.stiffness(0, 1) += 1;
  CHECK_THROWS_WITH(make(), Contains("'control'") && Contains("stiffness"));
  s.impedance = good;
  s.impedance.damping = -good.damping;
  CHECK_THROWS_WITH(make(), Contains("damping"));
  s.impedance = good;
  s.impedance.joint_damping = VectorXd::Ones(3);
  CHECK_THROWS_WITH(make(), Contains("7 numbers"));
  s.impedance.joint_damping.resize(0);
  s.impedance.joint_stiffness = VectorXd::Ones(7);
  CHECK_THROWS_WITH(make(), Contains("needs joint positions"));
}

TEST_CASE("CartesianImpedance: joint stiffness 0 -> needs no joint positions") {
  Subject s(5);
  const int nv = s.model->num_velocities();
  s.impedance.joint_damping = VectorXd::Constant(nv, 2);
  const VectorXd without = s.Force(s.v);
  s.impedance.joint_stiffness = VectorXd::Zero(nv);
  CHECK(s.Force(s.v) == without);
  s.impedance.joint_positions = s.q;
  CHECK(s.Force(s.v) == without);
}

}  // namespace
}  // namespace tactus::multibody
