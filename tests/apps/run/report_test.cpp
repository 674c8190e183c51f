#include "tactus/apps/run/report.h"

#include <catch2/catch.hpp>

namespace tactus::apps {
namespace {

using Json = nlohmann::ordered_json;

Report MakeReport() {
  Report report;
  report.scenario = "drop";
  report.integrator = "cenic";
  report.accuracy = 1e-3;
  report.duration = 2;
  report.wall_time = 0.5;
  report.energy_initial = 3;
  report.energy_final = 1;
  report.statistics.steps = 4;
  report.statistics.rejected_steps = 1;
  report.statistics.newton_iterations = 9;
  report.statistics.contacts_sum = 10;
  report.statistics.contacts_max = 5;
  report.statistics.penetration_sum = 0.02;
  report.statistics.penetration_max = 0.01;
  report.statistics.step_min = 0.1;
  report.statistics.step_max = 0.9;
  report.statistics.profile[Phase::kGeometry] = 0.125;
  Vector6d V;
  V << 1, 2, 3, 4, 5, 6;
  report.bodies = {{"ball", RigidTransform(Eigen::Translation3d(7, 8, 9)), V}};
  return report;
}

TEST_CASE("Report: as JSON -> the documented keys, in order") {
  std::vector<std::string> keys;
  const Json json = MakeReportJson(MakeReport());
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  const std::vector<std::string> documented = {"scenario",
                                               "integrator",
                                               "accuracy",
                                               "step",
                                               "duration",
                                               "wall_time_s",
                                               "real_time_rate",
                                               "steps",
                                               "rejected_steps",
                                               "failed_solves",
                                               "newton_iterations",
                                               "line_search_iterations",
                                               "factorizations",
                                               "geometry_queries",
                                               "contacts_mean",
                                               "contacts_max",
                                               "penetration_mean_m",
                                               "penetration_max_m",
                                               "energy_initial_J",
                                               "energy_final_J",
                                               "energy_drift_J",
                                               "final_positions",
                                               "final_velocities",
                                               "step_min_s",
                                               "step_max_s",
                                               "profile",
                                               "version",
                                               "threads",
                                               "derivative_evaluations",
                                               "jacobian_evaluations",
                                               "settings",
                                               "status",
                                               "requested_duration",
                                               "warnings",
                                               "patches",
                                               "expected_error",
                                               "cpu_time_s"};
  CHECK(keys == documented);
}

TEST_CASE("Report: a run with contacts -> its means, profile and final state") {
  const Json json = MakeReportJson(MakeReport());
  CHECK(json["accuracy"] == 1e-3);
  CHECK(json["step"].is_null());
  CHECK(json["real_time_rate"] == 4.0);
  CHECK(json["contacts_mean"] == 2.5);
  CHECK(json["penetration_mean_m"] == 0.002);
  CHECK(json["final_positions"]["ball"] ==
        Json({7.0, 8.0, 9.0, 1.0, 0.0, 0.0, 0.0}));
  CHECK(json["final_velocities"]["ball"] ==
        Json({1.0, 2.0, 3.0, 4.0, 5.0, 6.0}));
  CHECK(json["profile"].size() == static_cast<std::size_t>(Phase::kCount) + 1);
  CHECK(json["profile"]["other"] == 0.375);
  CHECK(json["profile"][std::string(to_string(Phase::kGeometry))] == 0.125);
  CHECK(json["threads"] == 1);
}

TEST_CASE("Report: an expected error -> of what, and a line of the summary") {
  Report report = MakeReport();
  CHECK(MakeReportJson(report)["expected_error"].is_null());
  CHECK_THAT(MakeSummary(report), !Catch::Contains("expected error"));
  report.expected_error = {.position = 2e-3,
                           .position_of = "hand",
                           .rotation = 0.01,
                           .rotation_of = "arm",
                           .is_orderly = false,
                           .wall_time = 0.5};
  const Json error = MakeReportJson(report)["expected_error"];
  CHECK(error["position_m"] == 2e-3);
  CHECK(error["position_of"] == "hand");
  CHECK(error["rotation_rad"] == 0.01);
  CHECK(error["rotation_of"] == "arm");
  CHECK(error["orderly"] == false);
  CHECK(error["wall_time_s"] == 0.5);
  CHECK_THAT(MakeSummary(report),
             Catch::Contains("expected error 0.002 m (hand), 0.01 rad (arm), a "
                             "guess, by two coarser runs in 0.5 s"));
}

TEST_CASE("Report: no steps -> valid JSON, with null or 0") {
  const Json json = Json::parse(MakeReportJson(Report{}).dump());
  CHECK(json["step_min_s"].is_null());
  CHECK(json["real_time_rate"] == 0.0);
  CHECK(json["contacts_mean"] == 0.0);
  CHECK_FALSE(MakeSummary(Report{}).empty());
}

TEST_CASE("MakeSummary: a run -> scenario, method, steps, iterations, depth") {
  const std::string text = MakeSummary(MakeReport());
  for (const char* part : {"drop", "cenic", "accuracy 0.001", "4, rejected 1",
                           "9 iterations", "10 mm at most"}) {
    CHECK_THAT(text, Catch::Contains(part));
  }
}

TEST_CASE("MakeSummary: steps that events end -> no shortest or longest step") {
  Report report;
  report.scenario = "sampled";
  report.statistics.AddStep(1e-3, integrators::StepLimit::kEvent);
  const std::string summary = MakeSummary(report);
  CHECK_THAT(summary, Catch::Contains("1, rejected 0, all as long as events"));
  CHECK_THAT(summary, !Catch::Contains("inf"));
}

}  // namespace
}  // namespace tactus::apps
