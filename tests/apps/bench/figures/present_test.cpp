#include "tactus/apps/bench/figures/present.h"

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

RunResult MakeRun(RunStatus status) {
  RunResult run{.spec = {.competitor = "A", .scene = "s", .duration = 2},
                .status = status,
                .message = status == RunStatus::kOk ? "" : "why",
                .wall_times = {}};
  if (status == RunStatus::kOk) run.wall_times = {0.5, 0.25, 1};
  run.report = {{"steps", 12345}};
  return run;
}

TEST_CASE(
    "FormatWall, FormatCount: a run ok, or not -> numbers, or its status") {
  RunResult run = MakeRun(RunStatus::kOk);
  CHECK(FormatWall(run) == "0.5 (0.25 to 1, 3 runs, unsteady)");
  CHECK(FormatCount(run, "steps") == "12345");
  CHECK(FormatCount(run, "rejected_steps") == "not told");
  CHECK(FormatNumberOf(run, "steps", 1e-3) == "12.3");
  CHECK(FormatNumberOf(run, "depth") == "not told");
  CHECK(FormatInstructions(run) == "not counted");
  run.wall_times = {0.5};
  CHECK(FormatWall(run) == "0.5 (1 run)");
  CHECK(FormatWall(MakeRun(RunStatus::kTimeout)) == "timeout");
  CHECK(FormatCount(MakeRun(RunStatus::kFailed), "steps") == "failed");
  CHECK(FormatNumberOf(MakeRun(RunStatus::kFailed), "steps") == "failed");
  CHECK(FormatInstructions(MakeRun(RunStatus::kTimeout)) == "timeout");
  CHECK(FormatOptional(0.0012345, "why", 1e3) == "1.23");
  CHECK(FormatOptional(std::nullopt, "why") == "why");
}

TEST_CASE("FormatWall: CPU times, and times that differ -> said beside") {
  RunResult run = MakeRun(RunStatus::kOk);
  run.wall_times = {0.5, 0.4, 0.45};
  run.cpu_times = {0.5, 0.4, 0.44};
  CHECK(FormatWall(run) == "0.45 (0.4 to 0.5, 3 runs; CPU 0.44)");
  run.wall_times = {0.5, 0.4, 1};
  CHECK(FormatWall(run) == "0.5 (0.4 to 1, 3 runs; CPU 0.44, unsteady)");
}

TEST_CASE("FormatError: below what references differ by -> it says below") {
  RunResult run = MakeRun(RunStatus::kOk);
  CHECK(FormatError(run) == "not compared");
  CHECK_FALSE(ShownError(run));
  run.no_error = "no two references";
  CHECK(FormatError(run) == "no two references");
  run.error = 2e-3;
  run.error_floor = 1e-5;
  CHECK(FormatError(run) == "2");
  CHECK(ShownError(run) == 2e-3);
  run.error = 1e-6;
  CHECK(FormatError(run) == "below 0.01");
  CHECK(ShownError(run) == 1e-5);
}

TEST_CASE(
    "MakeCostPoint: each status of a run -> a value, a mark, or no point") {
  const auto value = MakeCostPoint(MakeRun(RunStatus::kOk), 0.1);
  REQUIRE(value);
  CHECK(value->x == 0.1);
  CHECK(value->y == 0.25);
  CHECK(value->y_min == 0.125);
  CHECK(value->y_max == 0.5);
  CHECK(MakeCostPoint(MakeRun(RunStatus::kTimeout), 1)->mark == Mark::kTimeout);
  CHECK(MakeCostPoint(MakeRun(RunStatus::kFailed), 1)->mark == Mark::kFailed);
  CHECK_FALSE(MakeCostPoint(MakeRun(RunStatus::kMissing), 1));
  CHECK_FALSE(MakeCostPoint(MakeRun(RunStatus::kRefused), 1));
  CHECK_FALSE(MakePoint(MakeRun(RunStatus::kOk), 1, std::nullopt));
}

TEST_CASE(
    "ListAbsent: a refused run given twice -> told once, with its reason") {
  Results results;
  const RunSpec a{.competitor = "A", .scene = "s"},
      b{.competitor = "B", .scene = "t"};
  for (const RunSpec& spec : {a, b}) results.Add(spec);
  results.all()[0] = {
      .spec = a, .status = RunStatus::kRefused, .message = "no"};
  results.all()[1] = {.spec = b, .status = RunStatus::kFailed};
  const auto lines = ListAbsent({a, a, b}, results);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0] == "Not here: A (refused: no).");
}

}  // namespace
}  // namespace tactus::apps
