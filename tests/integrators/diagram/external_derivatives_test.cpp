// Derivatives of blocks around a plant: supplied, or found by differences.
#include <memory>
#include <utility>

#include "integrators/slider_loops.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/systems/primitives/adder.h"
#include "tactus/systems/primitives/linear_system.h"

namespace tactus::integrators {
namespace {

using systems::Simulator;
using test::CountSteps;
using test::ImplicitEuler;
using test::kMass;
using test::MakeSlider;
using test::PlantDiagram;

using multibody::ModelBuilder;

// A spring and damper to the world that may tell its derivatives, and counts
// how often it is asked for its force.
class Spring final : public systems::LeafSystem {
 public:
  explicit Spring(bool tells) : LeafSystem("spring"), tells_(tells) {
    state_ = DeclareVectorInputPort("state", 2);
    DeclareVectorOutputPort("force", 1, &Spring::CalcForce,
                            systems::Reads::kInputs);
  }
  bool CalcOutputJacobians(const systems::LeafContext&, int,
                           systems::LeafJacobians* jacobians) const override {
    jacobians->by_input = {Eigen::RowVector2d(-kStiffness, -kDamping)};
    return tells_;
  }
  static constexpr double kStiffness = 400, kDamping = 300;
  mutable long calls = 0;

 private:
  void CalcForce(const systems::LeafContext& context, VectorXd* force) const {
    const VectorXd& x = state_.Eval(context);
    (*force)[0] = -kStiffness * (x[0] - 1) - kDamping * x[1];
    ++calls;
  }
  bool tells_;
  systems::InputPort state_;
};

// Passes a number on, and keeps its derivative to itself.
class Secret final : public systems::LeafSystem {
 public:
  Secret() : LeafSystem("secret") {
    u_ = DeclareVectorInputPort("u", 1);
    DeclareVectorOutputPort("y", 1, &Secret::CalcY, systems::Reads::kInputs);
  }

 private:
  void CalcY(const systems::LeafContext& context, VectorXd* y) const {
    *y = u_.Eval(context);
  }
  systems::InputPort u_;
};

TEST_CASE(
    "External systems: a block's own derivatives -> fewer calls, the result") {
  const auto run = [](bool tells) {
    systems::DiagramBuilder builder;
    const auto& plant = builder.AddSystem<test::MultibodyPlant>(MakeSlider());
    const auto& spring = builder.AddSystem<Spring>(tells);
    builder.Connect(plant.state_output(), spring.get_input_port());
    builder.Connect(spring.get_output_port(), plant.generalized_force_input());
    const PlantDiagram loop = test::Finish(std::move(builder), plant);
    Simulator simulator(*loop.diagram, loop.context);
    simulator.reset_integrator<FixedStep>(std::make_unique<IcfStep>(), 0.01);
    simulator.AdvanceTo(1);
    return std::pair(VectorXd(simulator.context().continuous_state()),
                     spring.calls);
  };
  const auto [x_told, calls_told] = run(true);
  const auto [x_found, calls_found] = run(false);
  CHECK((x_told - x_found).norm() < 1e-9);
  CHECK(calls_told < calls_found);
  const Vector3d x =
      ImplicitEuler(Spring::kStiffness, 0, Spring::kDamping, 0.01, 100);
  CHECK((x_told - x.head<2>()).norm() < 1e-12);
}

/// A free body that a thruster in x drives, f = gain u with `gain` = 2, towards
/// x = 1: u = (k (1 - x) - d v) / gain. Its law is a block that supplies its
/// derivatives, or the same behind one that does not.
PlantDiagram MakeThrusterLoop(double k, double d, bool tells) {
  ModelBuilder model;
  model.set_gravity(Vector3d::Zero());
  const int body =
      model.AddBody("craft", {.mass = kMass, .I_Bcm = Matrix3d::Identity()});
  constexpr double kGain = 2;
  Vector6d wrench = Vector6d::Zero();
  wrench[3] = 1;
  model.AddActuator(
      {.name = "jet", .body = body, .wrench_S = wrench, .gain = kGain});
  systems::DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<test::MultibodyPlant>(std::move(model).Build());
  MatrixXd D = MatrixXd::Zero(1, 13);
  D(0, 0) = -k / kGain;
  D(0, 10) = -d / kGain;
  const auto& law = builder.AddSystem<systems::LinearSystem>(
      "law", systems::LinearSystem::Matrices{MatrixXd(0, 0), MatrixXd(0, 13),
                                             MatrixXd(1, 0), D});
  const auto& sum = builder.AddSystem<systems::Adder>("sum", 2, 1);
  const auto& goal = builder.AddSystem<systems::ConstantVectorSource>(
      "goal", VectorXd::Constant(1, k / kGain));
  builder.Connect(plant.state_output(), law.get_input_port());
  builder.Connect(goal.get_output_port(), sum.get_input_port(1));
  builder.Connect(sum.get_output_port(), plant.actuation_input());
  if (tells) {
    builder.Connect(law.get_output_port(), sum.get_input_port(0));
  } else {
    const auto& secret = builder.AddSystem<Secret>();
    builder.Connect(law.get_output_port(), secret.get_input_port());
    builder.Connect(secret.get_output_port(), sum.get_input_port(0));
  }
  return test::Finish(std::move(builder), plant);
}

TEST_CASE(
    "External systems: a stiff loop through thrusters -> implicit Euler") {
  for (const bool tells : {true, false}) {
    const PlantDiagram loop = MakeThrusterLoop(300, 140, tells);
    Simulator simulator(*loop.diagram, loop.context);
    simulator.reset_integrator<FixedStep>(std::make_unique<IcfStep>(), 0.02);
    simulator.AdvanceTo(1);
    const Vector3d x = ImplicitEuler(300, 0, 140, 0.02, 50);
    CHECK(loop.plant->positions(simulator.context())[0] ==
          Approx(x[0]).epsilon(1e-9));
    CHECK(loop.plant->velocities(simulator.context())[3] ==
          Approx(x[1]).epsilon(1e-9));
    const CenicOptions options{.accuracy = 1e-2};
    const long soft = CountSteps(MakeThrusterLoop(10, 10, tells), options, 1);
    CHECK(CountSteps(MakeThrusterLoop(1e6, 1e6, tells), options, 1) <=
          2 * soft);
  }
}

}  // namespace
}  // namespace tactus::integrators
