#pragma once

#include <CLI/CLI.hpp>

namespace tactus::apps {

/// tactus scenes: lists the built-in scenes, or writes one in the neutral form
/// (neutral_scene.h) that other simulators can be given.
void AddScenesCommand(CLI::App* app, int* exit_code);

}  // namespace tactus::apps
