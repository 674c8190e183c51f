// Failure is a result: a step that cannot be made is rejected and shrunk, and
// at the minimum step the message names what is at fault.
#include <cmath>
#include <limits>
#include <string>

#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/fixed_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using Catch::Matchers::Contains;
using systems::IntegrationError;
using systems::Simulator;
using test::PlantDiagram;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Advances until the integrator gives up; its message.
std::string FailureOf(Simulator* simulator, double t) {
  try {
    simulator->AdvanceTo(t);
  } catch (const IntegrationError& error) {
    CHECK(error.time() == simulator->context().time());
    return error.what();
  }
  return "no failure";
}

TEST_CASE(
    "CENIC: NaN from a block in mid-run -> both ports named, a good state") {
  const double t_bad = 0.3;
  PlantDiagram arm = test::MakeDriven(test::NotANumberFrom(t_bad));
  Simulator simulator(*arm.diagram, arm.context);
  auto& cenic = simulator.reset_integrator<Cenic>();
  const std::string message = FailureOf(&simulator, 1);
  CHECK_THAT(message, Contains("drive.y") && Contains("arm.actuation") &&
                          Contains("0.001"));
  // The Context stays at the last good step.
  const auto& context = simulator.context();
  CHECK(context.time() < t_bad + 0.1);
  CHECK(context.time() > 0);
  CHECK(context.continuous_state().allFinite());
  CHECK(cenic.statistics().steps > 0);
}

TEST_CASE("CENIC: NaN from a block at the start -> named, at time 0") {
  PlantDiagram arm = test::MakeDriven(test::NotANumberFrom(0));
  Simulator simulator(*arm.diagram, arm.context);
  simulator.reset_integrator<Cenic>();
  CHECK_THAT(FailureOf(&simulator, 1), Contains("drive.y"));
  CHECK(simulator.context().time() == 0);
}

// Seen at the half step alone: the step shrinks past it, and the run goes on.
TEST_CASE("CENIC: NaN that a shorter step avoids -> one rejected step") {
  PlantDiagram arm = test::MakeDriven(
      [](double t) { return t > 0.004 && t < 0.006 ? kNaN : 0.0; });
  Simulator simulator(*arm.diagram, arm.context);
  auto& cenic = simulator.reset_integrator<Cenic>(
      CenicOptions{.h_max = 0.1, .first_step = 0.1});  // half way: 0.005 s
  cenic.Initialize(*arm.diagram, &simulator.mutable_context());
  cenic.Step(*arm.diagram, 1, &simulator.mutable_context());
  CHECK(cenic.statistics().rejected_steps == 1);
  CHECK(cenic.statistics().last_step == Approx(0.001));  // shrunk by ten
  CHECK(cenic.statistics().limited_by == StepLimit::kSolver);
}

TEST_CASE("CENIC: a filter's state or rate not finite -> the filter named") {
  for (double z0 : {1.0, kNaN}) {
    systems::DiagramBuilder builder;
    builder.AddSystem<test::Decay>("filter", z0 == 1 ? kNaN : 0.0, z0);
    const auto& plant =
        builder.AddSystem<test::MultibodyPlant>(test::MakePendulumModel(1, 0));
    PlantDiagram subject = test::Finish(std::move(builder), plant);
    Simulator simulator(*subject.diagram, subject.context);
    simulator.reset_integrator<Cenic>();
    CHECK_THAT(FailureOf(&simulator, 1), Contains("filter"));
  }
}

// A relay that switches with every look: no step is ever accurate.
TEST_CASE("CENIC: an error that no step brings down -> the joint named") {
  PlantDiagram arm = test::MakeDriven(
      [](double t) { return std::fmod(t * 1e15, 2) < 1 ? 1e12 : -1e12; });
  Simulator simulator(*arm.diagram, arm.context);
  auto& cenic = simulator.reset_integrator<Cenic>(
      CenicOptions{.accuracy = 1e-8, .h_min = 1e-6});
  const std::string message = FailureOf(&simulator, 1);
  CHECK_THAT(message, Contains("hinge0") && Contains("1e-08"));
  CHECK(cenic.statistics().rejected_steps > 0);
}

TEST_CASE("ICF: NaN from a block -> named, at the last fixed step") {
  PlantDiagram arm = test::MakeDriven(test::NotANumberFrom(0.299));
  Simulator simulator(*arm.diagram, arm.context);
  simulator.reset_integrator<FixedStep>(std::make_unique<IcfStep>());
  CHECK_THAT(FailureOf(&simulator, 1), Contains("drive.y"));
  CHECK(simulator.context().time() == Approx(0.29));
  CHECK(simulator.context().continuous_state().allFinite());
}

}  // namespace
}  // namespace tactus::integrators
