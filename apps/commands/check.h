#pragma once

#include <CLI/CLI.hpp>

namespace tactus::apps {

/// tactus check FILE: loads a model file, and says what is in it and what was
/// left out or approximated; or a scenario, and says what blocks it has.
void AddCheckCommand(CLI::App* app, int* exit_code);

}  // namespace tactus::apps
