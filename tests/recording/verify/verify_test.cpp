#include "tactus/recording/verify/verify.h"

#include <memory>
#include <stdexcept>

#include <catch2/catch.hpp>

#include "tactus/examples/scenes/scene.h"
#include "tactus/integrators/cenic/cenic.h"

namespace tactus::recording {
namespace {

std::unique_ptr<systems::Integrator> MakeCenic(double accuracy,
                                               double h_max = 0.1) {
  return std::make_unique<integrators::Cenic>(
      integrators::CenicOptions{.accuracy = accuracy, .h_max = h_max});
}

TEST_CASE("Verify: a double pendulum -> the error that finer runs show") {
  const auto scene = examples::FindScene("double_pendulum").make();
  VerifyOptions options{.accuracy = 1e-3, .samples = 100};
  options.quantities = {"body/*/position", "energy/total"};
  const Verification verification =
      Verify(*scene.diagram, scene.context, 1, &MakeCenic, options);
  REQUIRE(verification.is_complete());
  REQUIRE(verification.levels.size() == 3);
  CHECK(*verification.levels[2].accuracy == Approx(1e-5));
  const Trajectory& run = verification.levels[0];
  CHECK(run.steps > 10);
  CHECK(run.mean_step == Approx(1.0 / run.steps));
  CHECK(verification.levels[1].longest_step <= run.longest_step / 2);
  CHECK(verification.levels[2].longest_step <= run.longest_step / 4);
  const QuantityList quantities(*scene.diagram, options.quantities);
  const Trajectory truth =
      SampleRun(*scene.diagram, scene.context, MakeCenic(1e-8), quantities,
                {.duration = 1, .period = 0.01});
  REQUIRE(verification.estimates.size() == run.quantities.size());
  for (std::size_t i = 0; i < run.quantities.size(); ++i) {
    const Estimate& estimate = verification.estimates[i];
    INFO(estimate.name);
    const double error = CalcGap(run, truth, run.quantities[i]).maxCoeff();
    CHECK(estimate.error == Approx(error).epsilon(0.2));
    CHECK(estimate.tolerance == Approx(1e-2));
  }
}

TEST_CASE("Verify: more than is tolerated -> it does not hold") {
  const auto scene = examples::FindScene("double_pendulum").make();
  VerifyOptions options{.accuracy = 1e-3, .samples = 100, .tolerance = 1e-7};
  CHECK_FALSE(
      Verify(*scene.diagram, scene.context, 1, &MakeCenic, options).held());
  options.tolerance = 1;
  CHECK(Verify(*scene.diagram, scene.context, 1, &MakeCenic, options).held());
}

TEST_CASE("Verify: stopped -> not complete, and no estimate") {
  const auto scene = examples::FindScene("double_pendulum").make();
  VerifyOptions options;
  options.stop = [] {
    return true;
  };
  const Verification verification =
      Verify(*scene.diagram, scene.context, 1, &MakeCenic, options);
  CHECK_FALSE(verification.is_complete());
  CHECK_FALSE(verification.held());
  CHECK(verification.levels.size() == 1);
  CHECK(verification.estimates.empty());
}

TEST_CASE("Verify: fewer than three levels, or no such quantity -> refused") {
  const auto scene = examples::FindScene("double_pendulum").make();
  CHECK_THROWS_WITH(
      Verify(*scene.diagram, scene.context, 1, &MakeCenic, {.levels = 2}),
      Catch::Contains("three levels"));
  VerifyOptions options;
  options.quantities = {"body/uper/position"};
  CHECK_THROWS_WITH(
      Verify(*scene.diagram, scene.context, 1, &MakeCenic, options),
      Catch::Contains("did you mean"));
}

TEST_CASE("SampleRun: samples -> at their times, and the start as it was") {
  const auto scene = examples::FindScene("ball_drop").make();
  const std::vector<std::string> patterns = {"body/ball/position"};
  const QuantityList quantities(*scene.diagram, patterns);
  const VectorXd before = scene.context.continuous_state();
  const Trajectory run =
      SampleRun(*scene.diagram, scene.context, MakeCenic(1e-4), quantities,
                {.duration = 0.1, .period = 0.02});
  REQUIRE(run.times.size() == 6);
  CHECK(run.times[3] == Approx(0.06));
  const double drop = run.values(0, 2) - run.values(5, 2);
  CHECK(drop == Approx(9.81 / 2 * 0.01).epsilon(1e-3));
  CHECK(scene.context.continuous_state() == before);
  CHECK(run.integrator == "cenic");
}

TEST_CASE("SampleRun: what the caller's function throws -> passes") {
  const auto scene = examples::FindScene("ball_drop").make();
  const std::vector<std::string> patterns = {"body/ball/position"};
  const QuantityList quantities(*scene.diagram, patterns);
  SampleOptions options{.duration = 0.1, .period = 0.02};
  options.after_step = [](const systems::Context& context) {
    if (context.time() > 0.05) throw std::out_of_range("enough");
  };
  CHECK_THROWS_AS(SampleRun(*scene.diagram, scene.context, MakeCenic(1e-4),
                            quantities, options),
                  std::out_of_range);
}

}  // namespace
}  // namespace tactus::recording
