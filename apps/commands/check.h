#pragma once

#include <CLI/CLI.hpp>

namespace tactus::apps {

/// tactus check FILE: loads a model file, and says what is in it, what was left
/// out or approximated, and what is legal but seldom meant (plausibility.h); or
/// a scenario, and says what blocks it has. A file that cannot be used makes
/// the exit code an error's.
void AddCheckCommand(CLI::App* app, int* exit_code);

}  // namespace tactus::apps
