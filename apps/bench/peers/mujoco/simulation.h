#pragma once

#include <optional>

#include "tactus/apps/bench/peers/mujoco/model.h"
#include "tactus/apps/bench/peers/peer_program.h"
#include "tactus/apps/bench/peers/peer_report.h"

namespace tactus::apps::mujoco {

enum class Solver { kNewton, kCg };

struct SimulationOptions : PeerOptions {
  std::optional<double> step = {};    ///< The model's if not given [s].
  std::optional<Solver> solver = {};  ///< The model's if not given.
  bool elliptic_cone = false;         ///< Whatever the model says.
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
