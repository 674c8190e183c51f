#include "tactus/apps/run/progress.h"

#include <spdlog/fmt/fmt.h>
#include <unistd.h>

namespace tactus::apps {
namespace {

constexpr std::chrono::milliseconds kPeriod{200};
constexpr const char* kWipe = "\r\x1b[K";

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
        << fmt::format(
               "{:.3f} s of {:g} s, {:.2g} x real time, step {:.3g} ms, "
               "limited by {}",
               time, end_time_, (time - start_time_) / elapsed,
               1e3 * statistics.last_step, to_string(statistics.limited_by))
        << std::flush;
  drawn_ = true;
}

bool StderrIsTerminal() {
  return isatty(STDERR_FILENO) == 1;
}

}  // namespace tactus::apps
