#include "tactus/integrators/classic/cvode.h"

#include <cmath>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "integrators/classic_methods.h"
#include "integrators/test_diagrams.h"
#include <catch2/catch.hpp>

#include "tactus/common/trace.h"
#include "tactus/systems/checkpoint.h"

namespace tactus::integrators {
namespace {

using systems::Simulator;

std::unique_ptr<systems::Diagram> MakeDecay() {
  return test::MakeOde(
      VectorXd::Ones(1),
      [](double, const VectorXd& x) -> VectorXd { return -x; });
}

TEST_CASE("CVODE: a build without it -> refused, its package named") {
  if (Cvode::IsAvailable()) return;
  CHECK_THROWS_WITH(Cvode(), Catch::Contains("libsundials-dev"));
}

// The positions of a double pendulum, with fewer steps.
TEST_CASE(
    "CVODE: the error of positions -> fewer steps than that of the state") {
  if (!Cvode::IsAvailable()) return;
  const test::PlantDiagram swing = test::MakeSwing();
  const VectorXd truth =
      test::Integrate(
          *swing.diagram, swing.context, 1,
          std::make_unique<RungeKutta3>(ErrorControlOptions{.accuracy = 1e-12}))
          .x;
  double last = 1;
  for (const double accuracy : {1e-3, 1e-5, 1e-7}) {
    const auto run = [&](ErrorNorm norm) {
      return test::Integrate(*swing.diagram, swing.context, 1,
                             std::make_unique<Cvode>(ErrorControlOptions{
                                 .accuracy = accuracy, .error_norm = norm}));
    };
    const test::Run positions = run(ErrorNorm::kPositions);
    const test::Run state = run(ErrorNorm::kState);
    const double error = (positions.x - truth).head(2).norm();
    INFO("accuracy " << accuracy << ", error " << error << ", steps "
                     << positions.statistics.steps << ", of the state "
                     << state.statistics.steps);
    CHECK(positions.statistics.steps < 0.8 * state.statistics.steps);
    CHECK(error < 100 * accuracy);
    CHECK(error < 0.1 * last);
    last = error;
  }
}

// Without positions there is nothing to leave out: the norms are one.
TEST_CASE("CVODE: no plant, either error norm -> the same steps") {
  if (!Cvode::IsAvailable()) return;
  const auto diagram = MakeDecay();
  const auto run = [&](ErrorNorm norm) {
    return test::Integrate(*diagram, 3,
                           std::make_unique<Cvode>(ErrorControlOptions{
                               .accuracy = 1e-5, .error_norm = norm}));
  };
  const test::Run a = run(ErrorNorm::kPositions), b = run(ErrorNorm::kState);
  CHECK(a.x[0] == b.x[0]);
  CHECK(a.statistics.steps == b.statistics.steps);
}

// From its small first steps it grows to the longest, and stays there.
TEST_CASE("CVODE: steps at h_max -> limited by it, others by the accuracy") {
  if (!Cvode::IsAvailable()) return;
  const auto diagram = MakeDecay();
  Simulator simulator(*diagram);
  const auto& cvode = simulator.reset_integrator<Cvode>(
      ErrorControlOptions{.accuracy = 0.1, .h_max = 0.01});
  long longest = 0, by_accuracy = 0;
  simulator.set_monitor(
      [&](const systems::Context&) -> std::optional<std::string> {
        const Statistics& s = cvode.statistics();
        longest += s.limited_by == StepLimit::kMaximumStep;
        by_accuracy += s.limited_by == StepLimit::kAccuracy;
        return std::nullopt;
      });
  simulator.AdvanceTo(1);
  CHECK(longest > 80);
  CHECK(by_accuracy > 0);
  CHECK(longest + by_accuracy + 2 >= cvode.statistics().steps);
}

// A jump of the rate, and the oscillator of van der Pol ([HairerWanner96], IV.10)
// with epsilon = 1e-4: no step passes the one, nor the corners of the other,
// without rejections.
TEST_CASE("CVODE: a trace -> the attempts that it accepts and rejects") {
  if (!Cvode::IsAvailable()) return;
  std::vector<std::unique_ptr<systems::Diagram>> diagrams;
  diagrams.push_back(
      test::MakeOde(VectorXd::Zero(1), [](double t, const VectorXd&) {
        return VectorXd::Constant(1, t < 1 / 3.0 ? 1000 : -1000);
      }));
  diagrams.push_back(
      test::MakeOde(Vector2d(2, 0), [](double, const VectorXd& x) {
        return Vector2d(x[1], ((1 - x[0] * x[0]) * x[1] - x[0]) / 1e-4);
      }));
  for (const auto& diagram : diagrams) {
    Simulator simulator(*diagram);
    auto& cvode = simulator.reset_integrator<Cvode>(
        ErrorControlOptions{.accuracy = 1e-4, .h_max = 0.1});
    Trace trace;
    cvode.set_trace(&trace);
    simulator.AdvanceTo(2);
    const Statistics& statistics = cvode.statistics();
    REQUIRE(statistics.rejected_steps > 0);
    long accepted = 0, rejected = 0, iterations = 0;
    double t = 0;
    for (const Span& span : trace.spans()) {
      if (!span.is_attempt()) continue;
      CHECK(span.t == Approx(t).epsilon(1e-12));
      CHECK(span.h > 0);
      iterations += span.iterations;
      if (span.accepted) t = span.t + span.h;
      ++(span.accepted ? accepted : rejected);
    }
    CHECK(t == Approx(2).epsilon(1e-12));
    CHECK(accepted == statistics.steps);
    CHECK(rejected == statistics.rejected_steps);
    CHECK(iterations == statistics.newton_iterations);
  }
}

// Its history is not in the Context: within the accuracy, a copy continues.
TEST_CASE("CVODE: a copied Context -> goes on, a checkpoint -> refused") {
  if (!Cvode::IsAvailable()) return;
  const auto diagram = MakeDecay();
  Simulator simulator(*diagram);
  simulator.reset_integrator<Cvode>(ErrorControlOptions{.accuracy = 1e-8});
  simulator.AdvanceTo(1);
  const systems::Context saved = simulator.context();
  simulator.AdvanceTo(2);
  Simulator other(*diagram, saved);
  other.reset_integrator<Cvode>(ErrorControlOptions{.accuracy = 1e-8});
  other.AdvanceTo(2);
  CHECK(simulator.context().continuous_state()[0] ==
        Approx(std::exp(-2)).margin(1e-6));
  CHECK(other.context().continuous_state()[0] ==
        Approx(std::exp(-2)).margin(1e-6));
  std::stringstream out;
  CHECK_THROWS_AS(simulator.Save(&out), CheckpointError);
}

}  // namespace
}  // namespace tactus::integrators
