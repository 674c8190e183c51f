#include "tactus/integrators/diagram/external_system.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

#include "integrators/slider_loops.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/systems/primitives/linear_system.h"

namespace tactus::integrators {
namespace {

using systems::Simulator;
using test::ImplicitEuler;
using test::kMass;
using test::MakePidLoop;
using test::MakeSlider;
using test::PlantDiagram;

// (29) is exact for it: linear, diagonal, stabilising.
TEST_CASE("External systems: a PID loop -> stepped by implicit Euler") {
  const double h = 0.02;
  for (double stiffness : {1e4, 1e6}) {
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

// An ideal loop would leap at 1e4 N; the motor gives 3 N.
TEST_CASE("External systems: a PID loop beyond its motor -> the effort limit") {
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
    "External systems: a shaken mass, tighter accuracy -> smaller error") {
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

TEST_CASE("External systems: constant and varying inputs -> varying implicit") {
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

// Force along x that grows with the mass's distance, to an accuracy at which
// implicit steps would do as well.
TEST_CASE("External systems: a force that pushes away -> the closed form") {
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

/// The slider on a spring of 50 N/m, from x = 0 with v = 1.
PlantDiagram MakeSprung() {
  systems::DiagramBuilder builder;
  const auto& plant = builder.AddSystem<test::MultibodyPlant>(MakeSlider());
  const MatrixXd gain = (MatrixXd(1, 2) << -50, 0).finished();
  const auto& pull = builder.AddSystem<systems::LinearSystem>(
      "pull", systems::LinearSystem::Matrices{MatrixXd(0, 0), MatrixXd(0, 2),
                                              MatrixXd(1, 0), gain});
  builder.Connect(plant.state_output(), pull.get_input_port());
  builder.Connect(pull.get_output_port(), plant.generalized_force_input());
  PlantDiagram sprung = test::Finish(std::move(builder), plant);
  plant.SetVelocities(&sprung.context, VectorXd::Ones(1));
  return sprung;
}

// (h w)^2 = 25 h^2 is at most one up to h = 0.2. Then v1 = v0 - h w^2 x0,
// x1 = x0 + h v1; beyond, v1 = (v0 - h w^2 x0) / (1 + (h w)^2).
TEST_CASE("External systems: a slow spring -> symplectic, else implicit") {
  const PlantDiagram sprung = MakeSprung();
  for (const double h : {0.05, 0.19, 0.21}) {
    Simulator simulator(*sprung.diagram, sprung.context);
    simulator.reset_integrator<FixedStep>(std::make_unique<IcfStep>(), h);
    simulator.AdvanceTo(4 * h);
    double x = 0, v = 1;
    for (int i = 0; i < 4; ++i) {
      v = (v - h * 25 * x) / (h > 0.2 ? 1 + h * h * 25 : 1);
      x += h * v;
    }
    CHECK(sprung.plant->positions(simulator.context())[0] == Approx(x));
  }
}

TEST_CASE(
    "External systems: a copied Context -> continues with the same bits") {
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
