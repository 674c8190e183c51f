#include "tactus/integrators/step_size/error_controlled_integrator.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "integrators/classic_methods.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/classic/classic_method.h"

namespace tactus::integrators {
namespace {

using Catch::Matchers::Contains;
using systems::Simulator;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Fails, or has this error, as it is told attempt by attempt; x = t in truth.
class Scripted final : public ClassicMethod {
 public:
  struct Attempted {
    double error = 0;
    Outcome outcome = Outcome::kSolved;
  };
  static constexpr Outcome kNotFinite = Outcome::kNotFinite;
  static constexpr Outcome kNotConverged = Outcome::kNotConverged;

  Scripted(const ErrorControlOptions& options, std::vector<Attempted> script)
      : ClassicMethod(options, 2), script_(std::move(script)) {}
  std::string_view name() const override { return "scripted"; }
  std::vector<double> steps;  // that were attempted

 private:
  Outcome Solve(double h, Memory*, VectorXd* x1, VectorXd* x1_low) override {
    const std::size_t k = std::min(steps.size(), script_.size() - 1);
    steps.push_back(h);
    *x1 = x0().array() + h;
    *x1_low = x1->array() + script_[k].error;
    return script_[k].outcome;
  }
  std::vector<Attempted> script_;
};

std::unique_ptr<systems::Diagram> MakeClock() {
  return test::MakeOde(VectorXd::Zero(1), [](double, const VectorXd&) {
    return VectorXd::Ones(1);
  });
}

Scripted& Set(Simulator* simulator, const ErrorControlOptions& options,
              std::vector<Scripted::Attempted> script) {
  return simulator->reset_integrator<Scripted>(options, std::move(script));
}

TEST_CASE("Error control: no error -> steps grow fivefold up to h_max") {
  const auto diagram = MakeClock();
  Simulator simulator(*diagram);
  Scripted& method =
      Set(&simulator, {.h_max = 1, .first_step = 0.01}, {{.error = 0}});
  simulator.AdvanceTo(10);
  REQUIRE(method.steps.size() >= 4);
  CHECK(method.steps[0] == Approx(0.01));
  CHECK(method.steps[1] == Approx(0.05));
  CHECK(method.steps[2] == Approx(0.25));
  CHECK(method.steps[3] == Approx(1));
  CHECK(method.statistics().limited_by != StepLimit::kAccuracy);
  CHECK(method.statistics().step_max == Approx(1));
  CHECK(simulator.context().continuous_state()[0] == Approx(10));
}

// Errors of second order: h_new = 0.9 h sqrt(accuracy / error).
TEST_CASE("Error control: an error too large -> a shorter step, by its root") {
  const auto diagram = MakeClock();
  Simulator simulator(*diagram);
  Scripted& method =
      Set(&simulator, {.accuracy = 1e-3, .h_max = 1, .first_step = 0.1},
          {{.error = 4e-3}, {.error = 0.9e-3}});
  simulator.AdvanceTo(0.2);
  CHECK(method.steps[0] == Approx(0.1));
  CHECK(method.steps[1] == Approx(0.045));
  CHECK(method.steps[2] == Approx(0.045));  // kept, inside the dead band
  CHECK(method.statistics().rejected_steps == 1);
  CHECK(method.statistics().failed_solves == 0);
}

TEST_CASE("Error control: a step after a rejection -> no growth") {
  const auto diagram = MakeClock();
  Simulator simulator(*diagram);
  Scripted& method = Set(&simulator, {.h_max = 1, .first_step = 0.1},
                         {{.error = kNaN}, {.error = 0}});
  simulator.AdvanceTo(0.2);
  REQUIRE(method.steps.size() > 3);
  CHECK(method.steps[1] == Approx(0.01));
  CHECK(method.steps[2] == Approx(0.01));
  CHECK(method.steps[3] == Approx(0.05));
}

TEST_CASE("Error control: no convergence, NaN -> half, a tenth of the step") {
  const auto diagram = MakeClock();
  Simulator simulator(*diagram);
  Scripted& method = Set(&simulator, {.h_max = 1, .first_step = 0.1},
                         {{.outcome = Scripted::kNotConverged},
                          {.outcome = Scripted::kNotFinite},
                          {.error = kNaN},
                          {.error = 0}});
  simulator.AdvanceTo(0.1);
  CHECK(method.steps[0] == Approx(0.1));
  CHECK(method.steps[1] == Approx(0.05));
  CHECK(method.steps[2] == Approx(0.005));
  CHECK(method.steps[3] == Approx(0.0005));
  CHECK(method.statistics().rejected_steps == 3);
  CHECK(method.statistics().failed_solves == 1);
}

TEST_CASE(
    "Error control: a failure at the minimum step -> its cause and time") {
  const auto diagram = MakeClock();
  const auto failure = [&](Scripted::Attempted attempt) -> std::string {
    Simulator simulator(*diagram);
    Set(&simulator, {.h_min = 1e-3}, {{.error = 0}, attempt});
    try {
      simulator.AdvanceTo(1);
    } catch (const systems::IntegrationError& error) {
      CHECK(error.time() == Approx(0.01));
      CHECK(simulator.context().time() == error.time());
      CHECK(simulator.context().continuous_state()[0] == Approx(0.01));
      return error.what();
    }
    return "no failure";
  };
  CHECK_THAT(failure({.error = 1}),
             Contains("the error of state 0 of block 'ode' is too large at the "
                      "minimum step (accuracy 0.001)"));
  CHECK_THAT(failure({.outcome = Scripted::kNotConverged}),
             Contains("Newton's method does not converge"));
}

TEST_CASE(
    "Error control: a step cut short by an event -> the ideal step stays") {
  const auto diagram = MakeClock();
  Simulator simulator(*diagram);
  Scripted& method =
      Set(&simulator, {.h_max = 0.02, .first_step = 1}, {{.error = 0}});
  for (int k = 1; k <= 3; ++k) simulator.AdvanceTo(0.05 * k);
  REQUIRE(method.steps.size() == 9);
  for (std::size_t i = 0; i < 9; ++i)
    CHECK(method.steps[i] == Approx(i % 3 < 2 ? 0.02 : 0.01));
}

TEST_CASE("Error control: another diagram -> refused") {
  const auto diagram = MakeClock(), other = MakeClock();
  Scripted method({}, {{.error = 0}});
  systems::Context context = diagram->CreateDefaultContext();
  method.Initialize(*diagram, &context);
  CHECK_THROWS_WITH(method.Step(*other, 1, &context),
                    Contains("another diagram"));
}

}  // namespace
}  // namespace tactus::integrators
