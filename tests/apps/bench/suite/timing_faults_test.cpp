#include "tactus/apps/bench/suite/timing_faults.h"

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

using Catch::Contains;

Results MakeResults(const std::vector<std::vector<double>>& wall_times,
                    double busy = 1) {
  Results results;
  for (std::size_t i = 0; i < wall_times.size(); ++i) {
    const RunSpec spec{.competitor = "A",
                       .scene = "scene" + std::to_string(i),
                       .accuracy = 1e-3};
    results.Add(spec);
    results.all().back() = {
        .spec = spec,
        .status = RunStatus::kOk,
        .wall_times = wall_times[i],
        .busy = std::vector<double>(wall_times[i].size(), busy)};
  }
  return results;
}

TEST_CASE("FindTimingFaults: steady times on a quiet machine -> none") {
  const Results results = MakeResults({{1, 1.49}, {2}, {0.001, 0.009}});
  CHECK(FindTimingFaults(results, 0.2).empty());
  CHECK(FindTimingFaults(results, -1).empty());
}

TEST_CASE("FindTimingFaults: times that differ -> how many, and the worst") {
  const Results results = MakeResults({{1, 1.1}, {1, 1.6}, {3, 1, 2}, {4}});
  const auto faults = FindTimingFaults(results, 0);
  REQUIRE(faults.size() == 1);
  CHECK_THAT(faults[0], Contains("of 2 of 4 timed runs"));
  CHECK_THAT(faults[0], Contains("of scene2 by A, accuracy 0.001 it took 3"));
}

TEST_CASE(
    "FindTimingFaults: processes that wait, or others -> a loaded machine") {
  const Results results = MakeResults({{1, 1.1}, {1, 1}}, 0.5);
  const auto faults = FindTimingFaults(results, 2.5);
  REQUIRE(faults.size() == 2);
  CHECK_THAT(faults[0], Contains("2.5 processes"));
  CHECK_THAT(faults[1], Contains("2 of 2"));
  CHECK_THAT(faults[1], Contains("50 %"));
}

TEST_CASE("FindTimingFaults: one repetition of five waits -> no load") {
  Results results = MakeResults({{1, 1, 1, 1, 1}});
  results.all()[0].busy[2] = 0.3;
  CHECK(FindTimingFaults(results, 0).empty());
}

// As the reports say: more than 1.5 times the quickest.
TEST_CASE("IsUnsteady: half as long again -> no, and more -> yes") {
  const Results results = MakeResults({{3, 2}, {3.01, 2}, {2.99, 2}});
  CHECK_FALSE(IsUnsteady(results.all()[0]));
  CHECK(IsUnsteady(results.all()[1]));
  CHECK_FALSE(IsUnsteady(results.all()[2]));
  CHECK_THAT(FindTimingFaults(results, 0)[0], Contains("of 1 of 3 timed runs"));
}

TEST_CASE("IsUnsteady: what did not work, or is short -> no") {
  Results results = MakeResults({{1, 2}, {0.001, 0.004}});
  CHECK(IsUnsteady(results.all()[0]));
  CHECK_FALSE(IsUnsteady(results.all()[1]));
  results.all()[0].status = RunStatus::kFailed;
  CHECK_FALSE(IsUnsteady(results.all()[0]));
}

}  // namespace
}  // namespace tactus::apps
