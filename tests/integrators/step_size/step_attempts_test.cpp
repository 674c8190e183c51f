#include "tactus/integrators/step_size/step_attempts.h"

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
    attempts.BeginStep(2, t_end, StepLimit::kContact, &size);
  }
  bool Accepts(const Attempt& attempt) {
    return attempts.Accepts(attempts.Plan(), attempt, &statistics);
  }
  StepAttempts attempts{{.accuracy = 1e-3, .h_max = 1, .h_min = 1e-4}, {}};
  StepSize size = {.h_ideal = 0.1, .limited_by = StepLimit::kAccuracy};
  Statistics statistics;
};

TEST_CASE("Step attempts: an error below the accuracy -> a longer next step") {
  OneStep step;
  const PlannedStep planned = step.attempts.Plan();
  CHECK(planned.h == 0.1);
  CHECK(step.Accepts({.error = 1e-4}));
  CHECK(step.attempts.end_of(planned) == Approx(2.1));
  // (1e-3 / 1e-4)^(1/2) with the safety factor 0.9
  CHECK(step.size.h_ideal == Approx(0.1 * 0.9 * std::sqrt(10)));
  CHECK(step.statistics.steps == 1);
  CHECK(step.statistics.rejected_steps == 0);
}

TEST_CASE("Step attempts: growth beyond h_max -> h_max, which limits it") {
  OneStep step;
  step.size.h_ideal = 0.9;
  CHECK(step.Accepts({.error = 1e-9}));
  CHECK(step.size.h_ideal == 1);
  CHECK(step.size.limited_by == StepLimit::kMaximumStep);
}

TEST_CASE("Step attempts: rejected attempts -> shorter, for their reason") {
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
  CHECK(step.attempts.Plan().h == Approx(factor * 0.1));
}

TEST_CASE("Step attempts: a step right after a rejection -> no growth") {
  OneStep step;
  CHECK_FALSE(step.Accepts({.error = 4e-3}));
  const double h = step.attempts.Plan().h;
  CHECK(step.Accepts({.error = 1e-6}));
  CHECK(step.size.h_ideal == h);
  step.attempts.BeginStep(2.1, 100, StepLimit::kEvent, &step.size);
  CHECK(step.Accepts({.error = 1e-6}));
  CHECK(step.size.h_ideal > h);
}

TEST_CASE("Step attempts: a step cut short -> its end to the bit, ideal kept") {
  const double t_end = 2 + 1. / 30;
  OneStep step(t_end);
  const PlannedStep planned = step.attempts.Plan();
  CHECK(planned.h == Approx(1. / 30));
  CHECK(step.Accepts({.error = 9e-4}));
  CHECK(step.attempts.end_of(planned) == t_end);
  CHECK(step.size.h_ideal == 0.1);
  CHECK(step.statistics.limited_by == StepLimit::kContact);
}

TEST_CASE("Step attempts: attempts shorter than h_min -> no more of them") {
  OneStep step;
  int attempts = 0;
  while (!step.attempts.is_below_minimum()) {
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

}  // namespace
}  // namespace tactus::integrators
