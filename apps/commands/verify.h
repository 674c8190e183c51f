#pragma once

#include <CLI/CLI.hpp>

namespace tactus::apps {

/// tactus verify MODEL_OR_SCENARIO: runs it again at tighter accuracies, and
/// says how wrong each quantity is and until when it can be trusted.
/// `*exit_code` is set when the command line names the command.
void AddVerifyCommand(CLI::App* app, int* exit_code);

}  // namespace tactus::apps
