#include "tactus/apps/interrupt.h"

#include <csignal>

namespace tactus::apps {
namespace {

volatile std::sig_atomic_t flag = 0;

extern "C" void RaiseFlag(int signal) {
  flag = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  flag = 0;
  previous_interrupt_ = std::signal(SIGINT, RaiseFlag);
  previous_terminate_ = std::signal(SIGTERM, RaiseFlag);
}

InterruptGuard::~InterruptGuard() {
  std::signal(SIGINT, previous_interrupt_);
  std::signal(SIGTERM, previous_terminate_);
}

bool InterruptGuard::interrupted() const {
  return flag != 0;
}

}  // namespace tactus::apps
