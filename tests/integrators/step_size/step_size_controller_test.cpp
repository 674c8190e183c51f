#include "tactus/integrators/step_size/step_size_controller.h"

#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kAccuracy = 1e-3;
constexpr double kStep = 0.02;

// h_next / h after an error of `ratio` times the accuracy.
double Factor(double ratio, int order = 2) {
  return Decide({.order = order}, kStep, ratio * kAccuracy, kAccuracy).h_next /
         kStep;
}
bool Accepted(double ratio) {
  return Decide({}, kStep, ratio * kAccuracy, kAccuracy).accepted;
}

TEST_CASE(
    "Step size controller: errors up to the accuracy -> accepted, others not") {
  CHECK(Accepted(0));
  CHECK(Accepted(0.5));
  CHECK(Accepted(1));
  CHECK_FALSE(Accepted(1 + 1e-12));
  CHECK_FALSE(Accepted(kInfinity));
  CHECK_FALSE(Accepted(kNaN));
}

TEST_CASE(
    "Step size controller: an error -> safety (accuracy / error)^(1 / order)") {
  CHECK(Factor(0.25) == Approx(0.9 * 2));
  CHECK(Factor(0.1) == Approx(0.9 * std::sqrt(10)));
  CHECK(Factor(1.0 / 8, 3) == Approx(0.9 * 2));
}

TEST_CASE("Step size controller: small changes, inside the dead band -> none") {
  // 0.9 / sqrt(ratio) reaches 1.2 at ratio 0.5625.
  CHECK(Factor(0.5626) == 1);
  CHECK(Factor(0.5624) == Approx(1.2).epsilon(1e-3));
  CHECK(Factor(0.81) == 1);
  // An accepted step never shrinks the next one.
  CHECK(Factor(1) == 1);
}

TEST_CASE(
    "Step size controller: a tiny error, none -> grows fivefold at most") {
  CHECK(Factor(1e-2) == 5);
  CHECK(Factor(1e-200) == 5);
  CHECK(Factor(0) == 5);
  CHECK(Factor(0.04) == Approx(4.5));  // below the limit
}

TEST_CASE(
    "Step size controller: an error too large -> shrinks to 0.1 up to 0.9") {
  CHECK(Factor(4) == Approx(0.45));
  CHECK(Factor(50) == Approx(0.9 / std::sqrt(50)));
  CHECK(Factor(1.0 + 1e-12) == Approx(0.9));  // by a tenth at the least
  CHECK(Factor(100) == Approx(0.1));          // 0.09 is too little
  CHECK(Factor(1e200) == Approx(0.1));
}

TEST_CASE(
    "Step size controller: rejected by a little -> shrinks to the dead band") {
  StepSizeController bold;
  bold.safety = 1;
  const StepDecision decision =
      Decide(bold, kStep, 1.02 * kAccuracy, kAccuracy);
  CHECK_FALSE(decision.accepted);
  CHECK(decision.h_next == Approx(bold.hysteresis_low * kStep));
}

// h_next / h after errors of `before` and `ratio` times the accuracy, the first
// with twice the step.
double FactorAfter(double before, double ratio) {
  return Decide({}, kStep, ratio * kAccuracy, kAccuracy,
                RejectedAttempt{.h = 2 * kStep, .error = before * kAccuracy})
             .h_next /
         kStep;
}

TEST_CASE("Step size controller: rejected twice -> shrinks by the order seen") {
  CHECK(FactorAfter(16, 4) == Approx(0.45));         // p = 2
  CHECK(FactorAfter(4, 2) == Approx(0.45));          // p = 1
  CHECK(FactorAfter(64, 4) == Approx(0.45));         // p = 4, 2 at most
  CHECK(FactorAfter(2.1, 2) == Approx(0.9 / 4));     // p = 0.07, 0.5 at least
  CHECK(FactorAfter(2, 3) == Approx(0.9 / 9));       // It even grew.
  CHECK(FactorAfter(kInfinity, 4) == Approx(0.45));  // p is not known.
  CHECK(FactorAfter(kNaN, 4) == Approx(0.45));
}

TEST_CASE("Step size controller: accepted after a rejection -> does not grow") {
  CHECK(FactorAfter(2, 0.01) == 1);
  CHECK(FactorAfter(kInfinity, 0) == 1);
}

TEST_CASE(
    "Step size controller: an error that is not finite -> a tenth of the "
    "step") {
  for (double error : {kNaN, -kNaN, kInfinity}) {
    const StepDecision decision = Decide({}, kStep, error, kAccuracy);
    CHECK_FALSE(decision.accepted);
    CHECK(decision.h_next == Approx(0.1 * kStep));
  }
}

TEST_CASE("PlanStep: an event before the step's end -> ends at it, shortened") {
  const double t = 7, h = 0.1;
  for (double left : {1e-9, 0.05, 0.0949}) {
    const PlannedStep planned = PlanStep(h, t, t + left);
    CHECK(planned.h == (t + left) - t);
    CHECK(planned.ends_at_limit);
    CHECK(planned.shortened);
  }
}

TEST_CASE("PlanStep: an event about a step away -> ends at it, not shortened") {
  const double t = 7, h = 0.1;
  for (double left : {0.0951, 0.1, 0.10009}) {
    const PlannedStep planned = PlanStep(h, t, t + left);
    CHECK(planned.h == (t + left) - t);
    CHECK(planned.ends_at_limit);
    CHECK_FALSE(planned.shortened);  // the ideal step may learn from it
  }
}

TEST_CASE("PlanStep: an event far away -> the whole step") {
  for (double limit : {7.1002, 8.0, kInfinity}) {
    const PlannedStep planned = PlanStep(0.1, 7, limit);
    CHECK(planned.h == 0.1);
    CHECK_FALSE(planned.ends_at_limit);
    CHECK_FALSE(planned.shortened);
  }
}

TEST_CASE("StepLimit: each to a string -> a name of its own") {
  const StepLimit all[] = {StepLimit::kAccuracy, StepLimit::kMaximumStep,
                           StepLimit::kEvent, StepLimit::kSolver,
                           StepLimit::kFirstStep};
  for (StepLimit a : all) {
    CHECK(to_string(a) != "unknown");
    for (StepLimit b : all) CHECK((to_string(a) == to_string(b)) == (a == b));
  }
}

}  // namespace
}  // namespace tactus::integrators
