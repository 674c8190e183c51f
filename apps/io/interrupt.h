#pragma once

#include <array>
#include <csignal>

namespace tactus::apps {

/// While one lives, Ctrl-C (SIGINT), SIGTERM, and the end of the terminal
/// (SIGHUP, unless it is ignored) raise a flag instead of ending the program.
/// What follows within a second is taken for the same request; another signal
/// after that ends the program.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  bool interrupted() const;

 private:
  static constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};

  using Handler = void (*)(int);
  std::array<Handler, 3> previous_{};
};

}  // namespace tactus::apps
