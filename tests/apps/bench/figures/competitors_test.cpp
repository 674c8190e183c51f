#include "tactus/apps/bench/figures/competitors.h"

#include <algorithm>
#include <set>

#include <catch2/catch.hpp>

#include "tactus/apps/methods/integrator_factory.h"

namespace tactus::apps {
namespace {

TEST_CASE("ErrorControlled, Baselines: all -> a label and --integrator each") {
  std::set<std::string_view> labels;
  for (const Competitor& competitor : ErrorControlled()) {
    INFO(competitor.label);
    CHECK(labels.insert(competitor.label).second);
    REQUIRE(competitor.settings.size() >= 2);
    CHECK(competitor.settings[0] == "--integrator");
  }
  // Nothing is tuned: only CENIC has a further flag, its algebra.
  for (const Competitor& competitor : Baselines())
    CHECK(competitor.settings.size() == 2);
  CHECK(Rk3().label == "RK3");
}

TEST_CASE("FixedStep: the methods that take a step -> all, and they alone") {
  std::set<std::string> names;
  for (const Competitor& competitor : FixedStep()) {
    REQUIRE(competitor.settings.size() == 2);
    CHECK(competitor.has_fixed_step);
    CHECK(HasFixedStep(competitor.settings[1]));
    names.insert(competitor.settings[1]);
  }
  CHECK(names == std::set<std::string>{"icf", "comfree", "cond", "dojo"});
  for (const Competitor& competitor : ErrorControlled()) {
    CHECK_FALSE(competitor.has_fixed_step);
    CHECK_FALSE(HasFixedStep(competitor.settings[1]));
  }
}

TEST_CASE("References: a scene -> RK3, then CENIC at the next accuracies") {
  const std::vector<RunSpec> all = References("hard_clutter", 1);
  REQUIRE(all.size() == 3);
  CHECK(all[0].competitor == "RK3");
  CHECK(all[1].competitor == "CENIC");
  CHECK(all[2].competitor == "CENIC");
  CHECK(*all[0].accuracy == Approx(1e-9));
  CHECK(*all[1].accuracy == Approx(1e-8));
  CHECK(*all[2].accuracy == Approx(1e-7));
  for (const RunSpec& spec : all) {
    CHECK(spec.reference);
    CHECK(spec.wants_log());
    CHECK(spec.patience > 1);
  }
}

TEST_CASE(
    "DescribeReferences: how runs ended and agree -> a line that says it") {
  using Catch::Matchers::Contains;
  Results results;
  const std::vector<RunSpec> specs = References("stack", 2);
  for (const RunSpec& spec : specs) results.Add(spec);
  std::vector<RunResult>& runs = results.all();
  runs[0].status = RunStatus::kTimeout;
  runs[1].status = runs[2].status = RunStatus::kFailed;
  CHECK_THAT(DescribeReferences("stack", 2, results),
             Contains("stack: no reference") &&
                 Contains("RK3, accuracy 1e-09: timeout") &&
                 Contains("CENIC, accuracy 1e-08: failed"));
  runs[1].status = runs[2].status = RunStatus::kOk;
  ReferencePath& path = results.references[ReferenceKey(specs[0])];
  path = {.runs = "A and B",
          .trajectory = {.names = {}, .times = {0, 1, 2}, .columns = {}},
          .horizon = 1,
          .agreement = 0.002};
  CHECK(DescribeReferences("stack", 2, results) ==
        "stack: A and B agree until 1 s, to 0.002 m; RK3, accuracy 1e-09: "
        "timeout.");
  path.horizon = 0;
  CHECK_THAT(DescribeReferences("stack", 2, results), Contains("part at once"));
  path.horizon = 2;
  path.until_end = true;
  runs[0].status = RunStatus::kOk;
  runs[2].status = RunStatus::kNotRun;
  runs[2].message = kNotNeeded;
  CHECK(DescribeReferences("stack", 2, results) ==
        "stack: A and B agree until the end, 2 s, to 0.002 m.");
}

TEST_CASE(
    "WithScheme: each name of a scheme -> a competitor, --scheme with it") {
  const std::vector<std::string> names = SchemeNames();
  CHECK(names.size() == 2);
  for (const std::string& name : names) {
    const RunSpec spec = WithScheme(name, "stack", 1, 1e-3);
    CHECK(spec.competitor == name);
    const auto words = CommandLine(spec);
    const auto at = std::ranges::find(words, "--scheme");
    REQUIRE(at != words.end());
    CHECK(*(at + 1) == name);
  }
}

}  // namespace
}  // namespace tactus::apps
