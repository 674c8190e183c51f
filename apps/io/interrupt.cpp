#include "tactus/apps/io/interrupt.h"

#include <atomic>
#include <csignal>
#include <cstdint>

#include <time.h>

namespace tactus::apps {
namespace {

constexpr std::int64_t kRepeat = 1'000'000'000;  // [ns]

// When the first signal came [ns]; 0: none has. Handlers may use it as it has
// no lock.
std::atomic<std::int64_t> first_at = 0;
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

std::int64_t Now() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

// A terminal, and timeout of coreutils, send what is one request to the process
// and to its group, which reaches it twice.
extern "C" void RaiseFlag(int signal) {
  const std::int64_t now = Now();
  std::int64_t none = 0;
  if (first_at.compare_exchange_strong(none, now)) return;
  if (now - first_at < kRepeat) return;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  first_at = 0;
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    previous_[i] = std::signal(kSignals[i], &RaiseFlag);
  // nohup has it ignored, which is to last.
  if (previous_.back() == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

InterruptGuard::~InterruptGuard() {
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    std::signal(kSignals[i], previous_[i]);
}

bool InterruptGuard::interrupted() const {
  return first_at != 0;
}

}  // namespace tactus::apps
