#include "tactus/integrators/error_controller.h"

#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include "tactus/common/archive.h"

namespace tactus::integrators {
namespace {

using Outcome = Attempt::Outcome;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// A step of at most 1 s that starts at t = 2 s, of which 0.1 s are ideal.
struct OneStep {
  explicit OneStep(double t_end = 100) {
    controller.BeginStep(2, t_end, StepLimit::kContact, &size);
  }
  bool Accepts(const Attempt& attempt) {
    return controller.Accepts(controller.Plan(), attempt, &statistics);
  }
  ErrorController controller{{.accuracy = 1e-3, .h_max = 1, .h_min = 1e-4}, {}};
  StepSize size = {.h_ideal = 0.1, .limited_by = StepLimit::kAccuracy};
  Statistics statistics;
};

TEST_CASE(
    "Error controller: an error below the accuracy -> a longer next step") {
  OneStep step;
  const PlannedStep planned = step.controller.Plan();
  CHECK(planned.h == 0.1);
  CHECK(step.Accepts({.error = 1e-4}));
  CHECK(step.controller.end_of(planned) == Approx(2.1));
  // (1e-3 / 1e-4)^(1/2) with the safety factor 0.9
  CHECK(step.size.h_ideal == Approx(0.1 * 0.9 * std::sqrt(10)));
  CHECK(step.statistics.steps == 1);
  CHECK(step.statistics.rejected_steps == 0);
}

TEST_CASE("Error controller: growth beyond h_max -> h_max, which limits it") {
  OneStep step;
  step.size.h_ideal = 0.9;
  CHECK(step.Accepts({.error = 1e-9}));
  CHECK(step.size.h_ideal == 1);
  CHECK(step.size.limited_by == StepLimit::kMaximumStep);
}

TEST_CASE("Error controller: rejected attempts -> shorter, for their reason") {
  const auto [attempt, factor, why] =
      GENERATE(table<Attempt, double, StepLimit>(
          {{{.error = 4e-3}, 0.45, StepLimit::kAccuracy},
           {{.error = kNaN}, 0.1, StepLimit::kAccuracy},
           {{.outcome = Outcome::kNotFinite}, 0.1, StepLimit::kSolver},
           {{.outcome = Outcome::kNotConverged}, 0.5, StepLimit::kSolver}}));
  OneStep step;
  CHECK_FALSE(step.Accepts(attempt));
  CHECK(step.size.h_ideal == Approx(factor * 0.1));
  CHECK(step.size.limited_by == why);
  CHECK(step.statistics.rejected_steps == 1);
  CHECK(step.statistics.steps == 0);
  CHECK(step.controller.Plan().h == Approx(factor * 0.1));
}

TEST_CASE("Error controller: a step right after a rejection -> no growth") {
  OneStep step;
  CHECK_FALSE(step.Accepts({.error = 4e-3}));
  const double h = step.controller.Plan().h;
  CHECK(step.Accepts({.error = 1e-6}));
  CHECK(step.size.h_ideal == h);
  step.controller.BeginStep(2.1, 100, StepLimit::kEvent, &step.size);
  CHECK(step.Accepts({.error = 1e-6}));
  CHECK(step.size.h_ideal > h);
}

TEST_CASE(
    "Error controller: a step cut short -> its end to the bit, ideal kept") {
  const double t_end = 2 + 1. / 30;
  OneStep step(t_end);
  const PlannedStep planned = step.controller.Plan();
  CHECK(planned.h == Approx(1. / 30));
  CHECK(step.Accepts({.error = 9e-4}));
  CHECK(step.controller.end_of(planned) == t_end);
  CHECK(step.size.h_ideal == 0.1);
  CHECK(step.statistics.limited_by == StepLimit::kContact);
}

TEST_CASE("Error controller: attempts shorter than h_min -> no more of them") {
  OneStep step;
  int attempts = 0;
  while (!step.controller.is_below_minimum()) {
    REQUIRE(++attempts < 10);
    CHECK_FALSE(step.Accepts({.outcome = Outcome::kNotFinite}));
  }
  CHECK(attempts == 4);  // 0.1, 0.01, 1e-3, 1e-4: the last is still allowed
}

TEST_CASE("Step size: what no checkpoint can have -> CheckpointError") {
  CHECK_NOTHROW(StepSize{}.Check());
  for (double h : {-1.0, kNaN, std::numeric_limits<double>::infinity()})
    CHECK_THROWS_AS(StepSize{.h_ideal = h}.Check(), CheckpointError);
  CHECK_THROWS_AS(StepSize{.limited_by = static_cast<StepLimit>(99)}.Check(),
                  CheckpointError);
}

TEST_CASE("Error control: options out of range -> refused by name") {
  using Options = ErrorControlOptions;
  CHECK_THROWS_WITH(ErrorController(Options{.accuracy = 0}, {}),
                    Catch::Contains("accuracy"));
  CHECK_THROWS_WITH(ErrorController(Options{.h_max = 1e-3, .h_min = 1e-3}, {}),
                    Catch::Contains("h_min < h_max"));
  CHECK_THROWS_WITH(ErrorController(Options{.first_step = 1.1}, {}),
                    Catch::Contains("first step"));
  CHECK_THROWS_WITH(ErrorController(Options{.length_scale = 0}, {}),
                    Catch::Contains("length scale"));
}

}  // namespace
}  // namespace tactus::integrators
