#include "tactus/apps/io/interrupt.h"

#include <chrono>
#include <csignal>
#include <functional>
#include <thread>

#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

namespace tactus::apps {
namespace {

// How a process ends that does so: its wait status.
int StatusOf(const std::function<int()>& body) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
      std::signal(signal, SIG_DFL);
    ::_exit(body());
  }
  int status{};
  ::waitpid(pid, &status, 0);
  return status;
}

TEST_CASE(
    "InterruptGuard: a signal twice at once -> interrupted, still running") {
  const int signal = GENERATE(SIGINT, SIGTERM, SIGHUP);
  const int status = StatusOf([=] {
    const InterruptGuard guard;
    if (guard.interrupted()) return 1;
    std::raise(signal);
    std::raise(signal);
    return guard.interrupted() ? 42 : 2;
  });
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 42);
}

TEST_CASE("InterruptGuard: a signal again after a second -> ends the program") {
  const int status = StatusOf([] {
    const InterruptGuard guard;
    std::raise(SIGTERM);
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));
    std::raise(SIGTERM);
    return 3;
  });
  REQUIRE(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGTERM);
}

TEST_CASE("InterruptGuard: a signal after the guard -> ends the program") {
  const int status = StatusOf([] {
    { const InterruptGuard guard; }
    std::raise(SIGINT);
    return 3;
  });
  REQUIRE(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGINT);
}

TEST_CASE("InterruptGuard: SIGHUP that was ignored before -> still ignored") {
  const int status = StatusOf([] {
    std::signal(SIGHUP, SIG_IGN);
    const InterruptGuard guard;
    std::raise(SIGHUP);
    return guard.interrupted() ? 1 : 42;
  });
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 42);
}

}  // namespace
}  // namespace tactus::apps
