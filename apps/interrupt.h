#pragma once

namespace tactus::apps {

/// While one lives, Ctrl-C (SIGINT) and SIGTERM raise a flag instead of ending
/// the program. A second one ends it.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  bool interrupted() const;

 private:
  using Handler = void (*)(int);
  Handler previous_interrupt_{}, previous_terminate_{};
};

}  // namespace tactus::apps
