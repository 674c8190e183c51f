#include "tactus/apps/bench/suite/run_table.h"

#include <array>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/suite/csv.h"
#include "tactus/apps/io/or_null.h"

namespace tactus::apps {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array kReportKeys = {"steps",
                                    "rejected_steps",
                                    "failed_solves",
                                    "newton_iterations",
                                    "line_search_iterations",
                                    "factorizations",
                                    "geometry_queries",
                                    "derivative_evaluations",
                                    "jacobian_evaluations",
                                    "contacts_mean",
                                    "penetration_mean_m",
                                    "penetration_max_m",
                                    "energy_initial_J",
                                    "energy_final_J"};

std::string Number(const std::optional<double>& value) {
  return value ? fmt::format("{:.9g}", *value) : "";
}

std::optional<double> Median(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  return CalcSpread(values).median;
}

std::vector<std::string> Header() {
  std::vector<std::string> header = {"competitor",
                                     "program",
                                     "scene",
                                     "duration_s",
                                     "accuracy",
                                     "step_s",
                                     "error_norm",
                                     "status",
                                     "message",
                                     "runs",
                                     "wall_median_s",
                                     "wall_min_s",
                                     "wall_max_s",
                                     "wall_lower_quartile_s",
                                     "wall_upper_quartile_s",
                                     "cpu_median_s",
                                     "busy_min",
                                     "wall_per_simulated_s",
                                     "position_error_m",
                                     "error_floor_m",
                                     "instructions"};
  header.insert(header.end(), kReportKeys.begin(), kReportKeys.end());
  header.emplace_back("command");
  return header;
}

std::vector<std::string> Row(const RunResult& run) {
  const RunSpec& spec = run.spec;
  std::vector<std::string> row = {spec.competitor,
                                  spec.program,
                                  spec.scene,
                                  Number(spec.duration),
                                  Number(spec.accuracy),
                                  Number(spec.step),
                                  spec.error_norm,
                                  std::string(to_string(run.status)),
                                  run.message,
                                  std::to_string(run.wall_times.size())};
  if (run.wall_times.empty()) {
    row.insert(row.end(), 5, "");
  } else {
    const Spread s = CalcSpread(run.wall_times);
    for (const double x :
         {s.median, s.min, s.max, s.lower_quartile, s.upper_quartile})
      row.push_back(Number(x));
  }
  row.push_back(Number(Median(run.cpu_times)));
  row.push_back(run.busy.empty() ? "" : Number(CalcSpread(run.busy).min));
  row.push_back(Number(run.cost()));
  row.push_back(Number(run.error));
  row.push_back(run.error ? Number(run.error_floor) : "");
  row.push_back(run.instructions ? fmt::format("{:.0f}", *run.instructions)
                                 : "");
  for (const char* key : kReportKeys) row.push_back(Number(run.number(key)));
  row.push_back(JoinForShell(CommandLine(spec)));
  return row;
}

Json MakeFacts(const Facts& facts) {
  Json json = Json::object();
  for (const auto& [label, value] : facts) json[label] = value;
  return json;
}

Json MakeRun(const RunResult& run) {
  Json report = run.report;
  if (report.is_object()) {
    report.erase("final_positions");
    report.erase("final_velocities");
  }
  return {{"competitor", run.spec.competitor},
          {"command", CommandLine(run.spec)},
          {"scene", run.spec.scene},
          {"duration_s", run.spec.duration},
          {"accuracy", OrNull(run.spec.accuracy)},
          {"step_s", OrNull(run.spec.step)},
          {"error_norm", run.spec.error_norm},
          {"reference", run.spec.reference},
          {"status", to_string(run.status)},
          {"message", run.message},
          {"wall_times_s", run.wall_times},
          {"cpu_times_s", run.cpu_times},
          {"busy", run.busy},
          {"instructions", OrNull(run.instructions)},
          {"position_error_m", OrNull(run.error)},
          {"error_floor_m", run.error_floor},
          {"no_error", run.no_error},
          {"report", std::move(report)}};
}

}  // namespace

std::string MakeRunsCsv(std::span<const RunResult* const> runs) {
  std::vector<std::vector<std::string>> rows = {Header()};
  for (const RunResult* run : runs) rows.push_back(Row(*run));
  return MakeCsv(rows);
}

Json MakeRunsJson(const Facts& machine, const Facts& method,
                  const Results& results) {
  Json references = Json::object();
  for (const auto& [scene, reference] : results.references) {
    references[scene] = {{"runs", reference.runs},
                         {"horizon_s", reference.horizon},
                         {"agreement_m", reference.agreement},
                         {"until_end", reference.until_end}};
  }
  Json runs = Json::array();
  for (const RunResult& run : results.all()) runs.push_back(MakeRun(run));
  return {{"machine", MakeFacts(machine)},
          {"method", MakeFacts(method)},
          {"references", std::move(references)},
          {"runs", std::move(runs)}};
}

}  // namespace tactus::apps
