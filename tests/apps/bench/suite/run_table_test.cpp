#include "tactus/apps/bench/suite/run_table.h"

#include <sstream>
#include <vector>

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

RunResult MakeRun() {
  RunResult run{.spec = {.competitor = "CENIC",
                         .scene = "stack",
                         .duration = 2,
                         .accuracy = 1e-3,
                         .settings = {"--integrator", "cenic"}},
                .status = RunStatus::kOk,
                .wall_times = {3, 1, 2},
                .cpu_times = {2.5, 0.5, 1.5},
                .busy = {0.8, 0.9, 1}};
  run.report = {{"wall_time_s", 2},
                {"steps", 40},
                {"final_positions", {{"a", {1, 2, 3}}}}};
  run.instructions = 1e9;
  run.error = 1e-5;
  run.error_floor = 1e-7;
  return run;
}

// By column name; there are no quoted cells here.
std::map<std::string, std::string> ReadRow(const std::string& csv) {
  std::istringstream lines(csv);
  std::string names, values;
  std::getline(lines, names);
  std::getline(lines, values);
  std::istringstream name_stream(names), value_stream(values);
  std::map<std::string, std::string> row;
  std::string name, value;
  while (std::getline(name_stream, name, ',')) {
    value.clear();
    std::getline(value_stream, value, ',');
    row[name] = value;
  }
  return row;
}

TEST_CASE("MakeRunsCsv: a timed run -> its times, errors, counts and command") {
  const RunResult run = MakeRun();
  const RunResult* const runs[] = {&run};
  auto row = ReadRow(MakeRunsCsv(runs));
  CHECK(row["competitor"] == "CENIC");
  CHECK(row["status"] == "ok");
  CHECK(row["runs"] == "3");
  CHECK(row["wall_median_s"] == "2");
  CHECK(row["wall_min_s"] == "1");
  CHECK(row["wall_max_s"] == "3");
  CHECK(row["wall_lower_quartile_s"] == "1.5");
  CHECK(row["cpu_median_s"] == "1.5");
  CHECK(row["busy_min"] == "0.8");
  CHECK(row["wall_per_simulated_s"] == "1");
  CHECK(row["position_error_m"] == "1e-05");
  CHECK(row["error_floor_m"] == "1e-07");
  CHECK(row["instructions"] == "1000000000");
  CHECK(row["steps"] == "40");
  CHECK(row["rejected_steps"].empty());
  CHECK(row["command"] ==
        "tactus run stack --duration 2 --integrator cenic --accuracy 0.001");
}

TEST_CASE("MakeRunsCsv: a run that timed out -> no times") {
  RunResult run = MakeRun();
  run.status = RunStatus::kTimeout;
  for (auto* times : {&run.wall_times, &run.cpu_times, &run.busy})
    times->clear();
  const RunResult* const runs[] = {&run};
  auto row = ReadRow(MakeRunsCsv(runs));
  CHECK(row["status"] == "timeout");
  CHECK(row["wall_median_s"].empty());
  CHECK(row["cpu_median_s"].empty());
  CHECK(row["busy_min"].empty());
  CHECK(row["wall_per_simulated_s"].empty());
}

TEST_CASE("MakeRunsJson: results -> machine, references, runs without poses") {
  Results results;
  results.Add(MakeRun().spec);
  results.all().front() = MakeRun();
  results.references["stack, 2 s"] = {
      .trajectory = {}, .horizon = 1.5, .agreement = 1e-6};
  const auto json =
      MakeRunsJson({{"cores", "2"}}, {{"threads", "one"}}, results);
  CHECK(json["machine"]["cores"] == "2");
  CHECK(json["method"]["threads"] == "one");
  CHECK(json["references"]["stack, 2 s"]["horizon_s"] == 1.5);
  const auto& run = json["runs"][0];
  CHECK(run["wall_times_s"] == std::vector<double>{3, 1, 2});
  CHECK(run["command"].back() == "0.001");
  CHECK(run["step_s"].is_null());
  CHECK(run["report"]["steps"] == 40);
  CHECK_FALSE(run["report"].contains("final_positions"));
}

}  // namespace
}  // namespace tactus::apps
