// Figure 8: the energy that a ball loses, against the step.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/apps/bench/figures/experiment.h"

namespace tactus::apps {
namespace {

// Figure 8 of runs whose share of lost energy is `loss` of the step.
template <typename Loss>
std::vector<std::string> FindOrders(const Loss& loss) {
  const Experiment* const figure = FindExperiment("fig08");
  Results results;
  for (const RunSpec& spec : figure->plan({})) results.Add(spec);
  for (RunResult& run : results.all()) {
    const std::vector<std::string> words = CommandLine(run.spec);
    const auto at = std::ranges::find(words, "--max-step");
    const double step = std::stod(*(at + 1));
    run.status = RunStatus::kOk;
    run.report["energy_initial_J"] = 1;
    run.report["energy_final_J"] = 1 - loss(step, &run.status);
  }
  return figure->present({}, results).findings;
}

TEST_CASE("Figure 8: energy lost with the step or its square -> order 1 or 2") {
  using Catch::Matchers::Contains;
  const auto all = [](const std::vector<std::string>& findings,
                      const auto& matcher) {
    CHECK(findings.size() == 2);
    for (const std::string& finding : findings) CHECK_THAT(finding, matcher);
  };
  all(FindOrders([](double h, RunStatus*) { return 1e3 * h * h; }),
      Contains("order 2.00") && Contains("7 mean steps") && !Contains("gains"));
  all(FindOrders([](double h, RunStatus*) { return -10 * h; }),
      Contains("order 1.00") && Contains("gains energy with all"));
  // Of either sign, as luck has it.
  all(FindOrders([](double h, RunStatus*) {
        return std::lround(h * 1e7) % 2 == 0 ? 1e3 * h * h : -1e3 * h * h;
      }),
      Contains("order 2.00") && !Contains("gains"));
  // Failed runs do not count, nor do steps with which nothing is lost.
  all(FindOrders([](double h, RunStatus* status) {
        if (h > 1.5e-3 && h < 3e-3) *status = RunStatus::kFailed;
        return *status == RunStatus::kFailed ? -0.1 : 1e3 * h * h;
      }),
      Contains("order 2.00") && Contains("6 mean steps"));
  all(FindOrders([](double h, RunStatus*) { return h > 7e-4 ? 10 * h : 0; }),
      Contains("order 1.00"));
  CHECK(FindOrders([](double, RunStatus*) { return 0.0; }).empty());
}

// Losses are the root mean square over the runs about a step.
TEST_CASE("Figure 8: runs that lose, gain, fail -> RMS, range and count") {
  const Experiment* const figure = FindExperiment("fig08");
  Results results;
  for (const RunSpec& spec : figure->plan({})) results.Add(spec);
  int k = 0;
  for (RunResult& run : results.all()) {
    run.status = k % 10 < 2 ? RunStatus::kFailed : RunStatus::kOk;
    run.report["energy_initial_J"] = 0.981;
    run.report["energy_final_J"] = 0.981 * (k / 2 % 2 == 0 ? 0.97 : 1.03);
    ++k;
  }
  const Section section = figure->present({}, results);
  REQUIRE(section.tables.size() == 1);
  const auto& rows = section.tables[0].rows;
  REQUIRE(rows.size() == 7);
  for (const auto& row : rows) {
    REQUIRE(row.size() == 3);
    for (std::size_t i = 1; i < row.size(); ++i)
      CHECK(row[i] == "3 (-3 to 3), 4 of 5 runs");
  }
  for (const Series& series : section.plots[0].panels[0].series) {
    REQUIRE(series.points.size() == 7);
    CHECK(series.points[0].y == Approx(3));
  }
}

}  // namespace
}  // namespace tactus::apps
