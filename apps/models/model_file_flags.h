#pragma once

#include <CLI/CLI.hpp>

#include "tactus/apps/models/model_file.h"

namespace tactus::apps {

/// Adds what helps to read a model file: --no-fix-inertia, --package NAME=DIR,
/// --package-path DIR, --skip-missing-meshes, --world NAME and --density D. All
/// fill `options` while the command line is parsed.
void AddReadingFlags(CLI::App* command, ModelFileOptions* options);

/// Adds what can be said of a model file of any format on the command line, but
/// for --strict and --ground: those, and --weld-root.
void AddModelFileFlags(CLI::App* command, ModelFileOptions* options);

}  // namespace tactus::apps
