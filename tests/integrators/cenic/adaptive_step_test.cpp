#include "tactus/integrators/cenic/adaptive_step.h"

#include <memory>
#include <string>

#include "integrators/penalty_step.h"
#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/cenic/cenic.h"
#include "tactus/integrators/classic/runge_kutta3.h"
#include "tactus/integrators/comfree_step.h"
#include "tactus/integrators/icf_step.h"
#include "tactus/systems/simulator.h"

namespace tactus::integrators {
namespace {

using Catch::Matchers::Contains;
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
      CHECK(error < 10 * accuracy);
      CHECK(error < last / 20);
      CHECK(method.statistics().steps > 2);
      last = error;
    }
  }
}

TEST_CASE("Adaptive steps: of ICF -> CENIC, to the last bit") {
  PlantDiagram cube = test::MakeAlone(test::MakeCubeModel());
  cube.plant->SetPositions(&cube.context,
                           (VectorXd(7) << 0, 0, 0.3, 1, 0, 0, 0).finished());
  cube.plant->SetVelocities(&cube.context,
                            (VectorXd(6) << 1, 2, 0, 0.5, 0, 0).finished());
  const auto advance = [&](auto reset) {
    Simulator simulator(*cube.diagram, cube.context);
    reset(&simulator);
    simulator.AdvanceTo(0.5);
    return VectorXd(simulator.context().continuous_state());
  };
  const VectorXd cenic = advance([](Simulator* simulator) {
    simulator->reset_integrator<Cenic>(CenicOptions{.accuracy = 1e-3});
  });
  const VectorXd adaptive = advance([](Simulator* simulator) {
    simulator->reset_integrator<AdaptiveStep>(
        [] {
          return std::make_unique<IcfStep>(IcfStepOptions{.tolerance = 1e-6});
        },
        With(1e-3));
  });
  CHECK(cenic == adaptive);
  CHECK(cenic[2] < 0.1);  // It has landed.
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
  simulator.AdvanceTo(0.01);  // at first, 0.1 is tried
  CHECK(method.statistics().failed_solves >= 1);
  CHECK(method.statistics().rejected_steps >= 1);
  CHECK(method.statistics().step_max <= 0.02);

  Simulator stuck(*swing.diagram, swing.context);
  stuck.reset_integrator<AdaptiveStep>(make(0), loose);
  CHECK_THROWS_WITH(stuck.AdvanceTo(1),
                    Contains("too far to jump") && Contains("accuracy 1e+09"));
  CHECK(stuck.context().time() == 0);
}

TEST_CASE("Adaptive steps: the trapezoid of what is not ICF -> refused") {
  AdaptiveStepOptions options;
  options.scheme = Scheme::kTrapezoid;
  CHECK_THROWS_WITH(AdaptiveStep(Make<ComFreeStep>(), options),
                    Contains("trapezoid") && Contains("icf alone"));
  CHECK_NOTHROW(AdaptiveStep(Make<IcfStep>(), options));
}

TEST_CASE("Adaptive steps: what the method does not take -> refused by name") {
  CHECK_THROWS_AS(AdaptiveStep([] { return nullptr; }), std::invalid_argument);
  CHECK_THROWS_AS(AdaptiveStep(Make<IcfStep>(), With(-1)),
                  std::invalid_argument);
}

}  // namespace
}  // namespace tactus::integrators
