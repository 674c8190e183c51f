#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "tactus/apps/methods/integrator_factory.h"
#include "tactus/apps/run/run_outputs.h"
#include "tactus/apps/scenario/scenario.h"

namespace tactus::apps {

/// Where a run leaves checkpoints, to be resumed from.
struct CheckpointOptions {
  std::optional<std::filesystem::path> file = {};
  /// Between them, in simulated time [s]; 0: one, when the run ends.
  double interval = 0;
};

/// All that `tactus run` is told.
struct RunOptions {
  ScenarioOptions scenario = {};
  IntegratorOptions integrator = {};
  OutputOptions outputs = {};
  CheckpointOptions checkpoint = {};
  int threads = 1;
  bool quiet = false;
  bool estimate_error = false;  ///< estimate_run_error.h
};

/// Adds all options of `tactus run` but those of AddOutputOptions(). Both fill
/// `options` while the command line is parsed.
void AddRunOptions(CLI::App* command, RunOptions* options);
/// --set NAME=VALUE, which may be repeated.
CLI::Option* AddSettingOption(CLI::App* command, SceneSettings* settings,
                              const std::string& help);

/// --hydroelastic and --contact-model (ContactOptions()).
void AddContactOptions(CLI::App* command, ContactOverrides* contact);
/// What a run writes, and whether it says so: of `tactus resume`, too.
void AddOutputOptions(CLI::App* command, RunOptions* options);

}  // namespace tactus::apps
