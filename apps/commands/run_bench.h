#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace tactus::apps {

/// tactus bench [NAME...]: goes on as the program tactus-bench, which stands
/// beside this one and is a sixth of all there is to compile.
/// @param arguments  what follows the command, all of it for tactus-bench.
void AddBenchCommand(CLI::App* app, const std::vector<std::string>& arguments);

}  // namespace tactus::apps
