#pragma once

#include <CLI/CLI.hpp>

namespace tactus::apps {

/// tactus compare A.glb B.glb: two recordings of the same bodies, how far each
/// body is from itself, and a page with one over the other.
void AddCompareCommand(CLI::App* app, int* exit_code);

}  // namespace tactus::apps
