#pragma once

#include <CLI/CLI.hpp>

namespace tactus::apps {

/// tactus bench: measures CENIC on hard_clutter and prints the paper's tables
/// beside ours.
void AddBenchCommand(CLI::App* app, int* exit_code);

}  // namespace tactus::apps
