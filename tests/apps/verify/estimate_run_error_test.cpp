#include "tactus/apps/verify/estimate_run_error.h"

#include <cmath>

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

Scenario MakeScene(const std::string& name, double duration) {
  ScenarioOptions options;
  options.target = name;
  options.duration = duration;
  return MakeScenario(options);
}

QuantityList Poses(const Scenario& scenario) {
  const std::vector<std::string> all = {"body/*/pose"};
  return {*scenario.scene.diagram, all};
}

// The largest position error of all bodies, of rotations if they are wanted.
double LargestGap(const Trajectory& a, const Trajectory& b, bool rotations) {
  double largest = 0;
  for (const Quantity& quantity : a.quantities) {
    if (quantity.is_rotation == rotations)
      largest = std::max(largest, CalcGap(a, b, quantity).maxCoeff());
  }
  return largest;
}

TEST_CASE("EstimateTail: gaps that shrink by any factor -> a geometric tail") {
  CHECK(EstimateTail(1, 4, 10) == Approx(1 / 3.0));
  CHECK(EstimateTail(1, 10, 10) == Approx(1 / 9.0));
  CHECK(EstimateTail(1, 1e6, 10) == Approx(1 / 9.0));  // By luck.
  CHECK(EstimateTail(1, 1e6, 2) == Approx(1));
  CHECK(EstimateTail(1, 1, 10) == Approx(9));
  CHECK(EstimateTail(1, 0.1, 10) == Approx(9));
  CHECK(EstimateTail(0, 0, 10) == 0);
  CHECK(EstimateTail(INFINITY, 1, 10) == INFINITY);
  CHECK(EstimateTail(1, INFINITY, 10) == Approx(1 / 9.0));
}

TEST_CASE("Coarsen: an accuracy -> ten times it, while it says something") {
  Trajectory run;
  run.accuracy = 1e-4;
  run.longest_step = 0.01;
  const IntegratorOptions base;
  const IntegratorOptions second = Coarsen(base, run, 2);
  CHECK(*second.accuracy == Approx(1e-2));
  CHECK(second.method_options["max_step"] == Approx(0.1));
  run.accuracy = 1e-2;
  CHECK(*Coarsen(base, run, 2).accuracy == Approx(0.1));
  run.accuracy = 0.1;
  CHECK(*Coarsen(base, run, 1).accuracy == Approx(0.2));
  Trajectory fixed;
  fixed.step = 0.01;
  CHECK(*Coarsen(base, fixed, 2).step == Approx(0.04));
}

// The truth is the same scene at a thousandth of the accuracy or less, by
// another method. The bounds are what was measured (docs/verify.md), and a
// third more: coarse runs of what slides until it sticks are wrong in another
// way than the run is, and the estimate is too large.
TEST_CASE(
    "EstimateRunError: motion without and with friction -> from 0.6 to 1.6 "
    "times the error, and to 8 times it") {
  const auto [name, duration, most] =
      GENERATE(table<const char*, double, double>({{"double_pendulum", 1, 1.6},
                                                   {"acrobot_lqr", 1, 1.6},
                                                   {"ball_drop", 1, 6},
                                                   {"box_slide", 0.5, 8}}));
  INFO(name);
  const Scenario scenario = MakeScene(name, duration);
  const QuantityList poses = Poses(scenario);
  const RunErrorOptions options{.period = duration / 100};
  IntegratorOptions base;
  base.accuracy = 1e-3;
  const Trajectory run =
      RunTrajectory(scenario, base, poses, {.period = options.period});
  IntegratorOptions exact;
  exact.name = "rk3";
  exact.accuracy = 1e-8;
  const Trajectory truth =
      RunTrajectory(scenario, exact, poses, {.period = options.period});
  std::string reason;
  const auto error =
      EstimateRunError(scenario, base, poses, run, options, &reason);
  INFO(reason);
  REQUIRE(error);
  const double position = LargestGap(run, truth, false);
  CHECK(error->position < most * position);
  CHECK(error->position > 0.6 * position);
  if (name == std::string("double_pendulum")) CHECK(error->is_orderly);
  CHECK_FALSE(error->position_of.empty());
  CHECK(error->position_of.find('/') == std::string::npos);
}

// The box creeps by 0.03 mm, which all three levels step over alike.
TEST_CASE("EstimateRunError: levels that agree far below 1e-2 -> a guess") {
  const Scenario scenario = MakeScene("incline", 0.5);
  const QuantityList poses = Poses(scenario);
  IntegratorOptions base;
  base.accuracy = 1e-2;
  const Trajectory run =
      RunTrajectory(scenario, base, poses, {.period = 0.005});
  std::string reason;
  const auto error =
      EstimateRunError(scenario, base, poses, run, {.period = 0.005}, &reason);
  INFO(reason);
  REQUIRE(error);
  CHECK(error->position < 1e-4);
  CHECK_FALSE(error->is_orderly);
}

TEST_CASE("EstimateRunError: steps that events choose -> none, and why") {
  const Scenario scenario = MakeScene("digital_pid", 0.05);
  const QuantityList poses = Poses(scenario);
  IntegratorOptions base;
  base.accuracy = 1e-2;
  const Trajectory run = RunTrajectory(scenario, base, poses, {.period = 0.01});
  std::string reason;
  CHECK_FALSE(
      EstimateRunError(scenario, base, poses, run, {.period = 0.01}, &reason));
  CHECK_THAT(reason, Catch::Contains("steps as short as"));
}

TEST_CASE("EstimateRunError: stopped -> none") {
  const Scenario scenario = MakeScene("double_pendulum", 0.1);
  const QuantityList poses = Poses(scenario);
  const Trajectory run = RunTrajectory(scenario, {}, poses, {.period = 0.01});
  std::string reason;
  CHECK_FALSE(EstimateRunError(scenario, {}, poses, run,
                               {.period = 0.01,
                                .stop =
                                    [] {
                                      return true;
                                    }},
                               &reason));
  CHECK(reason == "interrupted");
}

TEST_CASE("Describe: an expected error -> in mm or m, whose, and a guess") {
  RunError error{.position = 2.14e-4,
                 .position_of = "hand",
                 .rotation = 0.0213,
                 .rotation_of = "arm"};
  CHECK(Describe(error) == "0.21 mm (hand), 0.021 rad (arm)");
  error.position = 0.012;
  error.is_orderly = false;
  CHECK(Describe(error) == "0.012 m (hand), 0.021 rad (arm), a guess");
  CHECK(Describe(RunError{}) == "0 mm, 0 rad");
}

}  // namespace
}  // namespace tactus::apps
