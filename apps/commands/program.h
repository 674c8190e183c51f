#pragma once

namespace tactus::apps {

/// The tactus program: what main() does. Errors are one line on standard error.
/// @returns an ExitCode.
int RunProgram(int argc, const char* const* argv);

}  // namespace tactus::apps
