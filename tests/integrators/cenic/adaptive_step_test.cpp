#include "tactus/integrators/cenic/adaptive_step.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "integrators/penalty_step.h"
#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/integrators/step_functions/comfree_step.h"
#include "tactus/integrators/step_functions/cond_step.h"
#include "tactus/integrators/step_functions/icf_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using Catch::Matchers::Contains;
using contact::CondOptions;
using systems::Simulator;
using test::PenaltyStep;
using test::PlantDiagram;

template <class Function>
AdaptiveStep::MakeFunction Make() {
  return [] {
    return std::make_unique<Function>();
  };
}

AdaptiveStepOptions With(double accuracy) {
  return {
      .control = {.accuracy = accuracy, .error_norm = ErrorNorm::kPositions}};
}

VectorXd Reference(const PlantDiagram& subject, double duration) {
  Simulator simulator(*subject.diagram, subject.context);
  simulator.reset_integrator<RungeKutta3>(
      RungeKutta3Options{.accuracy = 1e-11});
  simulator.AdvanceTo(duration);
  return simulator.context().continuous_state();
}

// Extrapolated, all are of second order: a hundredth of the accuracy takes a
// hundredth of the error, or nearly.
TEST_CASE("Adaptive steps: any step function -> the error that is asked for") {
  const PlantDiagram swing = test::MakeSwing();
  const VectorXd truth = Reference(swing, 1);
  for (const auto& make :
       {Make<ComFreeStep>(), Make<PenaltyStep>(), Make<IcfStep>()}) {
    double last = 1;
    for (const double accuracy : {1e-3, 1e-5, 1e-7}) {
      Simulator simulator(*swing.diagram, swing.context);
      const auto& method =
          simulator.reset_integrator<AdaptiveStep>(make, With(accuracy));
      simulator.AdvanceTo(1);
      const double error =
          (simulator.context().continuous_state() - truth).norm();
      INFO(method.name() << " at " << accuracy << ": " << error);
      CHECK(error < 20 * accuracy);  // Of velocities, too.
      CHECK(error < last / 20);
      CHECK(method.statistics().steps > 2);
      last = error;
    }
  }
}

// A cube that turns and falls 0.2 m onto the ground.
PlantDiagram MakeFallingCube() {
  PlantDiagram cube = test::MakeAlone(test::MakeCubeModel());
  cube.plant->SetPositions(&cube.context,
                           (VectorXd(7) << 0, 0, 0.3, 1, 0, 0, 0).finished());
  cube.plant->SetVelocities(&cube.context,
                            (VectorXd(6) << 1, 2, 0, 0.5, 0, 0).finished());
  return cube;
}

// What CENIC's options say of Newton's method is IcfStep's.
TEST_CASE("Adaptive steps: of ICF -> CENIC, to the last bit") {
  const PlantDiagram cube = MakeFallingCube();
  using solvers::LineSearchStart;
  const CenicOptions variants[] = {
      {},
      {.kappa = 1e-6},
      {.hessian_reuse = 0},
      {.factor_method = solvers::FactorMethod::kDense},
      {.line_search_start = LineSearchStart::kUnit}};
  std::vector<std::pair<long, long>> efforts;
  for (const CenicOptions& options : variants) {
    Simulator one(*cube.diagram, cube.context);
    const auto& cenic = one.reset_integrator<Cenic>(options);
    one.AdvanceTo(0.5);
    Simulator other(*cube.diagram, cube.context);
    const auto& adaptive = other.reset_integrator<AdaptiveStep>(
        [&] {
          return std::make_unique<IcfStep>(
              IcfStepOptions{.tolerance = 1e-3 * options.kappa,
                             .hessian_reuse = options.hessian_reuse,
                             .line_search_start = options.line_search_start,
                             .factor_method = options.factor_method});
        },
        With(1e-3));
    other.AdvanceTo(0.5);
    CHECK(one.context().continuous_state() ==
          other.context().continuous_state());
    CHECK(cube.plant->positions(one.context())[2] < 0.1);  // It has landed.
    const Statistics &a = cenic.statistics(), &b = adaptive.statistics();
    CHECK(a.steps == b.steps);
    CHECK(a.newton_iterations == b.newton_iterations);
    CHECK(a.factorizations == b.factorizations);
    CHECK(a.line_search_iterations == b.line_search_iterations);
    efforts.emplace_back(a.newton_iterations + a.line_search_iterations,
                         a.factorizations);
  }
  for (const int i : {1, 2, 4}) CHECK(efforts[i] != efforts[0]);
}

// ComFree's law is another at each length of step, so that there is nothing to
// converge to; but what lands stays where it is.
TEST_CASE("Adaptive steps: a landing under ComFree -> stays on the ground") {
  const PlantDiagram cube = MakeFallingCube();
  Simulator simulator(*cube.diagram, cube.context);
  const auto& method =
      simulator.reset_integrator<AdaptiveStep>(Make<ComFreeStep>(), With(1e-3));
  simulator.AdvanceTo(2);
  CHECK(cube.plant->positions(simulator.context())[2] ==
        Approx(0.05).margin(2e-3));
  CHECK(cube.plant->velocities(simulator.context()).norm() < 0.1);
  CHECK(method.statistics().rejected_steps > 0);
}

// Its positions move at the velocity of the end, so that what turns in space is
// of first order, and is not to be taken for flight at the middle of the step.
TEST_CASE("Adaptive steps: what does not look ahead -> no flight") {
  test::ModelBuilder builder;
  builder.AddBody("brick", {.mass = 1,
                            .p_BoBcm = Vector3d::Zero(),
                            .I_Bcm = Vector3d(0.01, 0.02, 0.025).asDiagonal()});
  PlantDiagram brick = test::MakeAlone(std::move(builder).Build());
  brick.plant->SetVelocities(&brick.context,
                             (VectorXd(6) << 3, -8, 2, 0, 0, 0).finished());
  const VectorXd truth = Reference(brick, 0.5);
  double last = 1;
  for (const double accuracy : {1e-3, 1e-5}) {
    Simulator simulator(*brick.diagram, brick.context);
    simulator.reset_integrator<AdaptiveStep>(Make<PenaltyStep>(),
                                             With(accuracy));
    simulator.AdvanceTo(0.5);
    const double error =
        (simulator.context().continuous_state() - truth).norm();
    INFO(error << " at " << accuracy);
    CHECK(error < last / 20);
    last = error;
  }
}

// A method that fails for steps longer than it likes.
class Timid final : public StepFunction {
 public:
  explicit Timid(double longest) : longest_(longest) {}
  std::string_view name() const override { return "timid"; }
  void Prepare(const StepProblem& problem) override { icf_.Prepare(problem); }
  systems::Value MakeMemory() const override { return icf_.MakeMemory(); }
  void Step(const StepProblem& problem, systems::Value* memory,
            StepResult* result) override {
    icf_.Step(problem, memory, result);
    if (problem.h > longest_)
      result->report.failure = {.details = "too far to jump"};
  }

 private:
  double longest_;
  IcfStep icf_;
};

TEST_CASE("Adaptive steps: a step that fails -> a tenth of it, or the end") {
  const PlantDiagram swing = test::MakeSwing();
  const auto make = [](double longest) {
    return [longest] {
      return std::make_unique<Timid>(longest);
    };
  };
  AdaptiveStepOptions loose = With(1e9);
  loose.control.first_step = 1;
  Simulator simulator(*swing.diagram, swing.context);
  const auto& method =
      simulator.reset_integrator<AdaptiveStep>(make(0.02), loose);
  simulator.AdvanceTo(0.5);  // 0.1 is tried at first
  CHECK(method.statistics().failed_solves >= 1);
  CHECK(method.statistics().rejected_steps >= 1);
  CHECK(method.statistics().step_max > 0.005);
  CHECK(method.statistics().step_max <= 0.02);

  Simulator stuck(*swing.diagram, swing.context);
  stuck.reset_integrator<AdaptiveStep>(make(0), loose);
  CHECK_THROWS_WITH(stuck.AdvanceTo(1),
                    Contains("too far to jump") && Contains("accuracy 1e+09"));
  CHECK(stuck.context().time() == 0);
}

TEST_CASE("Adaptive steps: methods that do not double -> refused by name") {
  CHECK_THROWS_WITH(AdaptiveStep(Make<DojoStep>()), Contains("dojo"));
  const auto midpoint = [] {
    return std::make_unique<CondStep>(CondOptions{.theta = 0.5});
  };
  CHECK_THROWS_WITH(AdaptiveStep(midpoint), Contains("cond"));
  CHECK_NOTHROW(AdaptiveStep(Make<CondStep>()));
  CHECK_THROWS_AS(AdaptiveStep([] { return nullptr; }), std::invalid_argument);
  CHECK_THROWS_AS(AdaptiveStep(Make<IcfStep>(), With(-1)),
                  std::invalid_argument);
}

TEST_CASE("Adaptive steps: asked to stop -> no further attempt") {
  const PlantDiagram swing = test::MakeSwing();
  int asked = 0;
  const solvers::StopRequest stop = [&] {
    return ++asked > 3;
  };
  AdaptiveStepOptions options = With(1e-5);
  options.control.stop = &stop;
  Simulator simulator(*swing.diagram, swing.context);
  simulator.reset_integrator<AdaptiveStep>(Make<ComFreeStep>(), options);
  CHECK_THROWS_AS(simulator.AdvanceTo(1), solvers::Stopped);
  CHECK(asked == 4);
}

// The rest of a run from a copy of its context has the bits of the whole.
TEST_CASE("Adaptive steps: of impulses that are remembered -> resumed") {
  const PlantDiagram cube = MakeFallingCube();
  Simulator whole(*cube.diagram, cube.context);
  whole.reset_integrator<AdaptiveStep>(Make<PgsStep>(), With(1e-3));
  whole.AdvanceTo(0.4);
  Simulator rest(*cube.diagram, whole.context());
  rest.reset_integrator<AdaptiveStep>(Make<PgsStep>(), With(1e-3));
  whole.AdvanceTo(0.6);
  rest.AdvanceTo(0.6);
  CHECK(whole.context().continuous_state() ==
        rest.context().continuous_state());

  // What another method left is not taken up.
  Simulator other(*cube.diagram, whole.context());
  other.reset_integrator<AdaptiveStep>(Make<ComFreeStep>(), With(1e-3));
  CHECK_NOTHROW(other.AdvanceTo(0.7));
}

}  // namespace
}  // namespace tactus::integrators
