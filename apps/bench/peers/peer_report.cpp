#include "tactus/apps/bench/peers/peer_report.h"

#include <algorithm>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/io/or_null.h"
#include "tactus/apps/run/report.h"

namespace tactus::apps {
namespace {

using Json = nlohmann::ordered_json;

double Ratio(double a, long b) {
  return b > 0 ? a / static_cast<double>(b) : 0;
}

}  // namespace

void PeerReport::AddContact(double depth, double size_of_smaller) {
  penetration_sum += depth;
  penetration_max = std::max(penetration_max, depth);
  if (depth > size_of_smaller) {
    ++penetration_outliers;
  } else {
    penetration_max_without_outliers =
        std::max(penetration_max_without_outliers, depth);
  }
}

void PeerReport::AddStep(double h, long num_contacts) {
  step_min = steps == 0 ? h : std::min(step_min, h);
  step_max = std::max(step_max, h);
  ++steps;
  contacts_sum += num_contacts;
  contacts_max = std::max(contacts_max, num_contacts);
}

Json MakePeerJson(const PeerReport& report) {
  Json positions = Json::object(), velocities = Json::object();
  for (const PeerReport::BodyState& body : report.bodies) {
    positions[body.name] = MakePoseJson(body.X_WB);
    velocities[body.name] =
        std::vector<double>(body.V_WB.begin(), body.V_WB.end());
  }
  const double counted = report.duration - report.settle;
  return {{"scenario", report.scenario},
          {"integrator", report.integrator},
          {"status", report.status},
          {"accuracy", OrNull(report.accuracy)},
          {"step", OrNull(report.step)},
          {"duration", report.duration},
          {"settle", report.settle},
          {"wall_time_s", report.wall_time},
          {"cpu_time_s", report.cpu_time},
          {"real_time_rate",
           report.wall_time > 0 ? Json(counted / report.wall_time) : Json()},
          {"steps", report.steps},
          {"rejected_steps", report.rejected_steps},
          {"newton_iterations", OrNull(report.solver_iterations)},
          {"contacts_mean",
           Ratio(static_cast<double>(report.contacts_sum), report.steps)},
          {"contacts_max", report.contacts_max},
          {"penetration_mean_m",
           Ratio(report.penetration_sum, report.contacts_sum)},
          {"penetration_max_m", report.penetration_max},
          {"penetration_outliers", report.penetration_outliers},
          {"penetration_max_without_outliers_m",
           report.penetration_max_without_outliers},
          {"energy_initial_J", report.energy_initial},
          {"energy_final_J", report.energy_final},
          {"final_positions", std::move(positions)},
          {"final_velocities", std::move(velocities)},
          {"step_min_s", report.step_min},
          {"step_max_s", report.step_max},
          {"settings", report.settings},
          {"threads", 1}};
}

PeerTrajectory::PeerTrajectory(const std::filesystem::path& path,
                               const std::vector<std::string>& bodies)
    : file_(path) {
  std::string header = "time";
  for (const std::string& body : bodies) {
    for (const char* part : {"x", "y", "z", "qw", "qx", "qy", "qz"})
      header += fmt::format(",{}.{}", body, part);
  }
  file_.stream() << header << '\n';
}

void PeerTrajectory::Write(double time,
                           const std::vector<RigidTransform>& X_WB) {
  std::string row = fmt::format("{}", time);
  for (const RigidTransform& X : X_WB) {
    const Vector3d p = X.translation();
    const Quaterniond q(X.linear());
    for (double value : {p.x(), p.y(), p.z(), q.w(), q.x(), q.y(), q.z()})
      row += fmt::format(",{}", value);
  }
  file_.stream() << row << '\n';
}

void WritePeerReport(const PeerReport& report,
                     const std::optional<std::filesystem::path>& path) {
  if (path) WriteFile(*path, MakePeerJson(report).dump(2) + '\n');
}

}  // namespace tactus::apps
