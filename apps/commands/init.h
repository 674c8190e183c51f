#pragma once

#include <CLI/CLI.hpp>

namespace tactus::apps {

/// tactus init MODEL: writes a scenario of a model file, to be edited.
void AddInitCommand(CLI::App* app, int* exit_code);

}  // namespace tactus::apps
