#include "tactus/apps/bench/suite/run_result.h"

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

using End = ChildResult::End;

constexpr const char* kReport =
    R"({"wall_time_s": 0.5, "steps": 12, "energy_final_J": 3.0})";

ChildResult Ended(End end, int code = 0, std::string err = {}) {
  ChildResult child;
  child.end = end;
  child.code = code;
  child.err = std::move(err);
  return child;
}

RunResult JudgeOf(const ChildResult& child, const std::string& report) {
  RunResult result{.spec = {.competitor = "X", .scene = "s", .duration = 2}};
  Judge(child, report, &result);
  return result;
}

TEST_CASE("CalcSpread: samples -> median, extremes and quartiles") {
  const Spread five = CalcSpread({5, 1, 4, 2, 3});
  CHECK(five.median == 3);
  CHECK(five.min == 1);
  CHECK(five.max == 5);
  CHECK(five.lower_quartile == 2);
  CHECK(five.upper_quartile == 4);
  CHECK(CalcSpread({1, 2}).median == 1.5);
  CHECK(CalcSpread({7}).upper_quartile == 7);
}

TEST_CASE("Judge: a run that exits with a report -> ok, with its numbers") {
  RunResult result = JudgeOf(Ended(End::kExited), kReport);
  CHECK(result.status == RunStatus::kOk);
  CHECK(result.message.empty());
  CHECK(result.number("steps") == 12);
  CHECK_FALSE(result.number("rejected_steps"));
  CHECK_FALSE(result.cost());  // not timed
  result.wall_times = {0.5, 0.7, 0.6};
  CHECK(result.cost() == 0.3);
}

TEST_CASE("Judge: errors, signals, time-outs, no start -> status and reason") {
  const RunResult failed =
      JudgeOf(Ended(End::kExited, 3,
                    "noise\ntactus: the simulation failed at 0.1 s: why\n"),
              kReport);
  CHECK(failed.status == RunStatus::kFailed);
  CHECK(failed.message == "the simulation failed at 0.1 s: why");
  CHECK(failed.number("steps") == 12);

  const RunResult refused =
      JudgeOf(Ended(End::kExited, 2, "tactus: error: no cvode\n"), "");
  CHECK(refused.status == RunStatus::kRefused);
  CHECK(refused.message == "no cvode");

  CHECK(JudgeOf(Ended(End::kSignalled, 11), "").message ==
        "ended by signal 11");
  CHECK(JudgeOf(Ended(End::kTimedOut), "").status == RunStatus::kTimeout);
  CHECK(JudgeOf(Ended(End::kNotStarted), "").status == RunStatus::kMissing);
  CHECK(JudgeOf(Ended(End::kInterrupted), "").status == RunStatus::kNotRun);
}

TEST_CASE("Judge: a failed assertion -> ok with its message, if it reports") {
  const std::string said = "drop.yaml:7: assertion failed: too low\n";
  const RunResult run = JudgeOf(Ended(End::kExited, 5, said), kReport);
  CHECK(run.status == RunStatus::kOk);
  CHECK(run.message == "drop.yaml:7: assertion failed: too low");
  CHECK(run.number("wall_time_s") == 0.5);
  CHECK(JudgeOf(Ended(End::kExited, 5, said), "").status == RunStatus::kFailed);
}

TEST_CASE("Judge: no report, or an energy that is null -> failed") {
  for (const char* report : {"", "not JSON", "[1]", R"({"steps": 1})"}) {
    INFO(report);
    const RunResult result = JudgeOf(Ended(End::kExited), report);
    CHECK(result.status == RunStatus::kFailed);
    CHECK(result.message == "it wrote no report");
  }
  const RunResult diverged = JudgeOf(
      Ended(End::kExited), R"({"wall_time_s": 1, "energy_final_J": null})");
  CHECK(diverged.status == RunStatus::kFailed);
  CHECK_THAT(diverged.message, Catch::Contains("not a number"));
}

TEST_CASE("Results: equal runs added -> one entry, compared if either is") {
  Results results;
  const RunSpec a{.competitor = "A", .scene = "s", .accuracy = 1e-3};
  RunSpec again = a;
  again.compare = true;
  RunSpec other = a;
  other.scene = "t";
  for (const RunSpec& spec : {a, again, other}) results.Add(spec);
  REQUIRE(results.all().size() == 2);
  CHECK(results.at(a).spec.compare);
  CHECK(&results.at(a) == &results.at(again));
  CHECK(&results.at(a) != &results.at(other));
  other.scene = "u";
  CHECK_THROWS_AS(results.at(other), std::out_of_range);
}

}  // namespace
}  // namespace tactus::apps
