#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "tactus/apps/bench/suite/run_result.h"

namespace tactus::apps {

/// How runs are made.
struct RunnerOptions {
  int repeats = 5;
  /// The most wall time that one run may take [s]; references may take more. A
  /// run that takes longer is a time-out.
  double time_limit = 100;
  /// A run longer than this is timed once [s].
  double long_run = 10;
  bool count = false;  ///< Count instructions, too.
  /// What "tactus" is; peers are looked for beside it, then in PATH.
  std::filesystem::path program = {};
  std::function<bool()> interrupted = {};
  std::function<void(const std::string&)> progress = {};
};

/// The distance at which two references of a scene count as parted [m].
constexpr double kParted = 1e-4;

/// Runs what is in `results`, one process at a time.
///
/// First, untimed, what is to leave a trajectory: references, what is compared
/// with them, and what a figure logs. Then, timed, everything once, everything
/// a second time, and so on: competitors alternate, and a machine that slows
/// down slows them all. A run is repeated while it is ok and short. Last,
/// instructions are counted.
void RunAll(const RunnerOptions& options, Results* results);

/// How instructions are counted on this machine.
enum class Counter {
  kNone,
  kPerf,      ///< perf stat, user space.
  kValgrind,  ///< callgrind; knows no AVX-512.
};
std::string_view to_string(Counter counter);

/// Tries them. @param program  one that can be run with --version.
Counter FindCounter(const std::filesystem::path& program);

}  // namespace tactus::apps
