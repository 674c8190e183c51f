#include "tactus/apps/run/progress.h"

#include <cmath>

#include <spdlog/fmt/fmt.h>
#include <unistd.h>

namespace tactus::apps {
namespace {

constexpr std::chrono::milliseconds kPeriod{200};
constexpr const char* kWipe = "\r\x1b[K";

// "42 s", "3:05" of minutes, or "2:03:05" of hours.
std::string FormatRemaining(double seconds) {
  const long all = std::lround(seconds);
  if (all < 60) return fmt::format("{} s", all);
  if (all < 3600) return fmt::format("{}:{:02}", all / 60, all % 60);
  return fmt::format("{}:{:02}:{:02}", all / 3600, all / 60 % 60, all % 60);
}

}  // namespace

Progress::Progress(double start_time, double end_time, std::ostream* out)
    : start_time_(start_time),
      end_time_(end_time),
      out_(out),
      start_(Clock::now()),
      last_(start_) {}

Progress::~Progress() {
  if (drawn_) *out_ << kWipe << std::flush;
}

void Progress::Update(double time, const integrators::Statistics& statistics) {
  const Clock::time_point now = Clock::now();
  if (now - last_ < kPeriod) return;
  last_ = now;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  *out_ << kWipe
        << MakeProgressLine({.start = start_time_,
                             .end = end_time_,
                             .now = time,
                             .elapsed = elapsed},
                            statistics)
        << std::flush;
  drawn_ = true;
}

// At the mean speed so far, e / f - e remains of a run that is f done after e.
std::string MakeProgressLine(const Elapsed& run,
                             const integrators::Statistics& statistics) {
  const double simulated = run.now - run.start;
  const double done = simulated / (run.end - run.start);
  const std::string remaining =
      done > 0 ? FormatRemaining(run.elapsed / done - run.elapsed) : "?";
  return fmt::format(
      "{:.0f} %, {} left, {:.3f} s of {:g} s, {:.2g} x real time, step {:.3g} "
      "ms, limited by {}",
      std::floor(100 * done), remaining, run.now, run.end,
      simulated / run.elapsed, 1e3 * statistics.last_step,
      to_string(statistics.limited_by));
}

bool StderrIsTerminal() {
  return isatty(STDERR_FILENO) == 1;
}

}  // namespace tactus::apps
