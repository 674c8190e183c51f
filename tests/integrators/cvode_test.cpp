#include "tactus/integrators/cvode.h"

#include <cmath>
#include <sstream>

#include "integrators/classic_methods.h"
#include <catch2/catch.hpp>

#include "tactus/systems/checkpoint.h"

namespace tactus::integrators {
namespace {

using systems::Simulator;

std::unique_ptr<systems::Diagram> MakeDecay() {
  return test::MakeOde(
      VectorXd::Ones(1),
      [](double, const VectorXd& x) -> VectorXd { return -x; });
}

TEST_CASE("CVODE: a build without it says so") {
  if (Cvode::IsAvailable()) return;
  CHECK_THROWS_WITH(Cvode(), Catch::Contains("libsundials-dev"));
}

TEST_CASE("CVODE: the error over positions is refused") {
  if (!Cvode::IsAvailable()) return;
  CHECK_THROWS_WITH(Cvode({.error_norm = ErrorNorm::kPositions}),
                    Catch::Contains("full state"));
}

TEST_CASE("CVODE: its order rises, so that accuracy is cheap") {
  if (!Cvode::IsAvailable()) return;
  const auto diagram = MakeDecay();
  const auto run = [&](double accuracy) {
    return test::Integrate(*diagram, 5,
                           std::make_unique<Cvode>(ErrorControlOptions{
                               .accuracy = accuracy, .h_max = 1}));
  };
  const test::Run loose = run(1e-4), tight = run(1e-9);
  CHECK(tight.x[0] == Approx(std::exp(-5)).margin(1e-7));
  // Order one would need 300 times the steps.
  CHECK(tight.statistics.steps < 20 * loose.statistics.steps);
  CHECK(tight.statistics.jacobian_evaluations < tight.statistics.steps / 2);
  CHECK(tight.statistics.newton_iterations > 0);
  CHECK(tight.statistics.factorizations > 0);
}

// Its history is not in the Context: within the accuracy, a copy continues.
TEST_CASE("CVODE: a copied Context continues; a checkpoint is refused") {
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
  CHECK_THROWS_AS(simulator.Save(&out), systems::CheckpointError);
}

}  // namespace
}  // namespace tactus::integrators
