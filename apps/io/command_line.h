#pragma once

#include <CLI/CLI.hpp>

namespace tactus::apps {

/// Parses the arguments, which runs the commands that stand there, as a program
/// does: errors are one line on standard error, with the name that was probably
/// meant where a command or an option is unknown.
/// @param exit_code  what the commands leave there.
/// @returns an ExitCode: theirs, or kUserError.
int RunCommandLine(CLI::App* app, int argc, const char* const* argv,
                   const int* exit_code);

}  // namespace tactus::apps
