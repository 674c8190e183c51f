#pragma once

#include <CLI/CLI.hpp>

namespace tactus::apps {

/// tactus dynamics FILE --state STATE.json: prints the equations of motion at a
/// state as JSON (see dynamics_json.h).
void AddDynamicsCommand(CLI::App* app, int* exit_code);

}  // namespace tactus::apps
