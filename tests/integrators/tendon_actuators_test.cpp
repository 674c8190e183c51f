// Actuators on tendons, from the model to the motion.
#include <cmath>
#include <memory>

#include "integrators/tendon_blocks.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/constraint_rows.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/primitives/linear_system.h"

namespace tactus::integrators {
namespace {

using multibody::Actuator;
using systems::Simulator;
using test::Model;
using test::MultibodyPlant;
using test::PlantDiagram;
using test::tendons::Blocks;
using test::tendons::kAll;
using test::tendons::kMassA;
using test::tendons::kMassB;
using test::tendons::Method;
using test::tendons::NameOf;
using test::tendons::Run;
using test::tendons::SetIntegrator;

/// The blocks with an actuator on L = q_a + 2 q_b, and its control.
PlantDiagram MakeActuated(bool one_tree, Actuator actuator, double control) {
  Blocks blocks(one_tree, Vector3d::UnitX(), 10);
  actuator.tendon = blocks.builder.AddTendon(
      {.name = "t", .terms = {{blocks.joint_a, 1}, {blocks.joint_b, 2}}});
  blocks.builder.AddActuator(actuator);
  test::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<MultibodyPlant>(
      std::shared_ptr<const Model>(std::move(blocks.builder).Build()));
  const auto& source = builder.AddSystem<systems::ConstantVectorSource>(
      "control", VectorXd::Constant(1, control));
  builder.Connect(source.get_output_port(), plant.actuation_input());
  return test::Finish(std::move(builder), plant);
}

// f = kp (u - gear L) - kv gear Ldot, far stiffer than the steps are short.
TEST_CASE("Tendons: a servo -> its length reaches the control") {
  for (const bool one_tree : {true, false}) {
    const PlantDiagram scene = MakeActuated(
        one_tree,
        {.name = "servo", .gear = 2, .gain = 1e5, .bias1 = -1e5, .bias2 = -1e4},
        0.6);
    for (const Method method :
         {Method::kIcf, Method::kCenic, Method::kComFree, Method::kCond}) {
      INFO(NameOf(method) << " " << one_tree);
      VectorXd last;
      Run(scene, method, 4,
          [&](const VectorXd& q, const VectorXd&) { last = q; });
      CHECK(std::abs(last[0] + 2 * last[1] - 0.3) < 1e-6);
    }
  }
}

// A motor beyond its limit pushes f on a and 2 f on b, against dampers.
TEST_CASE(
    "Tendons: a motor beyond its limit -> geared, shared by coefficients") {
  const double gear = -3, most = 4, f = gear * most;
  const PlantDiagram scene = MakeActuated(
      false, {.name = "motor", .gear = gear, .force_upper = most}, 1e3);
  for (const Method method : kAll) {
    INFO(NameOf(method));
    Simulator simulator(*scene.diagram, scene.context);
    SetIntegrator(method, &simulator);
    simulator.AdvanceTo(6);
    const VectorXd v = scene.plant->velocities(simulator.context());
    CHECK(v[0] == Approx(f / 10).epsilon(1e-6));
    CHECK(v[1] == Approx(2 * f / 10).epsilon(1e-6));
    CHECK(scene.plant->actuator_efforts_output().Eval(simulator.context())[0] ==
          Approx(f));
  }
}

// The servo's effort is the force that the record tells of: M vdot + D v.
TEST_CASE("Tendons: a servo's step -> its effort balances the motion") {
  const PlantDiagram scene = MakeActuated(
      false,
      {.name = "servo", .gear = 2, .gain = 300, .bias1 = -300, .bias2 = -20},
      0.6);
  for (const Method method : {Method::kIcf, Method::kComFree, Method::kCond}) {
    INFO(NameOf(method));
    Simulator simulator(*scene.diagram, scene.context);
    SetIntegrator(method, &simulator);
    simulator.AdvanceTo(0.05);
    const VectorXd before = scene.plant->velocities(simulator.context());
    simulator.AdvanceTo(0.051);
    const VectorXd after = scene.plant->velocities(simulator.context());
    const double effort =
        scene.plant->actuator_efforts_output().Eval(simulator.context())[0];
    CHECK(std::abs(effort) > 1);
    CHECK(kMassA * (after[0] - before[0]) / 1e-3 + 10 * after[0] ==
          Approx(effort).epsilon(1e-6));
    CHECK(kMassB * (after[1] - before[1]) / 1e-3 + 10 * after[1] ==
          Approx(2 * effort).epsilon(1e-6));
  }
}

// A stiff controller block at a motor on a tendon is taken implicitly: it does
// what a servo of the same law does, in steps far longer than its time
// constant.
TEST_CASE("Tendons: stiff feedback through a motor -> its law's decay") {
  const double kp = 1e4, kd = 1e4;
  Blocks blocks(false, Vector3d::UnitX());
  Actuator motor{.name = "motor"};
  motor.tendon = blocks.builder.AddTendon(
      {.name = "t", .terms = {{blocks.joint_a, 1}, {blocks.joint_b, 2}}});
  blocks.builder.AddActuator(motor);
  test::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<MultibodyPlant>(
      std::shared_ptr<const Model>(std::move(blocks.builder).Build()));
  MatrixXd D(1, 4);
  D << -kp, -2 * kp, -kd, -2 * kd;
  const auto& pd = builder.AddSystem<systems::LinearSystem>(
      "pd", systems::LinearSystem::Matrices{.A = MatrixXd(0, 0),
                                            .B = MatrixXd(0, 4),
                                            .C = MatrixXd(1, 0),
                                            .D = D});
  builder.Connect(plant.state_output(), pd.get_input_port());
  builder.Connect(pd.get_output_port(), plant.actuation_input());
  PlantDiagram scene = test::Finish(std::move(builder), plant);
  scene.plant->SetPositions(&scene.context, Vector2d(0.1, 0.05));
  for (const Method method : {Method::kIcf, Method::kCenic}) {
    INFO(NameOf(method));
    double fastest = 0;
    VectorXd last;
    Run(scene, method, 2, [&](const VectorXd& q, const VectorXd& v) {
      fastest = std::max(fastest, std::abs(v[0] + 2 * v[1]));
      last = q;
    });
    // L = 0.2 exp(-kp t / kd), with the masses far behind.
    CHECK(last[0] + 2 * last[1] == Approx(0.2 * std::exp(-2)).epsilon(0.01));
    CHECK(fastest < 0.25);
  }
}

}  // namespace
}  // namespace tactus::integrators
