#include "tactus/integrators/step_size/attempt_span.h"

#include <catch2/catch.hpp>

namespace tactus::integrators {
namespace {

TEST_CASE(
    "AttemptSpan: two attempts -> their times, iterations and acceptance") {
  Trace trace;
  Statistics statistics;
  statistics.profile.trace = &trace;
  statistics.steps = 7;
  statistics.newton_iterations = 100;
  {
    const AttemptSpan span(2, 0.5, &statistics);
    statistics.newton_iterations += 4;
    ++statistics.rejected_steps;
  }
  {
    AttemptSpan span(2, 0.25, &statistics);
    statistics.newton_iterations += 3;
    statistics.AddStep(0.125, StepLimit::kAccuracy);
    span.set_length(0.125);
  }
  REQUIRE(trace.spans().size() == 2);
  const Span &first = trace.spans()[0], &second = trace.spans()[1];
  CHECK(first.is_attempt());
  CHECK_FALSE(first.accepted);
  CHECK((first.t == 2 && first.h == 0.5 && first.iterations == 4));
  CHECK(first.end >= first.start);
  CHECK(second.accepted);
  CHECK((second.t == 2 && second.h == 0.125 && second.iterations == 3));
  CHECK(second.start >= first.end);
}

TEST_CASE("AttemptSpan: no trace -> none is made") {
  Statistics statistics;
  { const AttemptSpan span(0, 1, &statistics); }
  CHECK(statistics.profile.trace == nullptr);
}

}  // namespace
}  // namespace tactus::integrators
