#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace tactus::apps {

/// tactus run MODEL_OR_SCENARIO: simulates, and writes recording, report and
/// log. `*exit_code` is set when the command line names the command;
/// `arguments`, what follows it there, go into checkpoints.
void AddRunCommand(CLI::App* app, std::vector<std::string> arguments,
                   int* exit_code);

}  // namespace tactus::apps
