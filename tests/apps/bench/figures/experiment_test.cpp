#include "tactus/apps/bench/figures/experiment.h"

#include <algorithm>
#include <set>

#include "apps/scratch_folder.h"
#include <catch2/catch.hpp>

#include "tactus/apps/bench/figures/test_cases.h"
#include "tactus/apps/models/neutral_scene.h"
#include "tactus/examples/scenes/scene.h"

namespace tactus::apps {
namespace {

PlanOptions Options(bool quick) {
  return {.quick = quick, .spot = "spot.xml", .out = "out"};
}

TEST_CASE("Accuracies: the finest one -> decades from 0.1 on, two if quick") {
  CHECK(AccuraciesDownTo(1e-4, Options(false)) ==
        std::vector<double>{1e-1, 1e-2, 1e-3, 1e-4});
  CHECK(AccuraciesDownTo(1e-6, Options(false)).size() == 6);
  CHECK(AccuraciesDownTo(1e-6, Options(true)) ==
        std::vector<double>{1e-1, 1e-3});
}

TEST_CASE(
    "FindExperiment: the suite's figures and tables -> found, others not") {
  std::set<std::string> names;
  for (const Experiment& experiment : Experiments()) {
    CHECK(names.insert(experiment.name).second);
    CHECK(FindExperiment(experiment.name) == &experiment);
    CHECK_FALSE(experiment.title.empty());
  }
  for (const char* name :
       {"fig06", "fig07", "fig08", "fig09", "fig10", "fig11", "fig12", "fig14",
        "fig18", "fig19", "table2", "table3"}) {
    INFO(name);
    CHECK(names.contains(name));
  }
  CHECK(FindExperiment("fig99") == nullptr);
}

// All but what is measured in this process.
std::vector<Experiment> WithRuns() {
  std::vector<Experiment> all(Experiments().begin(), Experiments().end());
  std::erase_if(all, [](const Experiment& each) {
    return each.name == "comfree_physics";
  });
  return all;
}

TEST_CASE("Experiments: all plans -> runs of known scenes, for some time") {
  std::set<std::string> scenes = {"spot.xml"};
  for (const examples::Scene& scene : examples::Scenes())
    scenes.insert(std::string(scene.name));
  for (const Experiment& experiment : WithRuns()) {
    for (const bool quick : {true, false}) {
      const std::vector<RunSpec> plan = experiment.plan(Options(quick));
      INFO(experiment.name);
      CHECK_FALSE(plan.empty());
      for (const RunSpec& spec : plan) {
        INFO(JoinForShell(CommandLine(spec)));
        CHECK(scenes.contains(spec.exported_from.empty() ? spec.scene
                                                         : spec.exported_from));
        CHECK(spec.duration > 0);
        CHECK_FALSE(spec.competitor.empty());
        CHECK_FALSE((spec.accuracy && spec.step));
        CHECK_FALSE((spec.is_peer() && spec.wants_log()));
      }
    }
  }
}

TEST_CASE(
    "Experiments: quick plans -> less simulated time than the full ones") {
  for (const Experiment& experiment : WithRuns()) {
    INFO(experiment.name);
    double quick = 0, full = 0;
    for (const RunSpec& spec : experiment.plan(Options(true)))
      quick += spec.duration;
    for (const RunSpec& spec : experiment.plan(Options(false)))
      full += spec.duration;
    CHECK(quick < full);
  }
}

// Whatever became of the runs, there is a section that says so.
TEST_CASE(
    "Experiments: runs of every failed status -> a section that tells it") {
  for (const Experiment& experiment : WithRuns()) {
    for (const RunStatus status :
         {RunStatus::kNotRun, RunStatus::kFailed, RunStatus::kTimeout,
          RunStatus::kMissing, RunStatus::kRefused}) {
      INFO(experiment.name << ", " << to_string(status));
      Results results;
      for (const RunSpec& spec : experiment.plan(Options(false)))
        results.Add(spec);
      for (RunResult& run : results.all()) {
        run.status = status;
        run.message = "for a reason";
      }
      const Section section = experiment.present(Options(false), results);
      CHECK_FALSE(section.shows.empty());
      CHECK(section.plots.size() + section.tables.size() > 0);
      bool told = false;
      for (const Table& table : section.tables) {
        for (const auto& row : table.rows) {
          CHECK(row.size() <= table.columns.size());
          for (const std::string& cell : row) told |= cell == to_string(status);
        }
      }
      for (const std::string& finding : section.findings)
        told |= finding.find(to_string(status)) != std::string::npos;
      CHECK(told);
    }
  }
}

// In a fifth of a second the objects hardly touch the ground.
TEST_CASE(
    "Figure 10: 2 times real time -> told by a full plan, not a quick one") {
  const Experiment* const figure = FindExperiment("fig10");
  for (const bool quick : {true, false}) {
    Results results;
    for (const RunSpec& spec : figure->plan(Options(quick))) results.Add(spec);
    for (RunResult& run : results.all()) {
      run.status = RunStatus::kOk;
      run.wall_times = {0.5 * run.spec.duration};
    }
    const auto findings = figure->present(Options(quick), results).findings;
    const auto told = std::ranges::count_if(findings, [](const auto& finding) {
      return finding.find("2 times real time, faster") != std::string::npos;
    });
    CHECK(told == (quick ? 0 : 1));
  }
}

TEST_CASE("Figure 11: no model of Spot -> the bunnies, and a hint at --spot") {
  const Experiment* const figure = FindExperiment("fig11");
  REQUIRE(figure != nullptr);
  const std::vector<RunSpec> plan = figure->plan({});
  CHECK(plan.size() == 6);
  Results results;
  for (const RunSpec& spec : plan) {
    CHECK(spec.scene == "bunnies");
    CHECK(spec.duration == 10);
    results.Add(spec);
  }
  const Section section = figure->present({}, results);
  REQUIRE_FALSE(section.findings.empty());
  CHECK_THAT(section.findings.back(), Catch::Contains("--spot"));
  REQUIRE(section.tables.size() == 1);
  CHECK(section.tables[0].rows.size() == plan.size());
}

bool Touches(const RunSpec& spec, const char* contact) {
  const std::string flag = std::string("contact=") + contact;
  return std::ranges::find(spec.settings, flag) != spec.settings.end();
}

// As in the paper; points stand beside, and say so.
TEST_CASE("Experiments: the paper's pressure fields -> contact by patches") {
  for (const char* name : {"fig06", "fig07", "fig10", "fig12", "fig18"}) {
    for (const bool quick : {true, false}) {
      INFO(name << ", quick " << quick);
      for (const RunSpec& spec : FindExperiment(name)->plan(Options(quick))) {
        INFO(JoinForShell(CommandLine(spec)));
        const bool at_points =
            spec.competitor.find(", at points") != std::string::npos;
        CHECK(Touches(spec, "patch") ==
              (HasPressureFields(spec.scene) && !at_points));
        CHECK(Touches(spec, "point") == at_points);
      }
    }
  }
}

TEST_CASE("Figure 6: runs that are done -> a row and a recording each") {
  const Experiment* const figure = FindExperiment("fig06");
  Results results;
  const std::vector<RunSpec> plan = figure->plan(Options(false));
  REQUIRE(plan.size() == 5);
  for (const RunSpec& spec : plan) {
    CHECK(spec.page == "out/pages/" + spec.scene + ".html");
    results.Add(spec);
  }
  for (RunResult& run : results.all()) run.status = RunStatus::kOk;
  results.all()[1].status = RunStatus::kTimeout;
  const Section section = figure->present(Options(false), results);
  CHECK(section.tables.at(0).rows.size() == 5);
  REQUIRE(section.pages.size() == 4);
  CHECK(section.pages[0].file == "pages/cylinder.html");
  CHECK(section.pages[1].label == "franka");
}

TEST_CASE("A matrix: a method with a fixed step -> steps, no accuracy") {
  for (const char* name : {"icf", "comfree", "cond", "dojo", "pgs", "apgd"}) {
    INFO(name);
    const MatrixOptions options{.scenes = {"stack"},
                                .integrators = {name, "cenic"},
                                .error_norms = {"state"},
                                .accuracies = {1e-3},
                                .steps = {1e-3},
                                .duration = 1};
    RequireValid(options);
    const std::vector<RunSpec> plan = MakeMatrix(options).plan({});
    REQUIRE(plan.size() == 2);
    CHECK(plan[0].step == 1e-3);
    CHECK_FALSE(plan[0].accuracy.has_value());
    CHECK(plan[0].error_norm.empty());
    CHECK(plan[1].accuracy == 1e-3);
    CHECK_FALSE(plan[1].step.has_value());
  }
}

TEST_CASE("A matrix: a scene's parameter -> the scenes that have it get it") {
  MatrixOptions options{.scenes = {"cylinder", "stack"},
                        .integrators = {"cenic"},
                        .error_norms = {},
                        .accuracies = {},
                        .steps = {},
                        .duration = 1,
                        .settings = {{"contact", "patch"}}};
  RequireValid(options);
  const std::vector<RunSpec> plan = MakeMatrix(options).plan({});
  REQUIRE(plan.size() == 2);
  CHECK(Touches(plan[0], "patch"));
  CHECK_FALSE(Touches(plan[1], "patch"));
  options.settings = {{"contact", "glue"}};
  CHECK_THROWS_AS(RequireValid(options), std::invalid_argument);
  options.settings = {{"gain", "1"}};
  CHECK_THROWS_WITH(RequireValid(options),
                    Catch::Contains("none of the scenes has a parameter"));
}

TEST_CASE("A matrix: scenes, methods, settings -> a run of each combination") {
  const MatrixOptions options{.scenes = {"stack", "incline"},
                              .integrators = {"cenic", "icf", "rk3"},
                              .error_norms = {"positions", "state"},
                              .accuracies = {1e-1, 1e-2, 1e-3},
                              .steps = {1e-2, 1e-3},
                              .duration = std::nullopt};
  const Experiment matrix = MakeMatrix(options);
  const std::vector<RunSpec> plan = matrix.plan({});
  // Two norms and three accuracies of two methods, two steps of one.
  CHECK(plan.size() == 2 * (2 * 2 * 3 + 2));
  std::set<std::string> keys;
  for (const RunSpec& spec : plan) {
    keys.insert(KeyOf(spec));
    CHECK(spec.duration == 10);  // Both scenes' own.
    CHECK(spec.accuracy.has_value() != spec.step.has_value());
    CHECK(spec.error_norm.empty() == spec.step.has_value());
  }
  CHECK(keys.size() == plan.size());
}

TEST_CASE(
    "A matrix: scene files -> their durations, else 5 s, or the option's") {
  const ScratchFolder folder;
  const std::string timed = (folder / "timed.json").string();
  const std::string untimed = (folder / "untimed.urdf").string();
  NeutralScene scene;
  scene.name = "ball";
  scene.friction = {
      .mu_static = 1, .mu_dynamic = 1, .stiction_tolerance = 1e-3};
  scene.stiffness = 1e3;
  scene.duration = 0.75;
  scene.bodies.push_back({.name = "ball",
                          .shape = contact::Sphere{0.1},
                          .mass = 1,
                          .inertia = {4e-3, 4e-3, 4e-3}});
  std::ofstream(timed) << MakeNeutralJson(scene).dump();
  std::ofstream(untimed) << R"(<robot name="r"><link name="l"/></robot>)";
  MatrixOptions options{.scenes = {timed, untimed},
                        .integrators = {"cenic"},
                        .error_norms = {},
                        .accuracies = {},
                        .steps = {},
                        .duration = {}};
  std::vector<RunSpec> plan = MakeMatrix(options).plan({});
  REQUIRE(plan.size() == 2);
  CHECK(plan[0].duration == 0.75);
  CHECK(plan[1].duration == 5);
  options.duration = 2;
  plan = MakeMatrix(options).plan({});
  CHECK(plan[0].duration == 2);
  CHECK(plan[1].duration == 2);
}

// Columns of a log with a peg that slides 2 mm while it is held with 3, 4, 0 N.
TEST_CASE("Figure 7: a log of a held peg -> its force and its slide") {
  const Experiment* const figure = FindExperiment("fig07");
  Results results;
  for (const RunSpec& spec : figure->plan({})) results.Add(spec);
  RunResult& cenic = results.all()[0];
  cenic.status = RunStatus::kOk;
  const std::string force = "contact/gripper/peg/wrench";
  cenic.log = {
      .names = {"body/peg/pose.z", "body/gripper/pose.z", force + ".fx",
                force + ".fy", force + ".fz"},
      .times = {0, 1},
      .columns = {{0.25, 0.147}, {0.1, -0.001}, {0, 3}, {0, 4}, {0, 0}}};
  results.all()[1].status = RunStatus::kTimeout;
  const Section section = figure->present({}, results);
  REQUIRE(section.plots.size() == 2);
  const auto& panels = section.plots[0].panels;
  REQUIRE(panels.size() == results.all().size());
  REQUIRE(panels[0].series.size() == 1);
  CHECK(panels[0].series[0].points[1].y == 5);
  CHECK_THAT(panels[1].title, Catch::Contains("timeout"));
  CHECK(panels[1].series.empty());
  const auto& slide = section.plots[1].panels[0].series;
  REQUIRE(slide.size() == 1);
  CHECK(slide[0].points[1].y == Approx(-2));
  CHECK(section.tables[0].rows[0].back() == "-2");
  CHECK(section.tables[0].rows[0][3] == "5 to 5");
}

TEST_CASE("A matrix: no integrator, or a scene twice -> refused") {
  CHECK_THROWS_WITH(RequireValid({.scenes = {"stack"},
                                  .integrators = {},
                                  .error_norms = {},
                                  .accuracies = {},
                                  .steps = {},
                                  .duration = {}}),
                    Catch::Contains("--integrator"));
  CHECK_THROWS_WITH(RequireValid({.scenes = {"stack", "stack"},
                                  .integrators = {"cenic"},
                                  .error_norms = {},
                                  .accuracies = {},
                                  .steps = {},
                                  .duration = {}}),
                    Catch::Contains("twice"));
}

}  // namespace
}  // namespace tactus::apps
