#pragma once

#include <CLI/CLI.hpp>

namespace tactus::apps {

/// tactus bench [NAME...] [--quick] [--paper]: measures, and shows published
/// values beside ours: the suite (suite/suite.h), and benchmarks by name.
void AddBenchCommand(CLI::App* app, int* exit_code);

}  // namespace tactus::apps
