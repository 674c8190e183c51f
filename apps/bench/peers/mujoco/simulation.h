#pragma once

#include <filesystem>
#include <optional>

#include "tactus/apps/bench/peers/mujoco/model.h"
#include "tactus/apps/bench/peers/peer_report.h"

namespace tactus::apps::mujoco {

enum class Solver { kNewton, kCg };

struct SimulationOptions {
  std::optional<double> step = {};      ///< The model's if not given [s].
  std::optional<double> duration = {};  ///< The scene's; 5 for MJCF [s].
  double settle = 0;                    ///< Of the duration, not counted [s].
  std::optional<Solver> solver = {};    ///< The model's if not given.
  bool elliptic_cone = false;           ///< Whatever the model says.
  std::optional<std::filesystem::path> trajectory = {};
  double log_rate = 0;  ///< [1/s]; 0: each step.
  /// Derivatives of each step by mjd_transitionFD(), one-sided, timed with it.
  bool derivatives = false;
};

/// Simulates with mj_step(). A step is timed from its start to its end, and
/// nothing else is. A simulation that MuJoCo warns about (no finite
/// acceleration, too many contacts or constraint rows) ends there, with the
/// warning as the report's status.
/// @throws std::invalid_argument for options that cannot be used.
PeerReport Simulate(const Loaded& loaded, const SimulationOptions& options);

}  // namespace tactus::apps::mujoco
