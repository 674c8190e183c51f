#pragma once

#include <filesystem>
#include <optional>

#include "tactus/apps/io/checkpoint_file.h"
#include "tactus/apps/io/exit_code.h"
#include "tactus/apps/run/run_options.h"

namespace tactus::apps {

/// One run, from its options to its files and exit code: what `tactus run` and
/// `tactus resume` have in common.
///
/// @param description  goes into checkpoints; its end is filled in.
/// @param from  a checkpoint of the same run, to continue.
/// @throws std::invalid_argument and others for options that cannot be used;
/// nothing is written then.
ExitCode Simulate(RunOptions options, RunDescription description,
                  const std::optional<std::filesystem::path>& from = {});

}  // namespace tactus::apps
