#pragma once

#include <CLI/CLI.hpp>

namespace tactus::apps {

/// tactus resume CHECKPOINT: sets up again what was run, and continues from the
/// checkpoint as if the run had never stopped. `*exit_code` is set when the
/// command line names the command.
void AddResumeCommand(CLI::App* app, int* exit_code);

}  // namespace tactus::apps
