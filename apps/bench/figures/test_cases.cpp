// Figure 6 of [Kurtz25]: the scenes of its other figures, to look at.
#include "tactus/apps/bench/figures/test_cases.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/figures/competitors.h"
#include "tactus/apps/bench/figures/figures.h"
#include "tactus/apps/bench/figures/present.h"

namespace tactus::apps {
namespace {

constexpr std::array<std::string_view, 3> kWithPressureFields = {
    "cylinder", "static_gripper", "franka"};

RunSpec WithContact(RunSpec spec, const char* kind) {
  spec.settings.insert(spec.settings.end(),
                       {"--set", fmt::format("contact={}", kind)});
  return spec;
}

std::string PageOf(const TestCase& test_case) {
  return fmt::format("pages/{}.html", test_case.scene);
}

RunSpec MakeSpec(const PlanOptions& options, const TestCase& test_case) {
  const double duration =
      options.quick ? test_case.duration / 10 : test_case.duration;
  RunSpec spec = WithPaperContact(
      WithAccuracy(CenicSparse(), test_case.scene, duration, 1e-3));
  spec.page = (options.out / PageOf(test_case)).string();
  return spec;
}

std::vector<RunSpec> Plan(const PlanOptions& options) {
  std::vector<RunSpec> specs;
  for (const TestCase& test_case : TestCases())
    specs.push_back(MakeSpec(options, test_case));
  return specs;
}

Section Present(const PlanOptions& options, const Results& results) {
  Section section{
      .shows = fmt::format("The test cases of the other figures, by CENIC at "
                           "accuracy 1e-3, each with its recording. {}",
                           kContactNote),
      .paper =
          "Sharp corners, stable force closure, stiff nonlinear controllers, "
          "many degrees of freedom, and complex contact interactions."};
  Table table{.columns = {"scene", "contact", "simulated s", "steps",
                          "rejected", "contacts: mean", "depth: most mm"}};
  for (const TestCase& test_case : TestCases()) {
    const RunSpec spec = MakeSpec(options, test_case);
    const RunResult& result = results.at(spec);
    table.rows.push_back(
        {test_case.scene,
         HasPressureFields(test_case.scene) ? "patches" : "points",
         FormatNumber(spec.duration), FormatCount(result, "steps"),
         FormatCount(result, "rejected_steps"),
         FormatNumberOf(result, "contacts_mean"),
         FormatNumberOf(result, "penetration_max_m", 1e3)});
    if (result.ok())
      section.pages.push_back({test_case.scene, PageOf(test_case)});
  }
  section.findings = ListAbsent(Plan(options), results);
  section.tables.push_back(std::move(table));
  return section;
}

}  // namespace

std::vector<TestCase> TestCases() {
  return {{"cylinder", 2},
          {"static_gripper", 2},
          {"franka", 10},
          {"soft_clutter", 10},
          {"hard_clutter", 10}};
}

bool HasPressureFields(const std::string& scene) {
  return std::ranges::find(kWithPressureFields, scene) !=
         kWithPressureFields.end();
}

RunSpec WithPaperContact(RunSpec spec) {
  if (!HasPressureFields(spec.scene)) return spec;
  return WithContact(std::move(spec), "patch");
}

RunSpec AtPoints(RunSpec spec) {
  spec.competitor += ", at points";
  return WithContact(std::move(spec), "point");
}

Experiment MakeFigure6() {
  return {"fig06", "Figure 6: the test cases", &Plan, &Present};
}

}  // namespace tactus::apps
