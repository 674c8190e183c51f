#pragma once

#include <CLI/CLI.hpp>

namespace tactus::apps {

/// tactus scenes: lists the built-in scenes.
void AddScenesCommand(CLI::App* app, int* exit_code);

}  // namespace tactus::apps
