#include "tactus/multibody/plant/controllers/joint_pid_controller.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "systems/primitives/one_block.h"
#include "systems/runge_kutta4.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/plant/multibody_plant.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/simulator.h"

namespace tactus::multibody {
namespace {

using Catch::Contains;
using Eigen::Vector4d;
using systems::Simulator;
using systems::test::OneBlock;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMass = 2;  // [kg]

/// Two masses on slides side by side, without gravity, and a free ball.
std::shared_ptr<const Model> MakeSlides() {
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  const SpatialInertia inertia{.mass = kMass, .I_Bcm = Matrix3d::Identity()};
  builder.AddBody("ball", inertia);
  for (const char* name : {"left", "right"}) {
    builder.AddJoint({.name = name,
                      .type = JointType::kPrismatic,
                      .parent = 0,
                      .child = builder.AddBody(name, inertia),
                      .axis_F = Vector3d::UnitX()});
  }
  return std::move(builder).Build();
}

VectorXd State(const Model& model, double q, double v) {
  VectorXd x = VectorXd::Zero(model.num_positions() + model.num_velocities());
  x.head(model.num_positions()) = model.default_positions();
  const Joint& joint = model.joints()[model.JointIndex("right")];
  x[joint.q_start] = q;
  x[model.num_positions() + joint.v_start] = v;
  return x;
}

TEST_CASE(
    "JointPid: one joint given -> the law for it alone, within its limit") {
  const auto model = MakeSlides();
  OneBlock<JointPidController> pid(
      "pid", model,
      std::vector<JointPid>{
          {.joint = "right", .kp = 10, .ki = 4, .kd = 3, .effort_limit = 7}});
  const int dof = model->joints()[model->JointIndex("right")].v_start;
  pid.Fix(0, State(*model, 0.1, -0.2));
  pid.Fix(1, Vector2d(0.5, 0.3));
  pid.context.SetContinuousState(VectorXd::Constant(1, 0.25));
  const VectorXd tau = pid.Output();
  CHECK(tau[dof] == Approx(10 * 0.4 + 0.25 + 3 * 0.5));
  CHECK(tau.cwiseAbs().sum() == Approx(tau[dof]));
  CHECK(pid.Derivatives()[0] == Approx(4 * 0.4));
  // Beyond the limit, on either side: Tt = kp / ki = 2.5 s.
  for (const double sign : {1.0, -1.0}) {
    pid.Fix(1, Vector2d(0.1 + sign, -0.2));
    CHECK(pid.Output()[dof] == sign * 7);
    CHECK(pid.Derivatives()[0] ==
          Approx(4 * sign + (sign * 7 - (sign * 10 + 0.25)) / 2.5));
  }
}

TEST_CASE("JointPid: no integral gain -> no state") {
  OneBlock<JointPidController> pd(
      "pd", MakeSlides(),
      std::vector<JointPid>{{.joint = "left", .kp = 1, .kd = 1}});
  CHECK(pd.leaf->num_continuous_states() == 0);
}

// At the limit all the while, z goes to L - kp e + ki e Tt as exp(-t / Tt).
TEST_CASE("JointPid: a joint held with its effort at the limit -> no wind-up") {
  const auto model = MakeSlides();
  const double kp = 10, ki = 4, limit = 5, time = 0.5, e = 2;
  OneBlock<JointPidController> pid(
      "pid", model,
      std::vector<JointPid>{{.joint = "right",
                             .kp = kp,
                             .ki = ki,
                             .effort_limit = limit,
                             .tracking_time = time}});
  pid.Fix(0, State(*model, 0, 0));
  pid.Fix(1, Vector2d(e, 0));
  Simulator simulator(*pid.diagram, pid.context);
  simulator.reset_integrator<systems::test::RungeKutta4>(0.01);
  for (const double t : {0.3, 1.0, 5.0}) {
    simulator.AdvanceTo(t);
    CHECK(simulator.context().continuous_state()[0] ==
          Approx((limit - kp * e + ki * e * time) * (1 - std::exp(-t / time))));
  }
}

/// The largest position of a mass that is sent from 0 to 1.
double Overshoot(const JointPid& pid, VectorXd* end) {
  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<MultibodyPlant>(MakeSlides());
  const auto& controller = builder.AddSystem<JointPidController>(
      "pid", plant.shared_model(), std::vector<JointPid>{pid});
  const auto& target = builder.AddSystem<systems::ConstantVectorSource>(
      "target", Vector2d(1, 0));
  builder.Connect(plant.state_output(), controller.estimated_state_input());
  builder.Connect(target.get_output_port(), controller.desired_state_input());
  builder.Connect(controller.generalized_force_output(),
                  plant.generalized_force_input());
  const auto diagram = std::move(builder).Build();
  Simulator simulator(*diagram);
  simulator.reset_integrator<systems::test::RungeKutta4>(0.002);
  const int q =
      plant.model().joints()[plant.model().JointIndex("right")].q_start;
  double most = 0;
  simulator.set_monitor([&](const systems::Context& context) {
    most = std::max(most, plant.positions(context)[q]);
    return std::nullopt;
  });
  simulator.AdvanceTo(20);
  *end = plant.positions(simulator.context());
  return most - 1;
}

// With w = 3 / s: q = 1 - (1 + w t) exp(-w t), which stays below 1.
TEST_CASE(
    "JointPid: an effort limit -> more overshoot where the integral winds up") {
  VectorXd end;
  JointPid pid{.joint = "right", .kp = 9 * kMass, .kd = 6 * kMass};
  CHECK(Overshoot(pid, &end) < 1e-9);
  pid.ki = 3 * kMass;
  pid.effort_limit = 0.5;
  pid.tracking_time = 0.3;
  const double tracked = Overshoot(pid, &end);
  CHECK(end.tail(1)[0] == Approx(1).margin(1e-3));
  pid.tracking_time = 1e9;
  const double wound_up = Overshoot(pid, &end);
  CHECK(wound_up > 2 * tracked);
  CHECK(wound_up > 0.1);
}

TEST_CASE("JointPid: a wrong joint, gain or limit -> refused") {
  const auto model = MakeSlides();
  const auto make = [&](JointPid pid) {
    JointPidController("pid", model, {std::move(pid)});
  };
  CHECK_THROWS_WITH(make({.joint = "up"}), Contains("'up'"));
  CHECK_THROWS_WITH(make({.joint = "ball", .kp = 1}),
                    Contains("'pid'") && Contains("'ball'"));
  CHECK_THROWS_WITH(make({.joint = "left", .kp = -1}), Contains("'left'"));
  CHECK_THROWS_AS(make({.joint = "left", .kd = kInfinity}),
                  std::invalid_argument);
  CHECK_THROWS_AS(make({.joint = "left", .effort_limit = -1}),
                  std::invalid_argument);
  CHECK_THROWS_WITH(make({.joint = "left", .ki = 1}),
                    Contains("tracking time"));
  CHECK_THROWS_WITH(
      JointPidController("pid", model, {{.joint = "left"}, {.joint = "left"}}),
      Contains("twice"));
}

}  // namespace
}  // namespace tactus::multibody
