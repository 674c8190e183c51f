#include "tactus/integrators/classic/implicit_method.h"

#include <cmath>

#include "integrators/classic_methods.h"
#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

using systems::Simulator;
using test::Integrate;

std::unique_ptr<systems::Diagram> MakeLinear() {
  return test::MakeOde(Vector2d(1, 0),
                       [](double, const VectorXd& x) -> VectorXd {
                         return Vector2d(x[1], -100 * x[0] - 10 * x[1]);
                       });
}

// xdot = -k x^3 from 1: x = 1 / sqrt(1 + 2 k t).
std::unique_ptr<systems::Diagram> MakeCubic(double k) {
  return test::MakeOde(VectorXd::Ones(1),
                       [k](double, const VectorXd& x) -> VectorXd {
                         return -k * x.array().cube();
                       });
}

TEST_CASE("Implicit methods: Newton options out of range -> refused") {
  for (const double bad : {0.0, -1.0, std::nan("")}) {
    CHECK_THROWS_AS(Sdirk2({}, {.kappa = bad}), std::invalid_argument);
  }
  CHECK_THROWS_AS(Sdirk2({}, {.max_iterations = 0}), std::invalid_argument);
  CHECK_THROWS_AS(ImplicitEuler({}, {.keep_jacobian_below = -1}),
                  std::invalid_argument);
}

TEST_CASE("Implicit methods: a linear problem -> one Jacobian") {
  const auto diagram = MakeLinear();
  for (const ErrorControlOptions& options :
       {ErrorControlOptions{.accuracy = 1e-3},
        ErrorControlOptions{.accuracy = 1e-6}}) {
    const Statistics euler =
        Integrate(*diagram, 2, std::make_unique<ImplicitEuler>(options))
            .statistics;
    const Statistics sdirk =
        Integrate(*diagram, 2, std::make_unique<Sdirk2>(options)).statistics;
    CHECK(euler.jacobian_evaluations == 1);
    CHECK(sdirk.jacobian_evaluations == 1);
    // One iteration and, to be certain, another one per stage.
    CHECK(euler.newton_iterations <=
          2 * 3 * (euler.steps + euler.rejected_steps));
    CHECK(sdirk.newton_iterations <=
          2 * 2 * (sdirk.steps + sdirk.rejected_steps));
    // While the step stays, so do the factors.
    CHECK(sdirk.factorizations < sdirk.steps / 2);
    CHECK(sdirk.failed_solves == 0);
  }
}

TEST_CASE("Implicit methods: a higher keep_jacobian_below -> fewer Jacobians") {
  const auto diagram = MakeCubic(1e3);
  const auto run = [&](double keep_below) {
    return Integrate(*diagram, 1,
                     std::make_unique<Sdirk2>(
                         ErrorControlOptions{.accuracy = 1e-6},
                         NewtonOptions{.keep_jacobian_below = keep_below}));
  };
  const test::Run never = run(0), rarely = run(1e-3), often = run(0.1);
  CHECK(often.statistics.jacobian_evaluations <
        rarely.statistics.jacobian_evaluations);
  CHECK(rarely.statistics.jacobian_evaluations <
        never.statistics.jacobian_evaluations);
  CHECK(often.statistics.jacobian_evaluations < often.statistics.steps / 2);
  for (const test::Run* each : {&never, &rarely, &often})
    CHECK(each->x[0] == Approx(1 / std::sqrt(2001)).epsilon(1e-4));
}

TEST_CASE("Implicit methods: a tighter kappa -> more iterations") {
  const auto diagram = MakeCubic(10);
  const auto iterations = [&](double kappa) {
    return Integrate(*diagram, 1,
                     std::make_unique<ImplicitEuler>(
                         ErrorControlOptions{.accuracy = 1e-4},
                         NewtonOptions{.kappa = kappa}))
        .statistics.newton_iterations;
  };
  CHECK(iterations(1e-1) < iterations(1e-4));
  CHECK(iterations(1e-4) < iterations(1e-8));
}

// A stage z = c f(a + z) that has no solution: x = x0 + h (1 + x^2) for a long
// step. Newton's method gives up, and the step is halved until it has one.
TEST_CASE("Implicit methods: a stage without a solution -> a shorter step") {
  const auto diagram =
      test::MakeOde(VectorXd::Zero(1), [](double, const VectorXd& x) {
        return VectorXd::Constant(1, 1 + x[0] * x[0]);
      });
  for (const double accuracy : {0.3, 1e-4}) {
    const test::Run run =
        Integrate(*diagram, 1.3,
                  std::make_unique<ImplicitEuler>(ErrorControlOptions{
                      .accuracy = accuracy, .h_max = 4, .first_step = 1}));
    CHECK(run.statistics.failed_solves > 0);
    CHECK(std::isfinite(run.x[0]));
    if (accuracy < 0.1) CHECK(run.x[0] == Approx(std::tan(1.3)).epsilon(0.05));
  }
}

// A spring that grows hard at the wall x = 0: a Jacobian from free flight knows
// nothing of it.
TEST_CASE("Implicit methods: a Jacobian from before a wall -> replaced") {
  const double k = 1e6;
  const auto diagram =
      test::MakeOde(Vector2d(0.1, -1), [k](double, const VectorXd& x) {
        return Vector2d(x[1], x[0] < 0 ? -k * x[0] : 0);
      });
  // In contact for half a period, then back where it came from.
  const double t = 0.2 + M_PI / std::sqrt(k);
  for (const test::ClassicMethod& method : test::ClassicMethods()) {
    INFO(method.name);
    const test::Run run =
        Integrate(*diagram, t, method.make({.accuracy = 1e-6}, {}));
    CHECK(run.x[0] == Approx(0.1).epsilon(0.05));
    CHECK(run.x[1] == Approx(1).epsilon(0.05));
    if (method.name == "sdirk2")
      CHECK(run.statistics.jacobian_evaluations >= 3);
  }
}

}  // namespace
}  // namespace tactus::integrators
