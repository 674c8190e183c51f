#pragma once

#include <CLI/CLI.hpp>

namespace tactus::apps {

/// tactus bench [NAME...]: measures, and prints published values beside ours.
void AddBenchCommand(CLI::App* app, int* exit_code);

}  // namespace tactus::apps
