#pragma once

namespace tactus::apps {

/// The program tactus-bench, which `tactus bench [NAME...]` becomes: measures,
/// and shows published values beside ours: the suite (suite.h), and
/// benchmarks by name. Errors are one line on standard error.
/// @returns an ExitCode.
int RunBench(int argc, const char* const* argv);

}  // namespace tactus::apps
