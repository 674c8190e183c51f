#include "tactus/common/trace.h"

#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/common/profile.h"

namespace tactus {
namespace {

double Seconds(const Span& span) {
  return std::chrono::duration<double>(span.end - span.start).count();
}

TEST_CASE(
    "ScopedTimer: a profile with a trace -> a span of the time it books") {
  Trace trace;
  Profile profile;
  profile.trace = &trace;
  profile.lane = 3;
  { ScopedTimer timer(&profile, Phase::kHessian); }
  { ScopedTimer timer(nullptr, Phase::kGeometry); }
  REQUIRE(trace.spans().size() == 1);
  const Span& span = trace.spans()[0];
  CHECK(span.name == "hessian");
  CHECK(span.lane == 3);
  CHECK_FALSE(span.is_attempt());
  CHECK(span.start >= trace.origin());
  CHECK(Seconds(span) == profile[Phase::kHessian]);
}

TEST_CASE(
    "ScopedTimer: a timer within another -> its span within the other's") {
  Trace trace;
  Profile profile;
  profile.trace = &trace;
  {
    ScopedTimer outer(&profile, Phase::kSolverRest);
    ScopedTimer inner(&profile, Phase::kLineSearch);
  }
  REQUIRE(trace.spans().size() == 2);
  const Span &inner = trace.spans()[0], &outer = trace.spans()[1];
  CHECK(inner.name == "line_search");
  CHECK(outer.start <= inner.start);
  CHECK(inner.end <= outer.end);
}

TEST_CASE(
    "Trace: more spans than it holds -> the first kept, the others counted") {
  Trace trace(2);
  for (int lane = 0; lane < 5; ++lane) trace.Add({.name = "x", .lane = lane});
  CHECK(trace.spans().size() == 2);
  CHECK(trace.spans()[1].lane == 1);
  CHECK(trace.num_left_out() == 3);
}

TEST_CASE("Trace: spans from four threads at once -> all kept or counted") {
  constexpr int kThreads = 4, kSpans = 1000;
  Trace trace(3 * kSpans);
  std::vector<std::thread> threads;
  for (int lane = 0; lane < kThreads; ++lane) {
    threads.emplace_back([&trace, lane] {
      for (int i = 0; i < kSpans; ++i) trace.Add({.name = "x", .lane = lane});
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(trace.spans().size() == 3 * kSpans);
  CHECK(trace.num_left_out() == kSpans);
}

}  // namespace
}  // namespace tactus
