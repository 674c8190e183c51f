#include "tactus/integrators/external_system.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

#include "integrators/test_diagrams.h"
#include <Eigen/LU>
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/comfree_step.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/icf_step.h"
#include "tactus/systems/primitives/adder.h"
#include "tactus/systems/primitives/constant_vector_source.h"
#include "tactus/systems/primitives/first_order_lag.h"
#include "tactus/systems/primitives/linear_system.h"
#include "tactus/systems/primitives/sine.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using multibody::JointType;
using multibody::Model;
using multibody::ModelBuilder;
using systems::Simulator;
using test::PlantDiagram;

constexpr double kMass = 2;  // [kg]

/// A mass on a slide, with a motor, without gravity.
std::shared_ptr<const Model> MakeSlider(double force_limit = 1e9) {
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  const int body =
      builder.AddBody("mass", {.mass = kMass, .I_Bcm = Matrix3d::Identity()});
  const int slide = builder.AddJoint({.name = "slide",
                                      .type = JointType::kPrismatic,
                                      .parent = 0,
                                      .child = body,
                                      .axis_F = Vector3d::UnitX()});
  builder.AddActuator({.name = "motor",
                       .joint = slide,
                       .force_lower = -force_limit,
                       .force_upper = force_limit});
  return std::move(builder).Build();
}

systems::PidController& AddPid(double kp, double ki, double kd,
                               systems::DiagramBuilder* builder) {
  const auto one = [](double x) {
    return VectorXd::Constant(1, x);
  };
  return builder->AddSystem<systems::PidController>("pid", one(kp), one(ki),
                                                    one(kd));
}

/// The mass under PID control towards q = 1, at rest.
PlantDiagram MakePidLoop(double kp, double ki, double kd,
                         double force_limit = 1e9) {
  systems::DiagramBuilder builder;
  const auto& plant =
      builder.AddSystem<test::MultibodyPlant>(MakeSlider(force_limit));
  const auto& pid = AddPid(kp, ki, kd, &builder);
  const auto& target = builder.AddSystem<systems::ConstantVectorSource>(
      "target", Vector2d(1, 0));
  builder.Connect(plant.state_output(), pid.estimated_state_input());
  builder.Connect(target.get_output_port(), pid.desired_state_input());
  builder.Connect(pid.control_output(), plant.actuation_input());
  return test::Finish(std::move(builder), plant);
}

/// x1 = (1 - h A)^-1 (x0 + h b) of the same loop, x = (q, v, z).
Vector3d ImplicitEuler(double kp, double ki, double kd, double h, int steps) {
  Matrix3d A;
  A << 0, 1, 0,                              //
      -kp / kMass, -kd / kMass, ki / kMass,  //
      -1, 0, 0;
  const Vector3d b(0, kp / kMass, 1);
  const Eigen::PartialPivLU<Matrix3d> lu(Matrix3d::Identity() - h * A);
  Vector3d x = Vector3d::Zero();
  for (int i = 0; i < steps; ++i) x = lu.solve(x + h * b).eval();
  return x;
}

// (29) is exact for it: linear, diagonal, stabilising.
TEST_CASE("External systems: a PID loop is stepped by implicit Euler") {
  const double h = 0.02;
  for (double stiffness : {10.0, 1e4, 1e6}) {
    INFO("kp = " << stiffness);
    const double kp = stiffness, ki = 0.5 * stiffness, kd = 0.1 * stiffness;
    const PlantDiagram loop = MakePidLoop(kp, ki, kd);
    const auto check = [&](const systems::Context& context, double half) {
      const Vector3d expected = ImplicitEuler(
          kp, ki, kd, half, static_cast<int>(std::lround(1 / half)));
      const VectorXd& x = context.continuous_state();
      CHECK((Vector3d(x) - expected).norm() < 1e-9);
    };
    // Two half steps make a step of CENIC's.
    Simulator cenic(*loop.diagram, loop.context);
    cenic.reset_integrator<Cenic>(
        CenicOptions{.accuracy = 1e9,
                     .h_max = h,
                     .first_step = 1,
                     .adaptive_tolerance = false,
                     .scheme = Scheme::kStepDoubling});
    cenic.AdvanceTo(1);
    check(cenic.context(), h / 2);
    std::vector<std::unique_ptr<StepFunction>> methods;
    methods.push_back(std::make_unique<IcfStep>());
    methods.push_back(std::make_unique<ComFreeStep>());
    for (auto& method : methods) {
      INFO(method->name());
      Simulator fixed(*loop.diagram, loop.context);
      fixed.reset_integrator<FixedStep>(std::move(method), h);
      fixed.AdvanceTo(1);
      check(fixed.context(), h);
    }
  }
}

long CountSteps(const PlantDiagram& subject, const CenicOptions& options,
                double duration) {
  Simulator simulator(*subject.diagram, subject.context);
  const Statistics& statistics =
      simulator.reset_integrator<Cenic>(options).statistics();
  simulator.AdvanceTo(duration);
  return statistics.steps;
}

// Figure 12.
TEST_CASE("External systems: stiff gains cost no steps") {
  const auto count = [](double gain, ExternalScheme scheme) {
    return CountSteps(MakePidLoop(gain, 0, gain),
                      {.accuracy = 1e-2, .external = scheme}, 1);
  };
  const long soft = count(10, ExternalScheme::kImplicit);
  for (double gain : {1e3, 1e5, 1e6}) {
    INFO("gain " << gain);
    CHECK(count(gain, ExternalScheme::kImplicit) <= 2 * soft);
  }
  CHECK(count(1e4, ExternalScheme::kExplicit) >
        50 * count(1e4, ExternalScheme::kImplicit));
}

/// PD control of a position that passes through a filter, dy/dt = rate (q - y).
PlantDiagram MakeFilteredLoop(double rate) {
  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<test::MultibodyPlant>(MakeSlider());
  const auto& pid = AddPid(40, 0, 10, &builder);
  const auto& target = builder.AddSystem<systems::ConstantVectorSource>(
      "target", Vector2d(1, 0));
  builder.Connect(target.get_output_port(), pid.desired_state_input());
  builder.Connect(pid.control_output(), plant.actuation_input());
  const auto one = [](double x) {
    return MatrixXd::Constant(1, 1, x);
  };
  // Velocity passes, position is filtered: y = (z, v).
  const auto& filter = builder.AddSystem<systems::LinearSystem>(
      "filter", systems::LinearSystem::Matrices{
                    one(-rate), (MatrixXd(1, 2) << rate, 0).finished(),
                    Vector2d(1, 0), (MatrixXd(2, 2) << 0, 0, 0, 1).finished()});
  builder.Connect(plant.state_output(), filter.get_input_port());
  builder.Connect(filter.get_output_port(), pid.estimated_state_input());
  return test::Finish(std::move(builder), plant);
}

TEST_CASE("External systems: a stiff filter costs no steps") {
  const CenicOptions options{.accuracy = 1e-4};
  const long without = CountSteps(MakePidLoop(40, 0, 10), options, 2);
  const long with = CountSteps(MakeFilteredLoop(1e6), options, 2);
  CHECK(with <= without + 2);
  CHECK(CountSteps(MakeFilteredLoop(1e6),
                   {.accuracy = 1e-4, .external = ExternalScheme::kExplicit},
                   1e-3) > 100);
}

// A filter of velocity under a force a sin(w t): the error of velocity is w
// times that of position. What that is worth is its owner's call.
TEST_CASE("External systems: states are measured by their own scales") {
  const auto count = [](double scale) {
    systems::DiagramBuilder builder;
    const auto& plant = builder.AddSystem<test::MultibodyPlant>(MakeSlider());
    auto& lag = builder.AddSystem<systems::FirstOrderLag>("lag", 1e-3, 2);
    if (scale > 0) lag.SetErrorScales(Vector2d::Constant(scale));
    builder.Connect(plant.state_output(), lag.get_input_port());
    const auto& force =
        builder.AddSystem<systems::Sine>("force", 100.0, 100.0, 0.0, 1);
    builder.Connect(force.GetOutputPort("y"), plant.actuation_input());
    PlantDiagram loop = test::Finish(std::move(builder), plant);
    return CountSteps(std::move(loop), {.accuracy = 1e-3}, 1);
  };
  const double infinite = std::numeric_limits<double>::infinity();
  CHECK(count(0) == count(1));  // the default
  CHECK(count(0) > 3 * count(infinite));
  CHECK(count(10) < count(1));
  CHECK(count(10) > count(1000));
}

TEST_CASE("External systems: a state whose error is too large is named") {
  // y' = 1e5 y, unstable: no step is short enough.
  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<test::MultibodyPlant>(MakeSlider());
  const auto& runaway = builder.AddSystem<systems::LinearSystem>(
      "runaway", systems::LinearSystem::Matrices{
                     MatrixXd::Constant(1, 1, 1e5), MatrixXd::Zero(1, 1),
                     MatrixXd::Zero(0, 1), MatrixXd::Zero(0, 1)});
  PlantDiagram loop = test::Finish(std::move(builder), plant);
  loop.context.FixInput(runaway.get_input_port(), VectorXd::Zero(1));
  VectorXd x = loop.context.continuous_state();
  x.tail(1).setOnes();
  loop.context.SetContinuousState(x);
  Simulator simulator(*loop.diagram, loop.context);
  simulator.reset_integrator<Cenic>(
      CenicOptions{.accuracy = 1e-6, .h_max = 0.1, .h_min = 1e-4});
  CHECK_THROWS_WITH(
      simulator.AdvanceTo(1),
      Catch::Contains("the error of state 0 of block 'runaway' is too large"));
}

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
  static constexpr double kStiffness = 400, kDamping = 30;
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

TEST_CASE("External systems: blocks may supply their derivatives") {
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

TEST_CASE("External systems: thrusters are taken implicitly, too") {
  for (const bool tells : {true, false}) {
    const PlantDiagram loop = MakeThrusterLoop(300, 40, tells);
    Simulator simulator(*loop.diagram, loop.context);
    simulator.reset_integrator<FixedStep>(std::make_unique<IcfStep>(), 0.02);
    simulator.AdvanceTo(1);
    const Vector3d x = ImplicitEuler(300, 0, 40, 0.02, 50);
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

// An ideal loop would leap at 1e4 N; the motor gives 3 N.
TEST_CASE("External systems: effort limits hold") {
  const PlantDiagram loop = MakePidLoop(1e4, 0, 1e3, 3);
  Simulator simulator(*loop.diagram, loop.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-5});
  simulator.AdvanceTo(0.4);
  CHECK(loop.plant->velocities(simulator.context())[0] ==
        Approx(3 / kMass * 0.4).epsilon(1e-6));
}

/// A force F(t) on a kilogram.
PlantDiagram MakeShaken(std::function<double(double)> force) {
  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<test::MultibodyPlant>(MakeSlider());
  const auto& source =
      builder.AddSystem<test::FunctionSource>("force", std::move(force));
  builder.Connect(source.get_output_port(), plant.generalized_force_input());
  return test::Finish(std::move(builder), plant);
}

// m x = F / w^2 (w t - sin w t).
TEST_CASE(
    "External systems: a shaken mass is followed more closely the "
    "tighter the accuracy") {
  const double w = 2 * std::numbers::pi * 10;
  const PlantDiagram shaken =
      MakeShaken([w](double t) { return 100 * std::sin(w * t); });
  const auto error = [&](double accuracy) {
    Simulator simulator(*shaken.diagram, shaken.context);
    simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = accuracy});
    double worst = 0;
    simulator.set_monitor([&](const systems::Context& context) {
      const double t = context.time();
      const double x = 100 / (kMass * w * w) * (w * t - std::sin(w * t));
      worst =
          std::max(worst, std::abs(shaken.plant->positions(context)[0] - x));
      return std::nullopt;
    });
    simulator.AdvanceTo(1);
    return worst;
  };
  const double at_3 = error(1e-3), at_5 = error(1e-5), at_7 = error(1e-7);
  CHECK(at_5 < 0.5 * at_3);
  CHECK(at_7 < 0.2 * at_5);
}

TEST_CASE("External systems: what cannot change in a step is not looked into") {
  const auto is_implicit = [](const PlantDiagram& subject) {
    return ExternalSystem(*subject.diagram, *subject.plant,
                          ExternalScheme::kImplicit)
        .is_implicit();
  };
  CHECK_FALSE(is_implicit(test::MakeSwing()));
  CHECK(is_implicit(MakePidLoop(1, 0, 1)));
  CHECK(is_implicit(MakeShaken([](double t) { return t; })));
  // A constant, and a controller behind a zero-order hold.
  systems::DiagramBuilder constant;
  const auto& plant = constant.AddSystem<test::MultibodyPlant>(MakeSlider());
  const auto& push = constant.AddSystem<systems::ConstantVectorSource>(
      "push", VectorXd::Ones(1));
  constant.Connect(push.get_output_port(), plant.actuation_input());
  CHECK_FALSE(is_implicit(test::Finish(std::move(constant), plant)));
}

/// The slider, pushed by 20 x + 3 v; it starts at x = 0 with v = 1.
PlantDiagram MakePushedAway(bool by_actuator) {
  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<test::MultibodyPlant>(MakeSlider());
  const MatrixXd gain = (MatrixXd(1, 2) << 20, 3).finished();
  const auto& push = builder.AddSystem<systems::LinearSystem>(
      "push", systems::LinearSystem::Matrices{MatrixXd(0, 0), MatrixXd(0, 2),
                                              MatrixXd(1, 0), gain});
  builder.Connect(plant.state_output(), push.get_input_port());
  builder.Connect(
      push.get_output_port(),
      by_actuator ? plant.actuation_input() : plant.generalized_force_input());
  PlantDiagram loop = test::Finish(std::move(builder), plant);
  plant.SetVelocities(&loop.context, VectorXd::Ones(1));
  return loop;
}

// Force along x that grows with the mass's distance: explicit about v_ref.
TEST_CASE("External systems: a force that does not stabilise stays explicit") {
  const PlantDiagram loop = MakePushedAway(false);
  Simulator simulator(*loop.diagram, loop.context);
  simulator.reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-7});
  simulator.AdvanceTo(0.5);
  // 2 a = 20 x + 3 v: a sum of two exponentials.
  const double root = std::sqrt(0.75 * 0.75 + 10);
  const double x = std::exp(0.75 * 0.5) * std::sinh(root * 0.5) / root;
  CHECK(loop.plant->positions(simulator.context())[0] ==
        Approx(x).epsilon(1e-3));
}

// Of 2 a = 20 x + 3 v, one step from x = 0 and v = 1: the force is that at the
// start's velocity, x~ = h v, and not at the end's.
TEST_CASE("External systems: feedback that feeds motion -> taken at v0") {
  for (const bool by_actuator : {false, true}) {
    const PlantDiagram loop = MakePushedAway(by_actuator);
    Simulator simulator(*loop.diagram, loop.context);
    const double h = 0.125;
    simulator.reset_integrator<FixedStep>(std::make_unique<IcfStep>(), h);
    simulator.AdvanceTo(h);
    CHECK(loop.plant->velocities(simulator.context())[0] ==
          Approx(1 + h / 2 * (20 * h + 3)).epsilon(1e-7));
  }
}

TEST_CASE("External systems: a copied Context continues bit for bit") {
  const PlantDiagram loop = MakePidLoop(1e3, 100, 50);
  Simulator simulator(*loop.diagram, loop.context);
  simulator.reset_integrator<Cenic>();
  simulator.AdvanceTo(0.3);
  Simulator other(*loop.diagram, simulator.context());
  other.reset_integrator<Cenic>();
  simulator.AdvanceTo(0.7);
  other.AdvanceTo(0.7);
  CHECK(simulator.context().continuous_state() ==
        other.context().continuous_state());
}

}  // namespace
}  // namespace tactus::integrators
