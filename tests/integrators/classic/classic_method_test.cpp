#include "tactus/integrators/classic/classic_method.h"

#include <limits>
#include <memory>
#include <string>

#include "integrators/classic_methods.h"
#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/common/archive.h"
#include "tactus/integrators/step_functions/step_failure.h"

namespace tactus::integrators {
namespace {

using Catch::Matchers::Contains;
using systems::Simulator;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Explicit Euler with an error that the test sets, and what it looks into.
class Euler final : public ClassicMethod {
 public:
  explicit Euler(const ErrorControlOptions& options)
      : ClassicMethod(options, 2) {}
  std::string_view name() const override { return "euler"; }

  /// Leaves a memory with a Jacobian of so many states.
  static systems::Value MakeMemory(int num_states) {
    return systems::Value(Memory{.method = "euler",
                                 .size = {.h_ideal = 0.1},
                                 .jacobian = std::make_shared<const MatrixXd>(
                                     MatrixXd::Zero(num_states, num_states)),
                                 .slope = {}});
  }

  double error{};
  VectorXd weights;

 private:
  Outcome Solve(double h, Memory*, VectorXd* x1, VectorXd* x1_low) override {
    *x1 = x0() + h * xdot0();
    *x1_low = x1->array() + error;
    CalcStateWeights(x0(), &weights);
    return Outcome::kSolved;
  }
};

std::unique_ptr<systems::Diagram> MakeRamp() {
  return test::MakeOde(VectorXd::Zero(1), [](double t, const VectorXd&) {
    return VectorXd::Constant(1, t < 0.5 ? 1 : kNaN);
  });
}

TEST_CASE("Classic method: a derivative that is not finite -> its block") {
  const auto diagram = MakeRamp();
  Simulator simulator(*diagram);
  simulator.reset_integrator<Euler>(ErrorControlOptions{.h_min = 1e-3});
  try {
    simulator.AdvanceTo(1);
    FAIL("it went on");
  } catch (const StepError& error) {
    CHECK(error.failure().kind == StepFailure::Kind::kDerivativeNotFinite);
    CHECK_THAT(error.what(), Contains("block 'ode'"));
    CHECK(error.time() == Approx(0.5).margin(0.1));
    CHECK(simulator.context().time() == error.time());
  }
}

TEST_CASE("Classic method: an error that stays -> names the state") {
  const auto diagram = MakeRamp();
  Simulator simulator(*diagram);
  simulator.reset_integrator<Euler>(ErrorControlOptions{.h_min = 1e-3}).error =
      1;
  try {
    simulator.AdvanceTo(1);
    FAIL("it went on");
  } catch (const StepError& error) {
    CHECK(error.failure().kind == StepFailure::Kind::kInaccurate);
    CHECK(error.failure().culprit == "state 0 of block 'ode'");
    CHECK_THAT(error.what(), Contains("at the minimum step (accuracy 0.001)"));
  }
}

TEST_CASE("Classic method: a memory with another state's Jacobian -> refused") {
  const auto diagram = MakeRamp();
  systems::Context context = diagram->CreateDefaultContext();
  Euler euler(ErrorControlOptions{});
  context.integrator_memory() = Euler::MakeMemory(1);
  CHECK_NOTHROW(euler.Initialize(*diagram, &context));
  context.integrator_memory() = Euler::MakeMemory(2);
  CHECK_THROWS_AS(euler.Initialize(*diagram, &context), CheckpointError);
}

// The error norm leaves velocities out; Newton's must not.
TEST_CASE("Classic method: any error norm -> weights of the full state") {
  const test::PlantDiagram swing = test::MakeSwing();
  for (const ErrorNorm norm : {ErrorNorm::kPositions, ErrorNorm::kState}) {
    Simulator simulator(*swing.diagram, swing.context);
    auto& euler = simulator.reset_integrator<Euler>(
        ErrorControlOptions{.first_step = 0.01, .error_norm = norm});
    simulator.AdvanceTo(1e-4);
    CHECK(euler.weights == VectorXd::Ones(4));
  }
}

// Explicit Euler lengthens a quaternion, by half a square of its turn.
TEST_CASE("Classic method: an accepted step -> unit quaternions") {
  const test::PlantDiagram tumble = test::MakeTumble();
  Simulator simulator(*tumble.diagram, tumble.context);
  simulator.reset_integrator<Euler>(ErrorControlOptions{.first_step = 0.1});
  simulator.AdvanceTo(0.01);
  const VectorXd q = tumble.plant->positions(simulator.context());
  CHECK(q.tail(4).norm() == Approx(1).epsilon(1e-15));
}

}  // namespace
}  // namespace tactus::integrators
