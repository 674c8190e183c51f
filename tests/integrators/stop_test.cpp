// Steps that are asked to stop inside: what is left, and what goes on from it.
#include "tactus/solvers/stop.h"

#include <optional>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/cvode.h"
#include "tactus/integrators/classic/implicit_euler.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using solvers::StopRequest;
using systems::Context;
using systems::Simulator;

constexpr double kEnd = 0.2;

using MakeIntegrator =
    std::function<std::unique_ptr<systems::Integrator>(const StopRequest*)>;

std::vector<MakeIntegrator> ListIntegrators() {
  std::vector<MakeIntegrator> all = {
      [](const StopRequest* stop) {
        return std::make_unique<Cenic>(CenicOptions{.stop = stop});
      },
      [](const StopRequest* stop) {
        return std::make_unique<FixedStep>(
            std::make_unique<IcfStep>(IcfStepOptions{.stop = stop}), 0.01);
      },
      [](const StopRequest* stop) {
        return std::make_unique<FixedStep>(
            std::make_unique<ComFreeStep>(contact::ComFreeOptions{
                .refinement_iterations = 20, .stop = stop}),
            0.01);
      },
      [](const StopRequest* stop) {
        return std::make_unique<RungeKutta3>(ErrorControlOptions{.stop = stop});
      },
      [](const StopRequest* stop) {
        return std::make_unique<ImplicitEuler>(
            ErrorControlOptions{.stop = stop});
      }};
  if (Cvode::IsAvailable()) {
    all.push_back([](const StopRequest* stop) {
      return std::make_unique<Cvode>(ErrorControlOptions{.stop = stop});
    });
  }
  return all;
}

// Asked from the middle of the run on, in the middle of a step: the Context is
// as after the last step, and a copy of that one continues as if nothing had
// been.
TEST_CASE(
    "StopRequest: a stop inside a step -> the last state, which goes on") {
  const test::PlantDiagram scene = test::MakeTumble();
  for (const MakeIntegrator& make : ListIntegrators()) {
    long asked = 0, stop_at = -1;
    const StopRequest stop = [&] {
      return ++asked == stop_at;
    };
    Simulator whole(*scene.diagram, scene.context);
    whole.set_integrator(make(&stop));
    whole.AdvanceTo(kEnd);
    REQUIRE(asked > 20);

    stop_at = asked / 2;
    asked = 0;
    Simulator simulator(*scene.diagram, scene.context);
    auto integrator = make(&stop);
    const std::string name(integrator->name());
    INFO(name);
    simulator.set_integrator(std::move(integrator));
    std::optional<Context> after_step;
    simulator.set_monitor([&](const Context& context) {
      after_step = context;
      return std::nullopt;
    });
    CHECK_THROWS_AS(simulator.AdvanceTo(kEnd), solvers::Stopped);
    REQUIRE(after_step);
    CHECK(simulator.context().time() > 0);
    CHECK(simulator.context().time() < kEnd);
    CHECK(simulator.context().time() == after_step->time());
    CHECK(simulator.context().continuous_state() ==
          after_step->continuous_state());

    // CVODE keeps its history to itself, and begins anew.
    if (name == "cvode") continue;
    simulator.mutable_context() = *after_step;
    simulator.AdvanceTo(kEnd);
    CHECK(simulator.context().continuous_state() ==
          whole.context().continuous_state());
  }
}

}  // namespace
}  // namespace tactus::integrators
