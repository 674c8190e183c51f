// What it costs in steps that controllers and filters around a plant are stiff.
#include <limits>
#include <utility>

#include "integrators/slider_loops.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/diagram/external_system.h"
#include "tactus/systems/primitives/first_order_lag.h"
#include "tactus/systems/primitives/linear_system.h"
#include "tactus/systems/primitives/sine.h"

namespace tactus::integrators {
namespace {

using systems::Simulator;
using test::CountSteps;
using test::MakePidLoop;
using test::MakeSlider;
using test::PlantDiagram;

// Figure 12.
TEST_CASE("External systems: stiff PID gains -> at most twice the steps") {
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
  const auto& pid = test::AddPid(40, 0, 10, &builder);
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

TEST_CASE("External systems: a stiff filter -> two more steps at most") {
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
TEST_CASE("External systems: larger error scales of a lag -> fewer steps") {
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

TEST_CASE("External systems: an unstable block -> its state named at the end") {
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

}  // namespace
}  // namespace tactus::integrators
