#include "tactus/apps/run/report.h"

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/io/format_seconds.h"
#include "tactus/apps/io/or_null.h"
#include "tactus/apps/run/profile_output.h"

namespace tactus::apps {
namespace {

using Json = nlohmann::ordered_json;

Json MakeErrorJson(const std::optional<RunError>& error) {
  if (!error) return nullptr;
  return {
      {"position_m", error->position},   {"position_of", error->position_of},
      {"rotation_rad", error->rotation}, {"rotation_of", error->rotation_of},
      {"orderly", error->is_orderly},    {"wall_time_s", error->wall_time}};
}

double RealTimeRate(const Report& report) {
  return report.wall_time > 0 ? report.duration / report.wall_time : 0;
}

}  // namespace

Json MakePoseJson(const RigidTransform& X_WB) {
  const Vector3d p = X_WB.translation();
  const Quaterniond q(X_WB.linear());
  return {p.x(), p.y(), p.z(), q.w(), q.x(), q.y(), q.z()};
}

Json MakePatchesJson(const multibody::Model& model,
                     std::span<const multibody::PatchContact> patches) {
  const auto list = [](const Vector3d& x) {
    return Json{x.x(), x.y(), x.z()};
  };
  Json json = Json::array();
  for (const multibody::PatchContact& patch : patches) {
    json.push_back({{"bodies",
                     {model.bodies()[patch.body_a].name,
                      model.bodies()[patch.body_b].name}},
                    {"force_N", list(patch.force_B_W)},
                    {"moment_N_m", list(patch.moment_B_W)},
                    {"center_m", list(patch.center)},
                    {"area_m2", patch.area},
                    {"pressure_mean_Pa", patch.mean_pressure},
                    {"pressure_max_Pa", patch.max_pressure},
                    {"slip_m_s", patch.slip_speed}});
  }
  return json;
}

// nlohmann's library writes what is not finite as null: step_min_s is infinite
// before the first step.
Json MakeReportJson(const Report& report) {
  const integrators::Statistics& s = report.statistics;
  Json positions = Json::object(), velocities = Json::object();
  for (const Report::BodyState& body : report.bodies) {
    positions[body.name] = MakePoseJson(body.X_WB);
    velocities[body.name] =
        std::vector<double>(body.V_WB.begin(), body.V_WB.end());
  }
  return {{"scenario", report.scenario},
          {"integrator", report.integrator},
          {"accuracy", OrNull(report.accuracy)},
          {"step", OrNull(report.step)},
          {"duration", report.duration},
          {"wall_time_s", report.wall_time},
          {"real_time_rate", RealTimeRate(report)},
          {"steps", s.steps},
          {"rejected_steps", s.rejected_steps},
          {"failed_solves", s.failed_solves},
          {"newton_iterations", s.newton_iterations},
          {"line_search_iterations", s.line_search_iterations},
          {"factorizations", s.factorizations},
          {"geometry_queries", s.geometry_queries},
          {"contacts_mean", s.contacts_mean()},
          {"contacts_max", s.contacts_max},
          {"penetration_mean_m", s.penetration_mean()},
          {"penetration_max_m", s.penetration_max},
          {"energy_initial_J", report.energy_initial},
          {"energy_final_J", report.energy_final},
          {"energy_drift_J", report.energy_drift},
          {"final_positions", std::move(positions)},
          {"final_velocities", std::move(velocities)},
          {"step_min_s", s.step_min},
          {"step_max_s", s.step_max},
          {"profile", MakeProfileJson(s.profile, report.wall_time)},
          {"version", TACTUS_VERSION},
          {"threads", report.threads},
          {"derivative_evaluations", s.derivative_evaluations},
          {"jacobian_evaluations", s.jacobian_evaluations},
          {"settings", report.settings},
          {"status", report.status},
          {"requested_duration", report.requested_duration},
          {"warnings", report.warnings},
          {"patches", report.patches},
          {"expected_error", MakeErrorJson(report.expected_error)},
          {"cpu_time_s", report.cpu_time}};
}

std::string MakeSummary(const Report& report) {
  const integrators::Statistics& s = report.statistics;
  const std::string setting =
      report.accuracy ? fmt::format("accuracy {:g}", *report.accuracy)
      : report.step   ? fmt::format("step {:g} s", *report.step)
                      : std::string();
  std::string text = fmt::format(
      "{}: {:.6g} s simulated in {} ({:.3g} x real time) by {}, {}\n",
      report.scenario, report.duration, FormatSeconds(report.wall_time),
      RealTimeRate(report), report.integrator, setting);
  text +=
      fmt::format("  steps        {}, rejected {}", s.steps, s.rejected_steps);
  if (s.steps > 0 && s.step_max == 0)
    text += ", all as long as events let them";
  if (s.step_max > 0) {
    text += fmt::format(", from {:.3g} s to {:.3g} s", s.step_min, s.step_max);
  }
  if (s.newton_iterations > 0) {
    text += fmt::format(
        "\n  solver       {} iterations, {} factorizations, {} failed",
        s.newton_iterations, s.factorizations, s.failed_solves);
  }
  if (s.contacts_max > 0) {
    text += fmt::format(
        "\n  contacts     {:.1f} on average, {} at most; depth {:.3g} mm on "
        "average, {:.3g} mm at most",
        s.contacts_mean(), s.contacts_max, 1e3 * s.penetration_mean(),
        1e3 * s.penetration_max);
  }
  text += fmt::format(
      "\n  energy       {:.6g} J at the start, {:.6g} J at the "
      "end\n",
      report.energy_initial, report.energy_final);
  if (report.expected_error) {
    text += fmt::format("  expected error {}, by two coarser runs in {}\n",
                        Describe(*report.expected_error),
                        FormatSeconds(report.expected_error->wall_time));
  }
  return text;
}

}  // namespace tactus::apps
