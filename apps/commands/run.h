#pragma once

#include <CLI/CLI.hpp>

namespace tactus::apps {

/// tactus run MODEL_OR_SCENARIO: simulates, and writes recording, report and
/// log.
/// `*exit_code` is set when the command line names the command.
void AddRunCommand(CLI::App* app, int* exit_code);

}  // namespace tactus::apps
