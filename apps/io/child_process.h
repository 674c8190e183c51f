#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace tactus::apps {

/// A program to run on its own, in a process group of its own. It is killed
/// when the thread that runs it ends, be that by SIGKILL.
struct ChildCommand {
  std::string program;  ///< A path, or a name to be found in PATH.
  std::vector<std::string> arguments = {};
  double time_limit = 0;  ///< Of wall time [s]; 0: none.
  /// NAME=VALUE, beside and before what this process has.
  std::vector<std::string> environment = {};
};

/// How it ended, and what it said.
struct ChildResult {
  enum class End {
    kExited,       ///< By itself; `code` is its exit code.
    kSignalled,    ///< By a signal, which is `code`.
    kTimedOut,     ///< Killed, with all that it started.
    kInterrupted,  ///< Likewise, on request.
    kNotStarted,   ///< There is no such program; `err` says why.
  };
  End end = End::kNotStarted;
  int code{};
  std::string out, err;  ///< The first megabyte of each.
  double seconds{};      ///< Wall time, start-up included.
  /// Processor time of all its threads and of what it waited for [s].
  double cpu_seconds{};
};

/// Runs a program to its end, its time limit, or until `interrupted` (asked
/// some times a second) says so. It reads from nothing.
ChildResult RunChild(const ChildCommand& command,
                     const std::function<bool()>& interrupted = {});

/// This program's own file.
/// @throws std::invalid_argument where /proc does not say.
std::filesystem::path OwnProgram();

}  // namespace tactus::apps
