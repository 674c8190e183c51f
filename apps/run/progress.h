#pragma once

#include <chrono>
#include <ostream>
#include <string>

#include "tactus/integrators/step_size/statistics.h"

namespace tactus::apps {

/// How far a run is: simulated times, and time that has passed [s].
struct Elapsed {
  double start{}, end{}, now{};
  double elapsed{};
};
std::string MakeProgressLine(const Elapsed& run,
                             const integrators::Statistics& statistics);

/// A line that says how far a run is, drawn over and over:
///
///     32 %, 7 s left, 3.200 s of 10 s, 0.98 x real time, step 4.5 ms, limited
///     by accuracy
class Progress {
 public:
  /// @param end_time  of the run [s].
  Progress(double start_time, double end_time, std::ostream* out);
  /// Wipes the line.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Draws, unless it did a moment ago.
  void Update(double time, const integrators::Statistics& statistics);

 private:
  using Clock = std::chrono::steady_clock;

  double start_time_, end_time_;
  std::ostream* out_;
  Clock::time_point start_, last_;
  bool drawn_ = false;
};

/// True when standard error is a terminal.
bool StderrIsTerminal();

}  // namespace tactus::apps
