#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "tactus/apps/verify/run_error.h"
#include "tactus/common/types.h"
#include "tactus/integrators/step_size/statistics.h"
#include "tactus/multibody/plant/quantities/patch_contacts.h"

namespace tactus::apps {

/// What a run was asked for, what it cost and where it ended.
struct Report {
  std::string scenario, integrator;
  std::optional<double> accuracy;  ///< Of integrators with error control.
  std::optional<double> step;      ///< Of those without [s].
  /// How it ended: "done", "interrupted", "failed", or "assertion failed".
  std::string status;
  double requested_duration{};              ///< [s]
  double duration{};                        ///< Simulated [s].
  double wall_time{};                       ///< Of integration alone [s].
  double cpu_time{};                        ///< Likewise, of all threads [s].
  double energy_initial{}, energy_final{};  ///< Without contact springs [J].
  /// Gained beyond the work done on it, what of that is the accuracy's, and
  /// what moved: energy_watch.h [J].
  double energy_drift{}, energy_share{}, energy_moved{};
  double depth_ratio = 1;  ///< In contact, to what energy explains.
  nlohmann::ordered_json settings = nlohmann::ordered_json::object();
  integrators::Statistics statistics;
  /// Where each body ended up, and its velocity (angular, linear at Bo), both
  /// in the world.
  struct BodyState {
    std::string name;
    RigidTransform X_WB;
    Vector6d V_WB;
  };
  std::vector<BodyState> bodies;
  /// Those of the last step, by name (MakePatchesJson()).
  nlohmann::ordered_json patches = nlohmann::ordered_json::array();
  /// If it was asked for, and could be told.
  std::optional<RunError> expected_error = {};
  std::vector<std::string> warnings;  ///< What else is to be known of it.
  int threads = 1;
};

/// The report file: the keys that the documentation lists, in SI units. What
/// does not apply, or is no finite number, is null.
nlohmann::ordered_json MakeReportJson(const Report& report);

/// The patches (patch_contacts.h): of each its bodies A and B, and what acts on
/// B.
nlohmann::ordered_json MakePatchesJson(
    const multibody::Model& model,
    std::span<const multibody::PatchContact> patches);

/// x, y, z, qw, qx, qy, qz.
nlohmann::ordered_json MakePoseJson(const RigidTransform& X_WB);

/// A few lines for the terminal.
std::string MakeSummary(const Report& report);

}  // namespace tactus::apps
